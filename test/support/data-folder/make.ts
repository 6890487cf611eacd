import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { localDisk } from '../../../src/actors/bookkeeper/disk.ts'
import { openBooks } from '../../../src/actors/bookkeeper/books.ts'
import { moveShard } from '../../../src/actors/bookkeeper/move.ts'
import { createStanding } from '../../../src/actors/dlc/announce-standing.ts'
import { writeHeartbeat } from '../../../src/actors/dlc/heartbeat.ts'
import { oracleFiles } from '../../../src/actors/dlc/paths.ts'
import { recordEvent } from '../../../src/actors/dlc/record-event.ts'
import { keepSnapshot } from '../../../src/actors/publisher/recorder.ts'
import { readStanding } from '../../../src/dlc/terms/standing-plan.ts'
import { RECEIPT } from '../../../src/http/wire/header-names.ts'
import { ONE_SHARD } from '../../../src/store/claims/shards.ts'
import { type Payment, restartNonces } from '../payer.ts'
import { billOf, itemOf, payL402, SPOT } from '../shop.ts'
import { keptLog } from '../still.ts'
import { type Files, readFiles, type Token } from './files.ts'
import { writeLines } from './redis-lines.ts'
import { BEGUN_AT, MATURITY_TS, openStory, type StoryShop } from './story.ts'
import { boardLease } from '../../../src/store/redis/names.ts'

/** Fills a data folder with one of everything that is kept, in one run that is always the same. */

const SPOTS = ['97012.34', '97013.35', '97010.36']

type Ask = Pick<Token, 'name' | 'method' | 'path' | 'body'>

const visitorOf = (shop: StoryShop) => {
  const tokens: Token[] = []
  const show = async (ask: Ask, headers: Token['headers']): Promise<Record<string, unknown> | null> => {
    const { method, path, body } = ask
    const response = await shop.request(path, {
      method,
      ...(body !== null && { body }),
      headers: { 'content-type': 'application/json', ...headers },
    })
    const text = await response.text()
    const receipt = response.headers.get(RECEIPT)
    // What was bought over a chain is handed out again, whole, to who shows his receipt.
    const shown = receipt === null ? headers : { ...headers, [RECEIPT]: receipt }
    tokens.push({ ...ask, headers: shown, answer: response.status === 200 ? text : null })
    return response.status === 200 ? (JSON.parse(text) as Record<string, unknown>) : null
  }
  const create = async (name: string, kind: string, body: object, pay: 'l402' | 'x402') => {
    const headers = pay === 'x402' ? (await shop.x402()).v2 : await shop.l402(kind, body)
    const shown = 'authorization' in headers ? { authorization: headers.authorization } : headers
    const ask = { name, method: 'POST', path: `/dlc/oracle/${kind}`, body: JSON.stringify(body) }
    return { shown, answer: await show(ask, { ...shown }) }
  }
  return { tokens, show, create }
}

/** Prices of the cadence, each with its snapshot, its row or candle, and its tick. */
const publish = async (shop: StoryShop): Promise<void> => {
  const { store, clock } = shop
  for (const price of SPOTS) {
    await shop.publish('btc/usd', price)
    const item = itemOf('btc/usd')
    await keepSnapshot(item, (await store.snapshots.latest(item.actor))!, store)
    const at = clock.now()
    const observed = { majorityAt: at - 500, newestAt: at - 200 }
    const sources = ['binance', 'kraken']
    await store.events.ticks.append('BTCUSD', { at, price, sources, observed }, { timestamp: at / 1000, price })
    for await (const _ of store.events.ticks.applyAll('BTCUSD', clock.now));
    shop.clock.move(5_000)
  }
}

const buyPrices = async (shop: StoryShop, { show }: ReturnType<typeof visitorOf>): Promise<void> => {
  const spot = { method: 'GET', path: SPOT, body: null }
  const cent = async (): Promise<Payment> => shop.x402({ value: '10000' })
  // No editions are signed during these sales: two draws at the same time would have no fixed order.
  shop.asker.mode = 'times_out'
  const { authorization } = await payL402(shop)
  await show({ ...spot, name: 'a price over Lightning' }, { authorization })
  await show({ ...spot, name: 'a price in dollars' }, { ...(await cent()).v2 })
  shop.money.overrides.set('POST /facilitator/settle', () => new Response(null, { status: 500 }))
  await show({ ...spot, name: 'a price whose settlement nobody knows of' }, { ...(await cent()).v2 })
  shop.money.overrides.clear()
}

const buyEvents = async (shop: StoryShop, visitor: ReturnType<typeof visitorOf>) => {
  const { create, show } = visitor
  const maturityTs = MATURITY_TS
  const label = 'Who wins?'
  const words = { label, outcomes: ['red', 'blue'], maturityTs }
  const number = { label: 'BTC/USD', maturityTs, base: 2, nbDigits: 20 }
  const metadata = { resolverConfig: { kind: 'price_source', source: 'BTCUSD' } }
  const contract = { pair: 'BTCUSD', strike: 80_000.5, direction: 'below', expiry: maturityTs }
  const webhookUrl = 'https://hooks.example/claros'
  const made = {
    word: await create('an enum event', 'enum', words, 'l402'),
    number: await create('a numeric event', 'numeric', { ...number, metadata }, 'x402'),
    watched: await create('a contract', 'threshold', { ...contract, webhookUrl }, 'x402'),
    open: await create('a contract that stays', 'threshold', { ...contract, strike: 50_000, webhookUrl }, 'l402'),
    breached: await create(
      'a contract that is breached',
      'threshold',
      { ...contract, strike: 98_000, direction: 'above' },
      'x402',
    ),
    held: await create('a contract to be cancelled', 'threshold', { ...contract, strike: 70_000 }, 'l402'),
    cancelled: await create('a cancelled contract', 'threshold', { ...contract, strike: 60_000, webhookUrl }, 'l402'),
    decided: await create('a decided event', 'enum', { ...words, label: 'Who won?' }, 'x402'),
  }
  const idOf = (name: keyof typeof made) => String(made[name].answer?.['eventid'])
  const cancel = async (name: keyof typeof made, what: string): Promise<void> => {
    const ask = { name: what, method: 'DELETE', path: `/dlc/oracle/threshold/${idOf(name)}`, body: null }
    const manage = { 'x-manage-token': String(made[name].answer?.['manageToken']) }
    const bill = billOf(await shop.request(ask.path, { method: ask.method, headers: manage }))!
    const authorization = `L402 ${bill.macaroon}:${await shop.money.pay(bill.invoice)}`
    await show(ask, { ...manage, authorization })
  }
  await cancel('cancelled', 'a cancellation')
  // Paid for, and nobody is there who could sign: it is owed.
  shop.oracle.away = true
  await cancel('held', 'a cancellation that is owed')
  shop.oracle.away = false
  // Nobody knows whether these were paid: one cancels, the other makes an event that only its payer knows of.
  shop.money.overrides.set('POST /facilitator/settle', () => new Response(null, { status: 500 }))
  const of = { method: 'DELETE', path: `/dlc/oracle/threshold/${idOf('watched')}`, body: null }
  await show({ ...of, name: 'a cancellation under way' }, { ...(await shop.x402()).v2 })
  await create('an event under way', 'enum', { ...words, label: 'Who will win?' }, 'x402')
  shop.money.overrides.clear()
  const wish = { trigger: 'resolve', outcome: ['red'], evidence: { kind: 'test' }, graceMs: 0 } as const
  await shop.store.events.decide(idOf('decided'), { ...wish, now: shop.clock.now() })
  return Object.fromEntries(Object.keys(made).map((name) => [name, idOf(name as keyof typeof made)]))
}

/**
 * A price that breaches a contract, and the one that confirms it; what they were concluded from is kept with the
 * outcome.
 */
const breach = async (shop: StoryShop, id: string): Promise<void> => {
  const { ticks } = shop.store.events
  for (const price of ['98100.5', '98101.5']) {
    shop.clock.move(5_000)
    const at = shop.clock.now()
    const observed = { majorityAt: at - 500, newestAt: at - 200 }
    await ticks.append('BTCUSD', { at, price, sources: ['kraken'], observed }, { timestamp: at / 1000, price })
    for await (const _ of ticks.applyAll('BTCUSD', shop.clock.now));
  }
  await (await shop.oracle.open()).attest(id)
}

const plansOf = (text: string) => {
  const read = readStanding(text)
  if (!read.ok) throw new Error(read.problems.join())
  return read.plans
}

const tellOthers = async ({ store, clock }: StoryShop, eventId: string): Promise<void> => {
  const { deliveries, posts } = store
  const now = clock.now()
  await deliveries.enter(
    { id: 'msg_1', eventId, url: 'https://hooks.example/claros', body: '{"status":"attested"}' },
    now,
  )
  const [claimed] = await deliveries.claim(now, 30_000, 10)
  const line = { at: now, status: 503, tookMs: 12, outcome: 'retry', visit: 'answered' } as const
  await deliveries.record(claimed!, line, { kind: 'retry', at: now + 5_000 })
  const relay = 'wss://relay.example/'
  await posts.setRelays([relay])
  await posts.enter({ what: 'attestation', eventId }, { id: 'ab'.repeat(32), text: '{"kind":89}' }, [relay], now)
  const [post] = await posts.claim(relay, now, 30_000, 10)
  await posts.record(relay, post!, { kind: 'retry', at: now + 5_000 })
  await posts.seen(relay, now, 'no verdict within 20 s')
  await store.events.outbox.mark((await store.events.outbox.last())!)
}

/** What workers say of themselves and of what they ask, and what is not kept by a sale or an event. */
const sayTheRest = async ({ store, clock }: StoryShop, word: string): Promise<void> => {
  const now = clock.now()
  await store.boards.write('ticker/kraken', now, { prices: { 'BTC/USD': '97012.3' } })
  await store.leases.hold(boardLease('stream/kraken'), 'one', 3_600_000)
  await store.boards.writeHeld('stream/kraken', now, { trades: [[now, '97012.3', '0.5']] }, 'one')
  await store.rows.record('price/gold/XAU-USD', rowAt(now / 1000 - 7_200), 86_400)
  await store.rows.record('price/gold/XAU-USD', rowAt(now / 1000), 86_400)
  await store.shortfalls.tell(
    'price/spot/DOGE-USD',
    { at: now / 1000, reason: 'quorum_missed', message: 'few', facts: { have: 2, need: 5 } },
    3_600,
  )
  await store.settlers.write({ open: true, address: `0x${'1'.repeat(40)}`, wei: '10', at: now, heardAt: now })
  await store.unproven.add({ by: 'other', at: now, claimed: CLAIMED }, now + 30_000)
  await store.liars.close('other', 3_600_000)
  await store.reputation.silence(['kraken'], now + 60_000, now)
  const begun = await store.attempts.begin(word, now, 15_000)
  if (begun.kind === 'begun') await store.attempts.fail(word, begun.number, 'timeout', now + 30_000)
  await store.population.want('weather', 'weather/berlin', now, 10)
  await store.population.mayOpen('203.0.113.7', ['weather/berlin'], now, { most: 5, withinMs: 3_600_000 })
  await store.notices.write('/oracle/volatility/btc/usd/methodology', '{"k":1}')
  await store.health.succeeded('price/spot/BTC-USD', now)
  await store.health.failed('ticker/kraken', now, 'timeout')
  await store.made.keep('made-1', '{"answer":1}')
  await store.totals.take({
    process: 'worker/a/1',
    sequence: 1,
    added: new Map([['a', 2]]),
    gauges: new Map([['g', 1]]),
  })
}

const rowAt = (t: number) => ({
  t,
  canonical: `claros|gold|${t}`,
  signature: Buffer.alloc(64, 7).toString('base64'),
  pubkey: 'ab'.repeat(32),
})

const CLAIMED = {
  chainId: 8453,
  token: `0x${'8'.repeat(40)}`,
  from: `0x${'a'.repeat(40)}`,
  to: `0x${'b'.repeat(40)}`,
  value: '10000',
  nonce: `0x${'c'.repeat(64)}`,
  transaction: `0x${'d'.repeat(64)}`,
}

/** The bookkeeper's round, so that some of the ledger lies in files and some on its way. */
export const book = async ({ store, clock, folder }: StoryShop): Promise<void> => {
  const log = keptLog()
  const place = join(folder, 'ledger')
  mkdirSync(place, { recursive: true })
  const books = await openBooks(place, ONE_SHARD, { disk: localDisk, log })
  const moving = { books, ledger: store.ledger, labelOf: (item: string) => item, clock, log }
  for (const shard of ONE_SHARD) await moveShard(moving, shard)
  await books.close()
}

/** What lies in the folder afterwards, as `files.ts` keeps it. */
export const makeFolder = async (folder: string): Promise<Files> => {
  restartNonces()
  const shop = await openStory(folder, BEGUN_AT, 2)
  const visitor = visitorOf(shop)
  await publish(shop)
  const events = await buyEvents(shop, visitor)
  await createStanding(plansOf('BTCUSD@10m+30m')).announce(await shop.oracle.open(), shop.clock.now())
  await breach(shop, events['breached']!)
  await book(shop)
  await buyPrices(shop, visitor)
  await tellOthers(shop, events['cancelled']!)
  await sayTheRest(shop, events['word']!)
  const { journal, witness } = await shop.oracle.open()
  for (const id of Object.values(events)) await recordEvent(await shop.oracle.open(), id)
  await shop.oracle.beat()
  writeHeartbeat(oracleFiles(join(folder, 'dlc')), journal.end(), shop.clock.now())
  await shop.store.signers.writeEnd(journal.end())
  await witness?.advance(journal.end())
  const redis = await writeLines(shop.redis.redis)
  // The facilitator's id tells its port, which is another each time.
  const [first] = await shop.store.unproven.take(shop.clock.now() + 60_000, 1, 1)
  await shop.stop()
  const story = `${JSON.stringify({ tokens: visitor.tokens, events }, null, 2)}\n`
  return readFiles(folder, { 'redis.jsonl': redis.replaceAll(first!.by, 'facilitator'), 'story.json': story })
}

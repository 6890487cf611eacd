import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createResolver } from '../../src/actors/courier/resolve.ts'
import { recordEvent } from '../../src/actors/dlc/record-event.ts'
import { announcement } from '../../src/dlc/wire/announcement.ts'
import { attestation, attestationFault } from '../../src/dlc/wire/attestation.ts'
import { decode } from '../../src/dlc/wire/tlv.ts'
import { isReadable } from '../../src/ledger/line.ts'
import { names } from '../../src/store/redis/names.ts'
import { EVER } from '../../src/store/claims/revenue.ts'
import { linesIn } from '../support/actors/bookkeeper/book-rounds.ts'
import { testCourier } from '../support/actors/courier/courier-desk.ts'
import { type Files, keptFiles, type Story, type Token, writeFiles } from '../support/data-folder/files.ts'
import { book, makeFolder } from '../support/data-folder/make.ts'
import { BEGUN_AT, MATURITY_TS, openStory, type StoryShop } from '../support/data-folder/story.ts'
import { ADMIN_SECRET } from '../support/shop.ts'
import { FIRST_TO_SECOND } from '../../src/store/format/first-to-second.ts'
import { restoreLines, writeLines } from '../support/data-folder/redis-lines.ts'
import { startTestRedis } from '../support/redis.ts'

/**
 * A data folder as the release of commit aa22c45 left it, with one of everything that is kept: today's code goes on with
 * it. Made by `makeFolder` with that release's code, and never made anew: a later form gets a folder of its own.
 */

const KEPT = join(import.meta.dir, '../golden/data-folder')

/** Kinds of which it has none, in the order of the names. */
const ABSENT = {
  'format.mark': 'only later releases write it, at the start of their first process',
  'format.atWork': 'the same',
  'format.mover': 'the same, while it moves the store',
  'format.cameBy': 'only later releases write them, while a store moves to another Redis',
  'format.trial': 'the same, for some seconds',
  boardParts: 'only later releases store streams in parts',
  boardStamps: 'the same',
  series: 'only later releases write it: the past day of free copies',
  closedFeeds: 'only later releases write it, at each start of a publisher',
  longText: 'only later releases write them, see `test/store/claims/long-body.test.ts`',
  rateWindow: 'only later releases write them; they are forgotten within minutes',
  lease: 'those of that release have ended before the step',
  runningTicks: 'only later releases write them, where very many items share schedules',
  keyDocuments: 'only later releases write them, at each start of a worker whose key has none',
  writeProbeIn: 'a cluster has them, and its store is never one of a single Redis',
  processes: 'reports of processes that have ended before the step',
  'dlc.deliveriesEntered': 'only later releases write it: since when each webhook waits',
} as const

const folders: string[] = []
const newFolder = (): string => {
  folders.push(mkdtempSync(join(tmpdir(), 'claros-kept-')))
  return folders.at(-1)!
}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

const ofThatRelease: Files = keptFiles(KEPT)
/** Its Redis, moved to today's format as a start of this release does. */
const moved = async (lines: string): Promise<string> => {
  const { redis, stop } = await startTestRedis()
  await restoreLines(redis, lines)
  await FIRST_TO_SECOND.run(redis, { keep: async () => {} })
  const text = await writeLines(redis)
  await stop()
  return text
}
const kept: Files = { ...ofThatRelease, 'redis.jsonl': await moved(ofThatRelease['redis.jsonl']!) }
const { tokens, events } = JSON.parse(kept['story.json']!) as Story

/** Members of answers that have other names by now, or none, and with them hashes and signatures. */
const asSpeltToday = (text: string): string =>
  text
    .replaceAll(/(\\*"event_id\\*"):\\*"[^"\\]+\\*",/g, '')
    .replaceAll('observedAt', 'observed_at')
    .replaceAll('ageSeconds', 'age_seconds')
    // Later releases count how often a cancellation was begun, and keep the request of its claim.
    .replaceAll(/"cancelTries","1",|"cancelRequest","[0-9a-f]{32}",/g, '')

/** What is signed differs by a word, so of hashes and signatures only the place is compared. */
const withoutSeals = (text: string): string =>
  text.replaceAll(/\b[0-9a-f]{64,}\b/g, 'HEX').replaceAll(/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{80,}={0,2}/g, 'BASE64')

/** Records that a story leaves today and did not leave then. */
const LATER_KEYS = [names.dlc.deliveriesEntered()]
const LATER_KINDS = /^\{"key":"claros:\{[^}]+\}:series"/
/** Leases ended before a later release began, and what the step leaves under names of before keeps older processes off. */
const FOREGONE =
  /^\{"key":"claros:(?:(?:lease:|\{[^}]+\}:lease)|(?:dlc:(?:due|offers|decided)|processes|\{totals\}:processes)")/

const linesOf = (text: string): readonly string[] =>
  withoutSeals(asSpeltToday(text))
    .split('\n')
    .filter((line) => !LATER_KEYS.some((key) => line.startsWith(`{"key":"${key}`)))
    .filter((line) => !LATER_KINDS.test(line) && !FOREGONE.test(line))

test('the same story leaves the same records today, but for words of answers that were spelt anew', async () => {
  const made = await makeFolder(newFolder())
  expect(Object.keys(made).toSorted()).toEqual(Object.keys(kept).toSorted())
  for (const [name, text] of Object.entries(kept)) expect(linesOf(made[name]!)).toEqual(linesOf(text))
}, 120_000)

test('the folder has one of every kind of record that the store has a name for', () => {
  const keys = kept['redis.jsonl']!.split('\n').flatMap((line) =>
    line === '' ? [] : [(JSON.parse(line) as { key: string }).key],
  )
  const leaves = (of: object, path: string): readonly (readonly [string, RegExp])[] =>
    Object.entries(of).flatMap(([name, leaf]: [string, unknown]) => {
      if (typeof leaf === 'object' && leaf !== null) return leaves(leaf, `${path}${name}.`)
      if (typeof leaf !== 'function') return []
      const spelled = String(leaf(...Array.from({ length: leaf.length }, () => 'ANY')))
      return [[path + name, new RegExp(`^${RegExp.escape(spelled).replaceAll('ANY', '.+')}$`)] as const]
    })
  const absent = leaves(names, '').flatMap(([name, shape]) => (keys.some((key) => shape.test(key)) ? [] : [name]))
  expect(absent).toEqual(Object.keys(ABSENT))
})

describe('a folder of that release', () => {
  let shop: StoryShop

  beforeAll(async () => {
    const { 'redis.jsonl': lines, 'story.json': _story, ...files } = kept
    const folder = newFolder()
    writeFiles(folder, files)
    // Soon enough for what was paid for, and for authorizations whose settlement nobody knows of.
    shop = await openStory(folder, BEGUN_AT + 40_000, 3, lines)
  })
  afterAll(() => shop.stop())

  const show = async ({ method, path, body, headers }: Token) => {
    const init = { method, headers: { 'content-type': 'application/json', ...headers } }
    const response = await shop.request(path, body === null ? init : { ...init, body })
    return { status: response.status, text: await response.text() }
  }
  const answered = tokens.filter((token): token is Token & { readonly answer: string } => token.answer !== null)
  const unanswered = tokens.filter(({ answer }) => answer === null)

  test('holds a token of each kind', () => {
    expect([answered.length, unanswered.length]).toEqual([11, 4])
  })

  test.each(answered.map((token) => [token.name, token] as const))('%s is answered as before', async (_name, token) => {
    expect(await show(token)).toEqual({ status: 200, text: token.answer })
  })

  test.each(unanswered.map((token) => [token.name, token] as const))('%s is delivered now', async (_name, token) => {
    const { status, text } = await show(token)
    expect({ status, text }).toMatchObject({ status: 200 })
    expect(await show(token)).toEqual({ status, text })
  })

  test('has its history', async () => {
    const { rows, candles } = shop.store
    const [from, to] = [BEGUN_AT / 1000 - 86_400, BEGUN_AT / 1000 + 3_600]
    const gold = await rows.range('price/gold/XAU-USD', from, to)
    expect(gold.map(({ t }) => t)).toEqual([BEGUN_AT / 1000 + 25 - 7_200, BEGUN_AT / 1000 + 25])
    expect(gold.every(({ signature, canonical, t }) => signature !== '' && canonical === `claros|gold|${t}`)).toBe(true)
    const candle = { o: '97012.34', h: '97013.35', l: '97010.36', c: '97010.36', n: 3, filled: 0, v: null }
    expect(await candles.range('price/spot/BTC-USD', 60, from, to)).toMatchObject([candle])
    expect(await candles.range('price/spot/BTC-USD', 3_600, from, to)).toMatchObject([candle])
  })

  test('has what workers said, and what is on its way to others', async () => {
    const { store } = shop
    const now = BEGUN_AT + 25_000
    expect(await store.boards.read(['ticker/kraken'])).toEqual([
      { at: now, state: { prices: { 'BTC/USD': '97012.3' } } },
    ])
    expect(await store.settlers.read()).toMatchObject({ open: true, wei: '10', at: now })
    expect(await store.shortfalls.read('price/spot/DOGE-USD')).toMatchObject({ facts: { have: 2, need: 5 } })
    expect(await store.attempts.of(events['word']!)).toMatchObject({ made: 1, lastProblem: 'timeout' })
    expect(await store.deliveries.of(events['cancelled']!)).toMatchObject({
      state: 'pending',
      made: 1,
      lines: [{ status: 503 }],
    })
    // It waits, and nobody wrote down since when.
    expect(await store.deliveries.backlog()).toEqual({ waiting: 1, oldestAt: null })
    const relay = 'wss://relay.example/'
    expect(await store.posts.claim(relay, now + 60_000, 1, 9)).toMatchObject([{ text: '{"kind":89}', made: 1 }])
    expect(await store.posts.relays()).toMatchObject([{ relay, outstanding: 1, problem: 'no verdict within 20 s' }])
    expect(await store.unproven.take(now + 60_000, 9, 1)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ by: 'facilitator', at: now }),
        expect.objectContaining({ by: 'other', at: now }),
      ]),
    )
    expect((await store.totals.all()).totals.get('a')).toBe(2)
    expect(await store.made.read('made-1')).toBe('{"answer":1}')
  })

  test('has events that mature and are attested, each with an outcome that its own prices say', async () => {
    const { store, oracle } = shop
    const open = await oracle.open()
    const standing = 'STANDING-BTCUSD-1800001200'
    const at = 1_800_001_200_000
    shop.clock.move(at + 700_000 - shop.clock.now())
    for (const [ms, price] of [
      [MATURITY_TS * 1000, '98001.5'],
      [at, '98002.5'],
      [at + 300_000, '98003.5'],
    ] as const)
      await store.events.ticks.append('BTCUSD', {
        at: ms,
        price,
        sources: ['kraken'],
        observed: { majorityAt: ms, newestAt: ms },
      })
    const settle = createResolver(testCourier(store, shop.clock.now(), []).deps)
    for (const id of await store.events.due(at / 1000 + 700, 0, 100)) await settle(id)
    for (const id of await store.events.unsigned(100)) expect(await open.attest(id)).toBe('attested')
    const word = events['word']!
    const byHand = await shop.request(`/dlc/oracle/enum/${word}/attest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-oracle-secret': ADMIN_SECRET },
      body: JSON.stringify({ outcome: 'blue' }),
    })
    expect(byHand.status).toBe(200)
    const outcomes: Record<string, string> = {}
    for (const [name, id] of Object.entries({ ...events, standing })) {
      const event = (await store.events.read(id))!
      expect({ name, state: event.state }).toEqual({ name, state: 'attested' })
      await recordEvent(open, id)
      const [announced, signed] = [
        decode(announcement, Uint8Array.fromHex(event.announcement)),
        decode(attestation, Uint8Array.fromHex(event.attestation!.serialized)),
      ]
      expect(attestationFault(announced, signed)).toBeNull()
      outcomes[name] = event.decision!.outcome.join('')
    }
    const breached = (await store.events.read(events['breached']!))!
    expect(await store.events.evidence(breached)).toMatchObject({ outcome: 'breached' })
    expect(outcomes).toMatchObject({ word: 'blue', decided: 'red', watched: 'safe', held: 'safe', cancelled: 'safe' })
    expect(outcomes).toMatchObject({
      open: 'safe',
      breached: 'breached',
      number: (98_002).toString(2).padStart(20, '0'),
    })
  })

  test('has books that go on where they were, and sums that are theirs', async () => {
    const ledger = join(shop.folder, 'ledger')
    const before = linesIn(ledger)
    await book(shop)
    const lines = linesIn(ledger)
    expect(lines.slice(0, before.length)).toEqual([...before])
    expect(lines.length).toBeGreaterThan(before.length)
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
    expect(lines.every(isReadable)).toBe(true)
    expect(await shop.store.ledger.waiting()).toBe(0)
    expect(await shop.store.ledger.unanswered()).toBe(0)
    const sums = await shop.store.revenue.read(EVER)
    expect(sums.reduce((sum, { postings }) => sum + Number(postings), 0)).toBe(lines.length)
    // Each token was paid for once, and whatever was settled was delivered.
    const count = (...states: readonly string[]) => lines.filter(({ state }) => states.includes(state)).length
    expect(count('sold', 'settled')).toBe(tokens.length)
    expect(count('settled')).toBe(count('delivered', 'delivered_late'))
  })
})

import { beforeEach, describe, expect, test } from 'bun:test'
import { deflateRawSync } from 'node:zlib'
import { storeBook } from '../../src/actors/settler/store-book.ts'
import { claimStore } from '../../src/store/claims/claims.ts'
import { boardStore } from '../../src/store/published/boards.ts'
import { names } from '../../src/store/redis/names.ts'
import { paymentKeys } from '../support/payment-keys.ts'
import { EVER } from '../../src/store/claims/revenue.ts'
import { packRows } from '../../src/store/published/signed-rows.ts'
import { ONE_SHARD } from '../../src/store/claims/shards.ts'
import { type Store, storeOn } from '../../src/store/store.ts'
import { UnreadableRecord } from '../../src/store/redis/stored.ts'
import { freshRedis } from '../support/redis.ts'
import { stillClock } from '../support/still.ts'
import { KEPT } from '../support/store-clocks.ts'
import { dated, NOW, open, threshold } from '../support/store/dlc-events.ts'

/** One record that nobody of ours has written hides no other, is told of by its kind, and is nobody's answer. */

const stack = await freshRedis()
let store: Store
let told: string[]

beforeEach(() => {
  told = []
  store = storeOn(stack.redis, stillClock(NOW), KEPT, ({ kind }) => void told.push(kind))
})

const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    (found) => `read: ${JSON.stringify(found)}`,
    (problem: unknown) => {
      if (!(problem instanceof UnreadableRecord)) throw problem
      return problem.kind
    },
  )

/** What may have happened to a key of any kind. */
const WRONG_TYPE = async (key: string) => {
  await stack.redis.del(key)
  await stack.redis.lpush(key, 'x')
}

describe('an event', () => {
  const POISONS: readonly (readonly [string, (key: string) => Promise<unknown>])[] = [
    ['a state that is none', (key) => stack.redis.hset(key, 'state', 'paid')],
    ['no state', (key) => stack.redis.hdel(key, 'state')],
    ['half of its terms', (key) => stack.redis.hset(key, 'terms', '{"kind":"enum"')],
    ['terms of nothing', (key) => stack.redis.hset(key, 'terms', '{"kind":"other"}')],
    ['no hidden terms', (key) => stack.redis.hdel(key, 'hidden')],
    ['a maturity that is no number', (key) => stack.redis.hset(key, 'maturity', 'soon')],
    ['a maturity that is blank', (key) => stack.redis.hset(key, 'maturity', ' ')],
    ['no time of its offer', (key) => stack.redis.hset(key, 'offeredAt', '')],
    ['a time of its offer that no clock shows', (key) => stack.redis.hset(key, 'offeredAt', '99999999999999999999')],
    [
      'half an announcement',
      async (key) =>
        stack.redis.hset(key, 'announcement', ((await stack.redis.hget(key, 'announcement')) ?? '').slice(0, 200)),
    ],
    ['a strike below zero', (key) => stack.redis.hset(key, 'direction', 'above', 'strike', '-1')],
    ['another type', WRONG_TYPE],
  ]

  test.each(POISONS)('with %s is refused by its kind, and hides no other', async (_what, poison) => {
    for (const id of ['A', 'B', 'C']) await open(store.events, dated({ id }), id)
    await poison(names.dlc.event('B'))
    expect(await kindOf(store.events.read('B'))).toBe('event')
    expect(await kindOf(store.events.readMany(['A', 'B']))).toBe('event')
    expect((await store.events.readable(['A', 'B', 'C'])).map((event) => event?.id)).toEqual(['A', undefined, 'C'])
    told = []
    const page = await store.events.list({ status: 'open', count: 2 })
    expect([page.events.map(({ id }) => id), page.next, told]).toEqual([['C'], 2, ['event']])
    const next = await store.events.list({ status: 'open', count: 2, before: 2 })
    expect([next.events.map(({ id }) => id), next.next]).toEqual([['A'], null])
  })

  test.each(['attestedAt', 'decidedAt', 'order', 'watchedFrom', 'cancelUntil'])(
    'with no %s is refused',
    async (field) => {
      await open(store.events, dated({ id: 'A' }), 'A')
      const wish = { trigger: 'resolve', outcome: ['yes'], evidence: null, now: NOW, graceMs: 0 } as const
      await store.events.decide('A', wish)
      const key = names.dlc.event('A')
      await stack.redis.hset(key, {
        serialized: 'ab',
        counted: 'ab',
        attestedAt: '1',
        cancelPayment: 'p',
        cancelUntil: '0',
      })
      expect(await store.events.read('A')).toMatchObject({ attestation: { attestedAt: 1 }, cancelling: { until: 0 } })
      for (const text of ['', ' ', '0x10', '1.5', '-1', '1e999']) {
        await stack.redis.hset(key, field, text)
        expect([text, await kindOf(store.events.read('A'))]).toEqual([text, 'event'])
      }
    },
  )

  test('with a decision that is none is not signed', async () => {
    await open(store.events, dated({ id: 'A' }), 'A')
    const wish = { trigger: 'resolve', outcome: ['yes'], evidence: null, now: NOW, graceMs: 0 } as const
    await store.events.decide('A', wish)
    await stack.redis.hset(names.dlc.event('A'), 'reason', 'whim')
    expect(await kindOf(store.events.sealed(['A']))).toBe('decision')
    expect(await kindOf(store.events.decide('A', wish))).toBe('decision')
  })

  test.each(POISONS)('with %s keeps no other contract from its price', async (_what, poison) => {
    const watch = { direction: 'above', strike: '100' } as const
    for (const id of ['A', 'B', 'C']) await open(store.events, threshold({ id }, watch), id)
    await poison(names.dlc.event('B'))
    const breached: string[] = []
    for (const at of [NOW + 5_000, NOW + 10_000]) {
      await store.events.ticks.append(
        'BTCUSD',
        { at, price: '101', sources: [], observed: { majorityAt: at, newestAt: at } },
        { timestamp: at / 1000 },
      )
      for await (const slice of store.events.ticks.applyAll('BTCUSD', () => at)) breached.push(...slice.breached)
    }
    expect(breached).toEqual(expect.arrayContaining(['A', 'C']))
    expect((await store.events.read('C'))?.state).toBe('decided')
  })

  test('of another type keeps no other cancellation from being resolved', async () => {
    await stack.redis.hset(names.dlc.event('B'), 'cancelPayment', 'p')
    await WRONG_TYPE(names.dlc.event('A'))
    for (const id of ['A', 'B']) await stack.redis.zadd(names.dlc.cancelling(), NOW, id)
    expect(await store.events.lapsedCancellations(NOW, 9)).toEqual([{ id: 'B', payment: 'p', request: null }])
    expect(told).toEqual(['event'])
  })

  test('a notice that is none is passed over', async () => {
    await open(store.events, dated({ id: 'A' }), 'A')
    await stack.redis.xadd(names.dlc.journal(), '*', 'what', 'nothing')
    await stack.redis.xadd(names.dlc.journal(), '*', 'x', 'y')
    await open(store.events, dated({ id: 'B' }), 'B')
    for (const count of [1, 10]) {
      const first = await store.events.journal.unread(count)
      expect(first[0]?.id).toBe('A')
    }
    await store.events.journal.mark((await store.events.journal.unread(1))[0]!.position)
    expect((await store.events.journal.unread(1)).map(({ id }) => id)).toEqual(['B'])
  })
})

describe('a claim', () => {
  const edition = { actor: 'price/spot/BTC-USD', version: 7, rail: 'l402', index: 0 } as const
  const sale = (payment: string) => ({
    payment,
    amount: '10',
    item: 'x',
    event: '',
    receipt: 'r',
    request: 'ab'.repeat(32),
    now: NOW,
    edition,
    keepSeconds: 60,
  })

  test.each([
    '',
    'nonsense',
    `${'ab'.repeat(16)}|soon|e|a|7|l402|0`,
    `${'ab'.repeat(16)}|1|e|a|7|cash|0`,
    `${'ab'.repeat(16)}|1|k|x`,
  ])('of a sale in one step that says %j sells nothing, and the others of its batch are sold', async (text) => {
    const payments = ['l402:1', 'l402:2', 'l402:3']
    await stack.redis.set(paymentKeys('l402:2').claim, text)
    const claims = claimStore(stack.redis)
    // No server of the earlier release is about: sales of one turn travel together.
    await claims.buy(sale('l402:9'))
    const outcomes = await Promise.all(payments.map((payment) => kindOf(claims.buy(sale(payment)))))
    expect(outcomes.filter((each) => each === 'read: {"kind":"bought"}')).toHaveLength(2)
    expect(outcomes[1]).toBeOneOf(['claim', 'goods'])
    expect(await kindOf(claims.look({ payment: 'l402:2', request: 'ab'.repeat(32), now: NOW }))).toBeOneOf([
      'claim',
      'goods',
    ])
    expect(await stack.redis.get(paymentKeys('l402:2').claim)).toBe(text)
  })

  test.each([
    ['no time', { state: 'spent', request: 'ab'.repeat(16), until: '9' }],
    ['no end', { state: 'held', request: 'ab'.repeat(16) }],
    ['a state that is none', { state: 'lost', request: 'ab'.repeat(16), until: '9' }],
    ['an empty state', { state: '', request: 'ab'.repeat(16), until: '9' }],
    ['no state', { request: 'ab'.repeat(16), until: '9', at: '1' }],
    ['a blank time', { state: 'spent', request: 'ab'.repeat(16), at: ' ', until: '9' }],
    ['half a millisecond', { state: 'spent', request: 'ab'.repeat(16), at: '1.5', until: '9' }],
  ])('with %s is nobody’s answer, and its payment buys nothing', async (_what, fields) => {
    const { claim } = paymentKeys('x402:1:a:b:c')
    await stack.redis.hset(claim, fields)
    const on = { payment: 'x402:1:a:b:c', request: 'ab'.repeat(32), now: NOW }
    expect(await kindOf(store.claims.look(on))).toBe('claim')
    const holder = { holder: 'me', holdMs: 1_000, keepSeconds: 60, network: '', sale: sale(on.payment) }
    expect(await kindOf(store.claims.hold({ ...on, ...holder }))).toBe('claim')
    expect(await stack.redis.hgetall(claim)).toEqual(fields)
    expect(await kindOf(store.claims.receipt(on.payment))).toBeOneOf([
      'claim',
      'read: null',
      `read: {"state":"held","spent":null,"transaction":"","request":"${'ab'.repeat(16)}"}`,
    ])
  })

  test.each([
    'a|{"kind":"answer","status":200}',
    'a|{"kind":"answer","status":200,"body":"{","headers":{}}',
    'a|{"kind":"answer","status":200,"body":"null","headers":{}}',
    's|-3|{"price":"1"s c',
    's|1.5|{"price":"1"s c',
    's| |s c',
    's|2|{"s c',
    'e|price/spot/BTC-USD|99999999999999999999|l402|0',
  ])('with deliverable %s is owed, and not delivered', async (text) => {
    const { claim, deliverable } = paymentKeys('l402:5')
    await stack.redis.hset(claim, { state: 'spent', request: 'ab'.repeat(16), at: '1', until: '9', told: '1' })
    await stack.redis.set(deliverable, text)
    expect(await kindOf(store.claims.look({ payment: 'l402:5', request: 'ab'.repeat(32), now: NOW }))).toBe('goods')
  })

  test('that a sweep meets keeps it from no other', async () => {
    const payments = ['x402:1:a:b:c', 'x402:1:a:b:d']
    const [broken, whole] = payments.map((payment) => paymentKeys(payment))
    await stack.redis.hset(broken!.claim, { state: 'sent', sentAt: 'then' })
    await stack.redis.hset(whole!.claim, { state: 'sent', sentAt: String(NOW - 60_000), transfer: '{}' })
    for (const payment of [...payments, 'nameless'])
      await stack.redis.zadd(names.sent(ONE_SHARD[0]!), NOW - 60_000, payment)
    expect(await store.settlements.listSent(NOW)).toEqual(expect.arrayContaining(payments))
    expect((await store.settlements.countSent()).map(({ count }) => count)).toEqual([2])
    expect(told).toContain('claim')
    await WRONG_TYPE(broken!.claim)
    expect(await kindOf(store.settlements.read(payments[0]!))).toBe('claim')
  })

  test.each(['', '{}', '[]', '{"authorization":{},"signature":"0x"}', '{"signature":'])(
    'whose transfer is %j is settled by nobody',
    async (transfer) => {
      const payment = 'x402:1:a:b:c'
      await stack.redis.hset(paymentKeys(payment).claim, { state: 'sent', transfer })
      const found = await kindOf(storeBook(store.settlements).read(payment))
      expect(found).toBe(transfer === '' ? 'read: null' : 'claim')
    },
  )

  test.each([
    ['no deflated bytes', 'nothing'],
    ['half a text', deflateRawSync('{"timestamp":')],
    ['no object', deflateRawSync('null')],
  ])('whose answer lies apart as %s is owed, and not handed out', async (_what, bytes) => {
    await stack.redis.set(names.answer('a'), bytes)
    expect(await kindOf(store.made.read('a'))).toBe('answer')
  })

  test('a sum and a claimed settlement that are none are left out', async () => {
    const key = names.revenue(ONE_SHARD[0]!, EVER)
    const field = JSON.stringify(['postings', 'l402', 'lightning', 'sat', 'x', 'sold'])
    await stack.redis.hset(key, field, '3', '["postings"]', '4', 'nothing', '5')
    expect((await store.revenue.read(EVER)).map(({ postings }) => postings)).toEqual([3n])
    const claimed = { chainId: 1, token: 't', from: 'f', to: 't', value: '1', nonce: 'n', transaction: 't' }
    await store.unproven.add({ by: 'a', at: NOW, claimed }, NOW)
    await stack.redis.hset(names.unproven.facts(), 'b', '{')
    await stack.redis.zadd(names.unproven.due(), NOW, 'b')
    expect((await store.unproven.take(NOW, 9, 1)).map(({ by }) => by)).toEqual(['a'])
    expect(told).toEqual(['sum', 'sum', 'claimed settlement'])
  })
})

describe('the rest', () => {
  test('boards: one that is none is as if it were not there', async () => {
    const boards = boardStore(stack.redis, KEPT, ({ kind }) => void told.push(kind))
    for (const id of ['a', 'b', 'c', 'd', 'e']) await boards.write(id, NOW, { price: id })
    await stack.redis.hset(names.board('b'), 'state', '{')
    await stack.redis.hset(names.board('c'), 'state', '{"$v":3,"price":"c"}')
    await WRONG_TYPE(names.board('d'))
    const found = await boards.read(['a', 'b', 'c', 'd', 'e'])
    expect(found.map((board) => board?.state ?? null)).toEqual([{ price: 'a' }, null, null, null, { price: 'e' }])
    expect(told.toSorted()).toEqual(['board', 'board'])
  })

  test('snapshots and previews: refused one by one, and left out of many', async () => {
    await stack.redis.set(names.snapshot('a'), '{"actor":"a"}')
    await stack.redis.set(names.snapshot('b'), '{"$v":2}')
    await stack.redis.set(names.preview('a'), '[')
    expect([await kindOf(store.snapshots.latest('a')), await kindOf(store.snapshots.preview('a'))]).toEqual([
      'snapshot',
      'preview',
    ])
    expect(await store.snapshots.latestOf(['a', 'b', 'c'])).toEqual([null, null, null])
    expect([await store.snapshots.latest('b'), told]).toEqual([null, ['snapshot']])
  })

  test('history: a row, a candle and a packed hour that are none are gaps', async () => {
    const at = Math.floor(NOW / 1000 / 3_600) * 3_600
    const row = { t: at, canonical: 'a b', signature: Buffer.alloc(64).toString('base64'), pubkey: 'ab' }
    await store.rows.record('s', row, 60)
    await stack.redis.hset(names.openRows('s', at / 3_600), String(at + 1), 'nonsense', 'when', 'a b c')
    await stack.redis.set(names.packedRows('s', at / 3_600 - 1), 'xx')
    await WRONG_TYPE(names.openRows('s', at / 3_600 - 2))
    const short = packRows([{ ...row, t: at - 10_800 }]).subarray(0, -1)
    await stack.redis.set(names.packedRows('s', at / 3_600 - 3), short)
    const text = deflateRawSync('[[7]]')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(text.length)
    await stack.redis.set(names.packedRows('s', at / 3_600 - 4), Buffer.concat([length, text, Buffer.alloc(64)]))
    expect(await store.rows.range('s', at - 18_000, at + 10)).toEqual([row])
    expect(told.toSorted()).toEqual([...Array.from({ length: 3 }, () => 'packed hour'), 'row', 'row', 'row'])
    told = []
    await store.candles.record('s', at * 1_000, '1.5', 60)
    const key = names.candles('s', 60, at / 3_600)
    await stack.redis.hset(key, '1', '1|2', '2', '1|2|3|4|many')
    expect((await store.candles.range('s', 60, at, at + 600)).map(({ o }) => o)).toEqual(['1.5'])
    expect(told).toEqual(['candle', 'candle'])
  })

  test('webhooks and posts: one that is none stops no other', async () => {
    for (const id of ['a', 'b'])
      await store.deliveries.enter({ id, eventId: id, url: 'https://x.example', body: '{}' }, NOW)
    await stack.redis.hset(names.dlc.delivery('a'), 'lines', '[{"at":1}]')
    expect((await store.deliveries.claim(NOW, 1, 9)).map(({ id }) => id)).toEqual(['b'])
    expect(await kindOf(store.deliveries.of('a'))).toBe('delivery')
    await stack.redis.hset(
      names.dlc.relays(),
      'wss://a.example',
      '{',
      'wss://b.example',
      '{"lastAcceptedAt":1,"problem":null}',
    )
    expect((await store.posts.relays()).map(({ lastAcceptedAt }) => lastAcceptedAt).toSorted()).toEqual([1, null])
    expect(told).toEqual(['delivery', 'relay'])
  })

  test('processes and places that are none are left out, and keep nobody from theirs', async () => {
    await stack.redis.hset(names.processes(), 'a', 'nonsense', 'b', `1 ${Date.now()} {`)
    await store.totals.take({ process: 'a', sequence: 1, added: new Map([['x', 1]]), gauges: new Map() })
    expect((await store.totals.all()).totals.get('x')).toBe(1)
    await stack.redis.hset(names.dlc.openOffers(), 'l402:1', 'nonsense')
    expect(await store.events.openOffers.take({ payment: 'l402:2', payer: 'p', network: null }, NOW)).toEqual({
      kind: 'taken',
    })
  })

  test('what workers say of themselves is refused by its kind', async () => {
    await stack.redis.set(names.settlerState(), '{"open":"yes"}')
    await stack.redis.set(names.dlc.signerState(), '{}')
    await stack.redis.set(names.dlc.journalEnd(), '{"line":-1}')
    await stack.redis.set(names.shortfall('a'), '7')
    const reads = [store.settlers.read(), store.signers.read(), store.signers.readEnd(), store.shortfalls.read('a')]
    expect(await Promise.all(reads.map(kindOf))).toEqual(['settler', 'signer', 'journal end', 'shortfall'])
    await stack.redis.set(names.dlc.signerState(), '{"key":"02","at":1}')
    const none = { count: 0, some: [] }
    expect(await store.signers.read()).toEqual({ key: '02', at: 1, problem: null, waiting: none, quarantined: none })
  })
})

test('what a settling worker of an earlier release said of itself is read: it did not say when it heard its node', async () => {
  const said = { open: true, address: '0x1', wei: '10', at: NOW }
  await stack.redis.set(names.settlerState(), JSON.stringify(said))
  expect(await store.settlers.read()).toEqual({ ...said, heardAt: 0 })
})

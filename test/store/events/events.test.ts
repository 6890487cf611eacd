import { describe, expect, test } from 'bun:test'
import { TRANSITIONS } from '../../../src/dlc/terms/lifecycle.ts'
import type { Candidate } from '../../../src/store/events/event-decision.ts'
import { type EventStore, eventStore } from '../../../src/store/events/events.ts'
import { names } from '../../../src/store/redis/names.ts'
import { paymentKeys } from '../../support/payment-keys.ts'
import { readPosting } from '../../../src/payments/posting.ts'
import { FOR_EVER } from '../../../src/store/claims/redelivery.ts'
import { freshRedis } from '../../support/redis.ts'
import { NOW, NOW_TS, dated, hold, open, spending, threshold } from '../../support/store/dlc-events.ts'
import { ANY_TIME } from '../../support/store-clocks.ts'

const stack = await freshRedis()
const events = eventStore(stack.redis, ANY_TIME)

const ABOVE = { direction: 'above', strike: '100' } as const
const BYTES = { serialized: 'aa', counted: 'bb' }
const resolved = (outcome: string, now = NOW): Candidate => ({
  trigger: 'resolve',
  outcome: [outcome],
  evidence: { kind: 'test' },
  now,
  graceMs: 0,
})
const expiring = (now: number): Candidate => ({ ...resolved('safe', now), trigger: 'expire', graceMs: 600_000 })

describe('an offer', () => {
  test('is read back as it was given, and is in no list and on no schedule', async () => {
    const event = threshold({ id: 'T-1', payment: 'x402:p' }, ABOVE)
    expect(await events.offer(event, NOW + 60_000)).toEqual({ kind: 'offered' })
    expect(await events.read('T-1')).toEqual({
      ...event,
      id: 'T-1',
      maturityTs: NOW_TS + 3600,
      state: 'offered',
      order: 0,
      activatedAt: 0,
      watchedFrom: 0,
      decision: null,
      attestation: null,
      journaled: false,
      cancelling: null,
    })
    expect(await events.idOf('x402:p')).toBe('T-1')
    expect(await events.due(NOW_TS + 10 ** 6, 0, 10)).toEqual([])
    expect((await events.list({ status: 'all', count: 10 })).events).toEqual([])
    expect(await events.decide('T-1', expiring(NOW + 10 ** 9))).toEqual({ kind: 'not_now', state: 'offered' })
    expect(await events.journal.unread(10)).toEqual([])
  })

  test('an id is used once, whatever became of it', async () => {
    await events.offer(dated({ id: 'E-1', payment: 'one' }), NOW)
    expect(await events.offer(dated({ id: 'E-1', payment: 'two' }), NOW)).toEqual({ kind: 'id_taken' })
    await events.withdraw('E-1', NOW, null)
    expect(await events.offer(dated({ id: 'E-1', payment: 'two' }), NOW)).toEqual({ kind: 'id_taken' })
    expect(await events.read('E-1')).toBeNull()
  })

  test('a nonce point is used once, whatever became of it', async () => {
    const nonce = new Uint8Array(32).fill(9)
    await events.offer(dated({ id: 'E-1', nonce }), NOW)
    expect(await events.offer(dated({ id: 'E-2', nonce }), NOW)).toEqual({ kind: 'nonce_taken' })
    await events.withdraw('E-1', NOW, null)
    expect(await events.offer(dated({ id: 'E-3', nonce }), NOW)).toEqual({ kind: 'nonce_taken' })
    expect(await stack.redis.exists(names.dlc.event('E-2'), names.dlc.paid('l402:E-2'))).toBe(0)
  })

  test('a payment has one event for ever', async () => {
    await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
    expect(await events.offer(dated({ id: 'E-2', payment: 'p' }), NOW)).toEqual({ kind: 'known', id: 'E-1' })
    await events.activate('E-1', NOW, null)
    await events.decide('E-1', resolved('yes'))
    expect(await events.offer(dated({ id: 'E-3', payment: 'p' }), NOW)).toEqual({ kind: 'known', id: 'E-1' })
  })

  test('of twenty offers for one payment one is made', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => events.offer(dated({ id: `E-${i}`, payment: 'p' }), NOW)),
    )
    expect(made.filter(({ kind }) => kind === 'offered')).toHaveLength(1)
    const ids = new Set(made.flatMap((each) => (each.kind === 'known' ? [each.id] : [])))
    expect(ids.size).toBe(1)
  })

  test('a threshold without a strike is refused, and so is a strike on another event', async () => {
    const bare = { ...threshold({ id: 'T-1' }, ABOVE), watch: null }
    const struck = { ...dated({ id: 'E-1', pair: 'BTCUSD' }), watch: ABOVE }
    await Promise.all([bare, struck].map((event) => expect(events.offer(event, NOW)).rejects.toThrow(RangeError)))
  })
})

describe('withdrawal', () => {
  test('is refused while the payment may still come, and releases a hold that ran out', async () => {
    await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
    await hold(stack.redis, 'p', 'held', NOW + 10)
    expect(await events.withdraw('E-1', NOW, null)).toEqual({ kind: 'claimed' })
    expect(await events.withdraw('E-1', NOW, 'other')).toEqual({ kind: 'claimed' })
    expect(await events.withdraw('E-1', NOW + 10, null)).toEqual({ kind: 'withdrawn' })
    // The sleeper who held it can send no settlement any more.
    expect(
      await stack.store.claims.send('p', 'me', { kind: 'answer', status: 200, body: '', headers: {} }, '', NOW, 1),
    ).toBe(false)
    expect(await events.activate('E-1', NOW, null)).toEqual({ kind: 'withdrawn' })
    expect(await events.lapsedOffers(NOW + 10 ** 9, 10)).toEqual([])
  })

  test('a settlement that may have moved money keeps the offer, until its holder knows that it failed', async () => {
    await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
    await hold(stack.redis, 'p', 'sent', NOW - 1)
    expect(await events.lapsedOffers(NOW, 10)).toEqual(['E-1'])
    expect(await events.withdraw('E-1', NOW, null)).toEqual({ kind: 'claimed' })
    expect(await events.withdraw('E-1', NOW, 'me')).toEqual({ kind: 'withdrawn' })
    expect(await stack.redis.exists(paymentKeys('p').claim)).toBe(0)
    expect(await events.offer(dated({ id: 'E-2', payment: 'p' }), NOW)).toEqual({ kind: 'offered' })
  })

  test('leaves nothing in Redis for longer than a day', async () => {
    const before = new Set(await stack.redis.keys('*'))
    await events.openOffers.take({ payment: 'p', payer: '0xa', network: '4:cb0071' }, NOW)
    await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
    await events.withdraw('E-1', NOW, null)
    const left = (await stack.redis.keys('*')).filter((key) => !before.has(key))
    // The id, and its one nonce point.
    expect(left).toHaveLength(2)
    for (const key of left) {
      const seconds = await stack.redis.ttl(key)
      expect(seconds).toBeGreaterThan(86_390)
      expect(seconds).toBeLessThanOrEqual(86_400)
    }
  })

  test('of what the journal knows to be public is taken back, for good', async () => {
    await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
    const offered = (await events.read('E-1'))!
    await events.withdraw('E-1', NOW, null)
    const known = { ...offered, state: 'announced', order: 1, activatedAt: NOW, watchedFrom: NOW } as const
    expect(await events.restore(known)).toEqual({ kind: 'restored' })
    for (const key of await stack.redis.keys('*')) expect([key, await stack.redis.ttl(key)]).toEqual([key, -1])
  })

  test('an active event is not withdrawn', async () => {
    await open(events, dated({ id: 'E-1' }), 'E-1')
    expect(await events.withdraw('E-1', NOW, null)).toEqual({ kind: 'activated' })
    expect(await events.withdraw('E-2', NOW, null)).toEqual({ kind: 'missing' })
  })
})

describe('activation', () => {
  test('spends the claim in the same step, for ever', async () => {
    await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
    await hold(stack.redis, 'p', 'sent')
    await stack.redis.zadd(paymentKeys('p').sent, NOW, 'p')
    expect(await events.activate('E-1', NOW + 5, spending('p'))).toEqual({ kind: 'activated', watchedFrom: NOW + 5 })
    const on = { payment: 'p', request: 'r' }
    const deliverable = { kind: 'answer', status: 201, body: '{}', headers: {} } as const
    expect(await stack.store.claims.look({ ...on, now: NOW + 120_000 })).toMatchObject({
      kind: 'spent',
      spent: { deliverable, spentAt: NOW + 5, until: FOR_EVER, told: true, transaction: `0x${'5e'.repeat(32)}` },
    })
    const { ledger, deliverable: goodsKey } = paymentKeys('p')
    expect(await stack.redis.ttl(goodsKey)).toBe(-1)
    const [[, posted]] = (await stack.redis.xrange(ledger, '-', '+')) as [[string, string[]]]
    expect(readPosting(posted[1]!)).toMatchObject({ what: 'sold', amount: '7000000', event: 'E-1', item: 'dlc/enum' })
    expect(await stack.redis.ttl(paymentKeys('p').claim)).toBe(-1)
    expect(await stack.redis.zcard(paymentKeys('p').sent)).toBe(0)
    expect(await events.activate('E-1', NOW, spending('p'))).toEqual({ kind: 'before' })
    expect(await events.journal.unread(10)).toMatchObject([{ what: 'created', id: 'E-1' }])
    expect(await events.due(NOW_TS + 3600, 0, 10)).toEqual(['E-1'])
  })

  test('does not happen without a claim to spend, or with the payment of another event', async () => {
    await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
    await hold(stack.redis, 'q')
    expect(await events.activate('E-1', NOW, spending('p'))).toEqual({ kind: 'unclaimed' })
    expect(await events.activate('E-1', NOW, spending('q'))).toEqual({ kind: 'other_payment' })
    expect(await events.activate('E-2', NOW, spending('q'))).toEqual({ kind: 'missing' })
    expect(await stack.redis.hget(paymentKeys('q').claim, 'state')).toBe('held')
    expect((await events.read('E-1'))?.state).toBe('offered')
  })
})

describe('a decision', () => {
  test('the first outcome stands and everybody is told it', async () => {
    await open(events, dated({ id: 'E-1' }), 'E-1')
    const first = await events.decide('E-1', resolved('yes', NOW + 1))
    const decision = { outcome: ['yes'], reason: 'resolver' as const, evidence: { kind: 'test' }, decidedAt: NOW + 1 }
    expect(first).toEqual({ kind: 'decided', state: 'decided', decision })
    for (const trigger of ['resolve', 'administer', 'expire'] as const)
      expect(await events.decide('E-1', { ...resolved('no'), trigger })).toEqual({
        kind: 'before',
        state: 'decided',
        decision,
      })
    expect(await events.unsigned(10)).toEqual(['E-1'])
    expect(await events.due(NOW_TS + 3600, 0, 10)).toEqual(['E-1'])
    expect(await events.decide('E-9', resolved('yes'))).toEqual({ kind: 'missing' })
  })

  test('no way leads where the life cycle has none', async () => {
    await open(events, threshold({ id: 'T-1' }, ABOVE), 'T-1')
    await open(events, dated({ id: 'E-1' }), 'E-1')
    for (const row of TRANSITIONS.filter(({ trigger }) => ['expire', 'resolve', 'administer'].includes(trigger)))
      for (const [id, kind] of [
        ['T-1', 'threshold'],
        ['E-1', 'enum'],
      ] as const)
        if (!row.kinds.includes(kind)) {
          const candidate = { ...expiring(NOW + 10 ** 8), trigger: row.trigger as Candidate['trigger'] }
          expect(await events.decide(id, candidate)).toEqual({ kind: 'not_now', state: 'announced' })
        }
  })

  test('a threshold expires only when every tick up to its expiry was applied', async () => {
    const expiry = (NOW_TS + 3600) * 1000
    await open(events, threshold({ id: 'T-1' }, ABOVE), 'T-1')
    const append = (at: number) => events.ticks.append('BTCUSD', { at, price: '50', sources: [] })
    const applyAll = () => Array.fromAsync(events.ticks.applyAll('BTCUSD', () => NOW))
    await append(expiry)
    await applyAll()
    expect(await events.decide('T-1', expiring(expiry + 1))).toEqual({ kind: 'too_early' })
    await append(expiry + 1)
    expect(await events.decide('T-1', expiring(expiry + 2))).toEqual({ kind: 'too_early' })
    // A long silence does not help while a recorded tick lies there unapplied.
    expect(await events.decide('T-1', expiring(expiry + 10 ** 7))).toEqual({ kind: 'too_early' })
    await applyAll()
    expect(await events.decide('T-1', expiring(expiry + 2))).toMatchObject({
      kind: 'decided',
      decision: { outcome: ['safe'], reason: 'expiry' },
    })
    expect(await stack.redis.zcard(names.dlc.strikes('BTCUSD', 'above'))).toBe(0)
  })

  test('a silent feed is waited for, and no longer', async () => {
    const expiry = (NOW_TS + 3600) * 1000
    await open(events, threshold({ id: 'T-1' }, ABOVE), 'T-1')
    expect(await events.decide('T-1', expiring(expiry + 600_000))).toEqual({ kind: 'too_early' })
    expect(await events.decide('T-1', expiring(expiry + 600_001))).toMatchObject({ kind: 'decided' })
  })
})

describe('publication', () => {
  test('is done once; the same bytes again change nothing, other bytes are a conflict', async () => {
    await open(events, dated({ id: 'E-1' }), 'E-1')
    expect(await events.publish('E-1', ['yes'], BYTES, NOW)).toEqual({ kind: 'undecided' })
    await events.decide('E-1', resolved('yes'))
    expect(await events.publish('E-1', ['no'], BYTES, NOW)).toEqual({ kind: 'conflict' })
    expect(await events.publish('E-1', ['yes'], BYTES, NOW)).toEqual({ kind: 'published' })
    expect(await events.publish('E-1', ['yes'], BYTES, NOW + 1)).toEqual({ kind: 'before' })
    expect(await events.publish('E-1', ['yes'], { ...BYTES, serialized: 'ac' }, NOW)).toEqual({ kind: 'conflict' })
    expect(await events.publish('E-1', ['yes'], { ...BYTES, counted: 'bc' }, NOW)).toEqual({ kind: 'conflict' })
    expect(await events.publish('E-9', ['yes'], BYTES, NOW)).toEqual({ kind: 'missing' })
    expect(await events.read('E-1')).toMatchObject({ state: 'attested', attestation: { ...BYTES, attestedAt: NOW } })
    expect(await events.unsigned(10)).toEqual([])
    expect(await events.due(NOW_TS + 10 ** 6, 0, 10)).toEqual([])
    expect((await events.journal.unread(10)).map(({ what }) => what)).toEqual(['created', 'decided', 'attested'])
  })

  test('the outbox is read from its mark on and trimmed behind it', async () => {
    for (const id of ['E-1', 'E-2']) {
      await open(events, dated({ id }), id)
      await events.decide(id, resolved('yes'))
      await events.publish(id, ['yes'], BYTES, NOW)
    }
    const [first] = await events.outbox.unread(1)
    expect(await events.journal.newest()).toMatchObject({ what: 'attested', id: 'E-2' })
    expect(first).toMatchObject({ what: 'attested', id: 'E-1' })
    expect(await events.outbox.marked()).toBeNull()
    await events.outbox.mark(first!.position)
    expect(await events.outbox.unread(10)).toMatchObject([{ id: 'E-2' }])
    expect(await events.outbox.newest()).toMatchObject({ what: 'attested', id: 'E-2' })
    await events.outbox.trim()
    expect(await stack.redis.xlen(names.dlc.outbox())).toBe(2)
    await events.outbox.mark((await events.outbox.last())!)
    await events.outbox.trim()
    expect(await stack.redis.xlen(names.dlc.outbox())).toBe(1)
    expect(await events.outbox.newest()).toMatchObject({ id: 'E-2' })
    await events.journal.mark((await events.journal.last())!)
    await events.journal.trim()
    expect(await stack.redis.xlen(names.dlc.journal())).toBe(6)
  })
})

test('lists are paged from the newest on and filtered by kind, pair and status', async () => {
  for (let i = 1; i <= 12; i++)
    await open(
      events,
      i % 3 === 0 ? dated({ id: `E-${i}` }) : threshold({ id: `T-${i}`, pair: i % 2 ? 'BTCUSD' : 'XAUUSD' }, ABOVE),
      i % 3 === 0 ? `E-${i}` : `T-${i}`,
    )
  for (const id of ['E-3', 'E-9']) {
    await events.decide(id, resolved('yes'))
    await events.publish(id, ['yes'], BYTES, NOW)
  }
  const ids = async (query: Parameters<EventStore['list']>[0]) => (await events.list(query)).events.map(({ id }) => id)
  expect(await ids({ kinds: ['enum'], status: 'all', count: 9 })).toEqual(['E-12', 'E-9', 'E-6', 'E-3'])
  expect(await ids({ kinds: ['enum'], status: 'open', count: 9 })).toEqual(['E-12', 'E-6'])
  expect(await ids({ kinds: ['enum'], status: 'done', count: 9 })).toEqual(['E-9', 'E-3'])
  const both = await events.list({ kinds: ['enum', 'threshold'], status: 'open', count: 3 })
  expect(both.events.map(({ id }) => id)).toEqual(['E-12', 'T-11', 'T-10'])
  const rest = await events.list({ kinds: ['enum', 'threshold'], status: 'open', count: 9, before: both.next! })
  expect(rest.events[0]?.id).toBe('T-8')
  expect(rest.next).toBeNull()
  expect(await ids({ kinds: ['threshold'], pair: 'XAUUSD', status: 'open', count: 9 })).toEqual([
    'T-10',
    'T-8',
    'T-4',
    'T-2',
  ])
  const seen: string[] = []
  let before: number | undefined
  for (;;) {
    const page = await events.list({ status: 'all', count: 5, ...(before !== undefined && { before }) })
    seen.push(...page.events.map(({ id }) => id))
    if (page.next === null) break
    before = page.next
  }
  expect(seen).toHaveLength(12)
  expect(new Set(seen).size).toBe(12)
  expect(await events.count(NOW_TS + 3600)).toEqual({
    open: { threshold: 8, enum: 2, numeric: 0 },
    done: { threshold: 0, enum: 2, numeric: 0 },
    overdue: 10,
    unsigned: 0,
  })
})

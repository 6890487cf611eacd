import { beforeAll, describe, expect, test } from 'bun:test'
import { type Posting, readPosting } from '../../../src/payments/posting.ts'
import type { Spent } from '../../../src/store/claims/claim-facts.ts'
import { type AnsweredTo, type ClaimStore, claimStore } from '../../../src/store/claims/claims.ts'
import type { EditionRef, Deliverable } from '../../../src/store/claims/deliverable.ts'
import { paymentKeys } from '../../support/payment-keys.ts'
import { FOR_EVER, REDELIVERY_MS, UNANSWERED_MS } from '../../../src/store/claims/redelivery.ts'
import { freshRedis } from '../../support/redis.ts'
import { lifetimes } from '../../support/lifetimes.ts'

/** Claims against a real Redis: every state and move. The long random walk beside a model is `claims-model.test.ts`. */

const redis = await freshRedis()
let claims: ClaimStore

beforeAll(async () => {
  await redis.redis.config('SET', 'appendfsync', 'no')
  claims = redis.store.claims
})
const { expectLife } = lifetimes(() => redis.redis)

const NOW = 1_795_000_000_000
const HOLD_MS = 30_000
const KEEP = 90_000
const TX = `0x${'0a'.repeat(32)}`
const NETWORK = '4:cb0071'
const ANSWER: Deliverable = { kind: 'answer', status: 200, body: '{"price":"1|2 é"}', headers: { age: '1' } }
const PAYMENT = `x402:8453:0x${'a5'.repeat(20)}:0x${'9a'.repeat(20)}:0x${'01'.repeat(32)}`
const TOKEN = `l402:${'ab'.repeat(32)}`
const [REQUEST, OTHER] = ['a1'.repeat(32), 'b2'.repeat(32)]

const on = (changes: Partial<{ payment: string; request: string; now: number }> = {}) => ({
  payment: PAYMENT,
  request: REQUEST,
  now: NOW,
  ...changes,
})
const saleOf = (payment: string) => ({ payment, amount: '10000', item: 'price/spot/BTC-USD', event: '', receipt: 'r' })
const hold = (holder: string, changes: Parameters<typeof on>[0] = {}) =>
  claims.hold({
    ...on(changes),
    holder,
    holdMs: HOLD_MS,
    keepSeconds: KEEP,
    network: NETWORK,
    sale: saleOf(on(changes).payment),
  })
const TRANSFER = '{"signature":"0x"}'
const send = (holder: string, now = NOW) => claims.send(PAYMENT, holder, ANSWER, TRANSFER, now, HOLD_MS, KEEP)
const spend = (now = NOW, told = true) => claims.spend(PAYMENT, TX, now, KEEP, told)
const edition = (index: number): EditionRef => ({
  actor: 'price/spot/BTC-USD',
  version: 1_795_000_000,
  rail: 'l402',
  index,
})
const buy = (changes: Parameters<typeof on>[0] = {}, index = 0) => {
  const asked = on({ payment: TOKEN, ...changes })
  return claims.buy({ ...saleOf(asked.payment), ...asked, edition: edition(index), keepSeconds: KEEP })
}
const { claim, deliverable, sent, ledger, owed, owing } = paymentKeys(PAYMENT)
const unresolved = () => redis.redis.zrange(sent, '0', '-1')
const postings = async (): Promise<readonly Posting[]> => {
  const entries = (await redis.redis.xrange(ledger, '-', '+')) as [string, string[]][]
  return entries.flatMap(([, fields]) => fields.filter((_, at) => at % 2 === 1).map(readPosting))
}
const posted = async () => (await postings()).map(({ what }) => what)
const spentOf = async (changes: Parameters<typeof on>[0] = {}): Promise<Spent> => {
  const found = await claims.look(on(changes))
  if (found.kind !== 'spent') throw new Error(`the claim is ${found.kind}`)
  return found.spent
}
/** Spent by somebody who had nobody to answer, as a settling worker does. */
const settleUnanswered = async (now = NOW) => {
  await hold('a')
  await send('a')
  expect(await spend(now, false)).toBe(true)
}

describe('holding', () => {
  test('one holder, until the hold runs out; then another', async () => {
    expect(await hold('a')).toEqual({ kind: 'held' })
    expect(await hold('b')).toEqual({ kind: 'busy' })
    expect(await hold('b', { now: NOW + HOLD_MS - 1 })).toEqual({ kind: 'busy' })
    expect(await hold('b', { now: NOW + HOLD_MS })).toEqual({ kind: 'held' })
    expect(await send('a', NOW + HOLD_MS)).toBe(false)
    expect(await send('b', NOW + HOLD_MS)).toBe(true)
  })

  test('another request never gets it, not even after the hold ran out', async () => {
    await hold('a')
    expect(await hold('b', { request: OTHER })).toEqual({ kind: 'other_request' })
    expect(await hold('b', { request: OTHER, now: NOW + 10 * HOLD_MS })).toEqual({ kind: 'other_request' })
  })

  test('released it is as good as new, for any request', async () => {
    await hold('a')
    expect(await claims.release(PAYMENT, 'b', NOW)).toBe(false)
    expect(await hold('b', { request: OTHER })).toEqual({ kind: 'other_request' })
    expect(await claims.release(PAYMENT, 'a', NOW)).toBe(true)
    expect(await claims.release(PAYMENT, 'a', NOW)).toBe(false)
    expect(await hold('b', { request: OTHER })).toEqual({ kind: 'held' })
  })

  test('payments do not know one another', async () => {
    await hold('a')
    expect(await hold('a', { payment: PAYMENT.replace(/01$/, '02') })).toEqual({ kind: 'held' })
  })
})

describe('lifetimes', () => {
  test('a hold is remembered as long as it was asked to be', async () => {
    await hold('a')
    await expectLife(claim, KEEP)
  })

  test('what was sent stays until it is resolved, with its deliverable', async () => {
    await hold('a')
    await send('a')
    expect(await redis.redis.ttl(claim)).toBe(-1)
    expect(await redis.redis.ttl(deliverable)).toBe(-1)
    await spend()
    await expectLife(claim, KEEP)
    await expectLife(deliverable, REDELIVERY_MS / 1000 + 60)
  })

  test('what a settling worker spent outlives the day in which its buyer may come', async () => {
    await hold('a')
    await claims.send(PAYMENT, 'a', ANSWER, '{}', NOW, HOLD_MS, 60)
    expect(await redis.store.settlements.spend(PAYMENT, TX)).toBe(true)
    await expectLife(claim, (2 * UNANSWERED_MS) / 1000)
    await expectLife(deliverable, UNANSWERED_MS / 1000 + 60)
    await claims.delivered(PAYMENT, Date.now(), 'shown')
    await expectLife(deliverable, REDELIVERY_MS / 1000 + 60)
  })

  test('a token that bought stays bought for as long as it was asked to be', async () => {
    await buy()
    await expectLife(paymentKeys(TOKEN).claim, KEEP)
    await hold('a', { payment: `${TOKEN.slice(0, -2)}cd` })
    const used = `${TOKEN.slice(0, -2)}cd`
    expect(await claims.useUp(used, 'a', ANSWER, NOW, KEEP)).toBe(true)
    await expectLife(paymentKeys(used).claim, KEEP)
    await expectLife(paymentKeys(used).deliverable, REDELIVERY_MS / 1000 + 60)
  })

  test('what was bought for ever stays for ever, answered or not', async () => {
    await hold('a')
    await claims.send(PAYMENT, 'a', ANSWER, '{}', NOW, HOLD_MS, 'for_ever')
    await redis.store.settlements.spend(PAYMENT, TX)
    expect([await redis.redis.ttl(claim), await redis.redis.ttl(deliverable)]).toEqual([-1, -1])
    expect((await spentOf()).until).toBe(FOR_EVER)
    await claims.delivered(PAYMENT, NOW, 'shown')
    expect([await redis.redis.ttl(claim), await redis.redis.ttl(deliverable)]).toEqual([-1, -1])
    expect((await spentOf()).until).toBe(FOR_EVER)
  })
})

describe('sending', () => {
  test('only the holder, only once, only from held', async () => {
    expect(await send('a')).toBe(false)
    await hold('a')
    expect(await send('b')).toBe(false)
    expect(await send('a')).toBe(true)
    expect(await send('a')).toBe(false)
    expect(await unresolved()).toEqual([PAYMENT])
  })

  test('while it is under way nobody else may resolve it; afterwards one at a time', async () => {
    await hold('a')
    await send('a', NOW + 1_000)
    expect(await hold('b', { now: NOW + 1_000 + HOLD_MS - 1 })).toEqual({ kind: 'busy' })
    const later = NOW + 1_000 + HOLD_MS
    expect(await hold('b', { now: later })).toEqual({
      kind: 'sent',
      deliverable: ANSWER,
      network: NETWORK,
      transfer: TRANSFER,
    })
    expect(await hold('c', { now: later })).toEqual({ kind: 'busy' })
    expect(await claims.release(PAYMENT, 'a', NOW)).toBe(false)
    expect(await claims.yield(PAYMENT, 'a')).toBe(false)
    expect(await claims.yield(PAYMENT, 'b')).toBe(true)
    expect(await hold('c', { now: later })).toMatchObject({ kind: 'sent', network: NETWORK })
  })

  test('yielding moves nothing but a claim that was sent', async () => {
    expect(await claims.yield(PAYMENT, 'a')).toBe(false)
    await hold('a')
    expect(await claims.yield(PAYMENT, 'a')).toBe(false)
    expect(await hold('b')).toEqual({ kind: 'busy' })
    await send('a')
    await spend()
    expect(await claims.yield(PAYMENT, 'a')).toBe(false)
    expect(await hold('b')).toMatchObject({ kind: 'spent' })
  })

  test('released by its holder, who knows that it failed, nothing is left of it', async () => {
    await hold('a')
    await send('a')
    expect(await claims.release(PAYMENT, 'a', NOW)).toBe(true)
    expect(await unresolved()).toEqual([])
    expect(await redis.redis.exists(claim, deliverable)).toBe(0)
    expect(await hold('b')).toEqual({ kind: 'held' })
    expect(await posted()).toEqual([])
  })

  test('looking touches nothing', async () => {
    expect(await claims.look(on())).toEqual({ kind: 'free' })
    await hold('a')
    expect(await claims.look(on())).toEqual({ kind: 'busy' })
    expect(await claims.look(on({ now: NOW + HOLD_MS }))).toEqual({ kind: 'free' })
    await send('a')
    await claims.yield(PAYMENT, 'a')
    expect(await claims.look(on())).toMatchObject({ kind: 'sent', deliverable: ANSWER })
    expect(await claims.look(on())).toMatchObject({ kind: 'sent' })
    expect(await claims.look(on({ request: OTHER }))).toEqual({ kind: 'other_request' })
    await spend()
    expect(await claims.look(on({ request: OTHER }))).toEqual({ kind: 'other_request' })
    expect(await spentOf({ now: NOW + 10 * UNANSWERED_MS })).toMatchObject({ deliverable: ANSWER })
  })
})

describe('spending', () => {
  test('in the same step as its answer: the usual window, the network, the transaction, one posting', async () => {
    await hold('a')
    await send('a')
    expect(await spend(NOW + 5)).toBe(true)
    expect(await unresolved()).toEqual([])
    const until = NOW + 5 + REDELIVERY_MS
    expect(await spentOf()).toEqual({
      deliverable: ANSWER,
      spentAt: NOW + 5,
      until,
      bareUntil: until,
      told: true,
      network: NETWORK,
      transaction: TX,
    })
    expect(await postings()).toEqual([{ ...saleOf(PAYMENT), what: 'sold', at: NOW + 5, transaction: TX }])
    expect(await redis.redis.hkeys(claim)).not.toContain('transfer')
  })

  test('once: not again, not released, not sent, and nothing is spent that was never held', async () => {
    expect(await spend()).toBe(false)
    expect(await redis.redis.exists(claim)).toBe(0)
    await hold('a')
    // Without a deliverable that was set aside there is nothing to deliver.
    expect(await spend()).toBe(false)
    expect(await hold('b')).toEqual({ kind: 'busy' })
    await send('a')
    expect(await spend()).toBe(true)
    expect(await spend(NOW + 1)).toBe(false)
    expect(await redis.store.settlements.spend(PAYMENT, TX)).toBe(false)
    expect(await send('a')).toBe(false)
    expect(await claims.release(PAYMENT, 'a', NOW)).toBe(false)
    expect((await spentOf()).spentAt).toBe(NOW)
    expect(await posted()).toEqual(['sold'])
  })

  test('with nobody to answer: a day for its buyer, who is owed the answer', async () => {
    await settleUnanswered(NOW + 5)
    expect(await spentOf()).toMatchObject({ until: NOW + 5 + UNANSWERED_MS, bareUntil: null, told: false })
    expect(await posted()).toEqual(['settled'])
    expect(await redis.redis.zscore(owed, PAYMENT)).toBe(String(NOW + 5 + UNANSWERED_MS))
    expect(await redis.redis.hget(owing, PAYMENT)).toContain('|10000|price/spot/BTC-USD|')
  })
})

describe('answering later', () => {
  const windows = async () => {
    const { until, bareUntil, told } = await spentOf()
    return { until: until - NOW, bare: bareUntil === null ? null : bareUntil - NOW, told }
  }
  const DAY = UNANSWERED_MS

  test('who shows that it is his starts the usual window for everybody', async () => {
    for (const who of ['maker', 'shown'] as const) {
      await redis.flush()
      await settleUnanswered()
      expect(await claims.delivered(PAYMENT, NOW + 7, who)).toBe(true)
      expect(await windows()).toEqual({ until: 7 + REDELIVERY_MS, bare: 7 + REDELIVERY_MS, told: true })
      expect(await posted()).toEqual(['settled', who === 'maker' ? 'delivered' : 'delivered_late'])
      expect(await redis.redis.exists(owed, owing)).toBe(0)
      // A second answer moves nothing.
      expect(await claims.delivered(PAYMENT, NOW + 900, who)).toBe(false)
      expect(await windows()).toEqual({ until: 7 + REDELIVERY_MS, bare: 7 + REDELIVERY_MS, told: true })
    }
  })

  test('on network alone the window of that network starts, and the buyer keeps his day', async () => {
    await settleUnanswered()
    expect(await claims.delivered(PAYMENT, NOW + 7, 'network')).toBe(true)
    expect(await windows()).toEqual({ until: DAY, bare: 7 + REDELIVERY_MS, told: false })
    expect(await claims.delivered(PAYMENT, NOW + 50_000, 'network')).toBe(false)
    expect(await windows()).toEqual({ until: DAY, bare: 7 + REDELIVERY_MS, told: false })
    const late = 3_600_000
    expect(await claims.delivered(PAYMENT, NOW + late, 'shown')).toBe(false)
    expect(await windows()).toEqual({ until: late + REDELIVERY_MS, bare: 7 + REDELIVERY_MS, told: true })
    expect(await posted()).toEqual(['settled', 'delivered_late'])
  })

  test('no answer makes a window longer than it was', async () => {
    await settleUnanswered()
    const last = DAY - 1_000
    for (const who of ['network', 'shown'] as const satisfies readonly AnsweredTo[])
      await claims.delivered(PAYMENT, NOW + last, who)
    expect(await windows()).toEqual({ until: DAY, bare: DAY, told: true })
  })

  test('of nothing, or of what is not spent, there is no answer', async () => {
    expect(await claims.delivered(PAYMENT, NOW, 'shown')).toBe(false)
    expect(await redis.redis.exists(claim)).toBe(0)
    await hold('a')
    await send('a')
    expect(await claims.delivered(PAYMENT, NOW, 'shown')).toBe(false)
    expect(await posted()).toEqual([])
  })
})

describe('selling in one step', () => {
  const sold = (index: number, at = NOW): Spent => ({
    deliverable: { kind: 'edition', edition: edition(index) },
    spentAt: at,
    until: at + REDELIVERY_MS,
    bareUntil: at + REDELIVERY_MS,
    told: true,
    network: '',
    transaction: '',
  })

  test('the first sale stands, whatever is offered later', async () => {
    expect(await buy()).toEqual({ kind: 'bought' })
    expect(await buy({ now: NOW + 5 }, 1)).toEqual({ kind: 'spent', spent: sold(0) })
    expect(await buy({ request: OTHER }, 2)).toEqual({ kind: 'other_request' })
    expect(await claims.look(on({ payment: TOKEN }))).toEqual({ kind: 'spent', spent: sold(0) })
    expect(await hold('a', { payment: TOKEN })).toEqual({ kind: 'spent', spent: sold(0) })
    expect(await claims.receipt(TOKEN)).toMatchObject({ state: 'spent', spent: sold(0), transaction: '' })
    expect(await postings()).toEqual([{ ...saleOf(TOKEN), what: 'sold', at: NOW, transaction: '' }])
  })

  test('what is held or spent otherwise is not bought over its holder', async () => {
    await hold('a', { payment: TOKEN })
    expect(await buy()).toEqual({ kind: 'busy' })
    await claims.useUp(TOKEN, 'a', ANSWER, NOW, KEEP)
    expect(await buy()).toMatchObject({ kind: 'spent', spent: { deliverable: ANSWER } })
    expect(await posted()).toEqual(['sold'])
  })

  test('many at once travel together, and each is sold once', async () => {
    const tokens = Array.from({ length: 300 }, (_, at) => `l402:${at.toString(16).padStart(64, '0')}`)
    // Every token is shown three times in one turn of the loop.
    const outcomes = await Promise.all(
      tokens.flatMap((payment, at) => [0, 1, 2].map((time) => buy({ payment }, 3 * at + time))),
    )
    const bought = outcomes.filter(({ kind }) => kind === 'bought')
    expect(bought).toHaveLength(300)
    const others = outcomes.filter(({ kind }) => kind !== 'bought')
    expect(others.every(({ kind }) => kind === 'spent')).toBe(true)
    const all = await postings()
    expect(new Set(all.map(({ payment }) => payment)).size).toBe(300)
    expect(all).toHaveLength(300)
  })

  test('a store that refuses is no sale, and says so to everybody in the batch', async () => {
    await redis.redis.config('SET', 'maxmemory', '1')
    const outcomes = await Promise.allSettled([buy(), buy({ payment: `${TOKEN.slice(0, -2)}00` })])
    await redis.redis.config('SET', 'maxmemory', '0')
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await redis.redis.keys('claros:{p0}*')).toEqual([])
  })

  test('given back it is as good as new, and the ledger knows', async () => {
    await buy()
    const spent = await spentOf({ payment: TOKEN })
    expect(await claims.giveBack(saleOf(TOKEN), { ...spent, spentAt: NOW - 1 }, REQUEST, NOW)).toBe(false)
    expect(await claims.giveBack(saleOf(TOKEN), spent, OTHER, NOW)).toBe(false)
    expect(await claims.giveBack(saleOf(TOKEN), spent, REQUEST, NOW + 1)).toBe(true)
    expect(await claims.giveBack(saleOf(TOKEN), spent, REQUEST, NOW + 1)).toBe(false)
    expect(await buy({ now: NOW + 2 }, 1)).toEqual({ kind: 'bought' })
    expect(await posted()).toEqual(['sold', 'given_back', 'sold'])
  })
})

test('a promise that was kept is handed out from then on, for no longer than it would have been', async () => {
  const promise: Deliverable = { kind: 'promise', event: 'T-1' }
  expect(await claims.keepPromise(PAYMENT, ANSWER)).toBe(false)
  await hold('a')
  await claims.send(PAYMENT, 'a', promise, '{}', NOW, HOLD_MS, KEEP)
  expect(await claims.keepPromise(PAYMENT, ANSWER)).toBe(false)
  await spend()
  const before = await redis.redis.pttl(deliverable)
  expect(await claims.keepPromise(PAYMENT, ANSWER)).toBe(true)
  const after = await redis.redis.pttl(deliverable)
  expect(after).toBeLessThanOrEqual(before)
  // No lifetime at all is said as -1.
  expect(after).toBeGreaterThan(0)
  expect((await spentOf()).deliverable).toEqual(ANSWER)
  await redis.redis.del(deliverable)
  await claims.keepPromise(PAYMENT, ANSWER)
  expect(await redis.redis.exists(deliverable)).toBe(0)
})

test('a receipt tells what became of a payment', async () => {
  expect(await claims.receipt(PAYMENT)).toBeNull()
  await hold('a')
  expect(await claims.receipt(PAYMENT)).toMatchObject({ state: 'held', spent: null, transaction: '' })
  await send('a')
  await redis.store.settlements.storeTransaction(PAYMENT, { hash: TX, raw: '0x02' }, null)
  expect(await claims.receipt(PAYMENT)).toMatchObject({ state: 'sent', spent: null, transaction: TX })
  await spend()
  expect(await claims.receipt(PAYMENT)).toMatchObject({
    state: 'spent',
    spent: { deliverable: ANSWER, transaction: TX },
  })
})

test('a restarted Redis that has forgotten its scripts is taught them again, and claims survive', async () => {
  await hold('a')
  await redis.redis.script('FLUSH')
  expect(await send('a')).toBe(true)
  await redis.redis.script('FLUSH')
  expect(await Promise.all([spend(), spend(), spend()])).toEqual([true, false, false])
  await redis.redis.script('FLUSH')
  expect(await hold('b')).toMatchObject({ kind: 'spent', spent: { deliverable: ANSWER } })
  await redis.redis.script('FLUSH')
  expect(await buy()).toEqual({ kind: 'bought' })
})

test('what stays of a claim after its window is small, on either rail', async () => {
  const memory = async () => Number(/used_memory:(\d+)/.exec(await redis.redis.info('memory'))![1])
  const COUNT = 5_000
  claims = claimStore(redis.redis)
  const payments = Array.from({ length: COUNT }, (_, at) => ({
    x402: `${PAYMENT.slice(0, -8)}${at.toString(16).padStart(8, '0')}`,
    l402: `l402:${at.toString(16).padStart(64, '0')}`,
  }))
  const before = await memory()
  await Promise.all(
    payments.map(async ({ x402 }) => {
      await hold('a', { payment: x402 })
      await claims.send(x402, 'a', ANSWER, '{}', NOW, HOLD_MS, KEEP)
      await claims.spend(x402, TX, NOW, KEEP, true)
    }),
  )
  // Ten minutes later: the deliverable has gone, the bookkeeper has been.
  await Promise.all(payments.map(({ x402 }) => redis.redis.del(paymentKeys(x402).deliverable)))
  await redis.redis.del(ledger)
  const between = await memory()
  await Promise.all(payments.map(({ l402 }) => buy({ payment: l402 })))
  await redis.redis.del(ledger)
  const after = await memory()
  expect((between - before) / COUNT).toBeLessThanOrEqual(350)
  expect((after - between) / COUNT).toBeLessThanOrEqual(350)
})

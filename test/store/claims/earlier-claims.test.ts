import { beforeEach, describe, expect, test } from 'bun:test'
import { type ClaimStore, claimStore } from '../../../src/store/claims/claims.ts'
import { names } from '../../../src/store/redis/names.ts'
import { paymentKeys } from '../../support/payment-keys.ts'
import { FOR_EVER, REDELIVERY_MS, UNANSWERED_MS } from '../../../src/store/claims/redelivery.ts'
import { postingsIn } from '../../support/ledger.ts'
import { freshRedis } from '../../support/redis.ts'
import { lifetimes } from '../../support/lifetimes.ts'

/**
 * A rolling update over the change of claims: what the release before this one wrote counts, and it counts what we
 * write.
 */

const redis = await freshRedis()
let claims: ClaimStore

beforeEach(() => {
  claims = claimStore(redis.redis)
})
const { expectLife } = lifetimes(() => redis.redis)

const NOW = 1_795_000_000_000
const HOLD_MS = 30_000
const KEEP = 90_000
const REQUEST = 'a1'.repeat(32)
const USDC = `x402:8453:0x${'a5'.repeat(20)}:0x${'9a'.repeat(20)}:0x${'01'.repeat(32)}`
const TOKEN = `l402:${'ab'.repeat(32)}`
const TX = `0x${'cd'.repeat(32)}`
const STEM = '{"price":"1"'
const LINE = 'sig== v1|PRICE|1'
const BODY = `${STEM},"canonical":"v1|PRICE|1","signature":"sig=="}`

/** As the release before this one wrote them: `HSET claros:claim:<payment>`. */
const earlier = (payment: string) => `claros:claim:${payment}`
const write = async (payment: string, fields: Record<string, string | number>, ttl = KEEP) => {
  await redis.redis.hset(earlier(payment), fields)
  if (ttl > 0) await redis.redis.expire(earlier(payment), ttl)
}
/** How its HOLD and BUY read a claim. */
const seenByEarlier = async (payment: string, now = NOW): Promise<string> => {
  const [state, request, until] = await redis.redis.hmget(earlier(payment), 'state', 'request', 'until')
  if (!state) return 'free'
  if (request !== REQUEST) return 'other_request'
  if (state === 'spent') return now > Number(until) ? 'spent' : 'spent_fresh'
  if (Number(until) > now) return 'busy'
  return state === 'sent' ? 'sent' : 'free'
}
const saleOf = (payment: string) => ({ payment, amount: '10000', item: 'price/spot/BTC-USD', event: '', receipt: '' })
const holdOn = (payment: string, now = NOW) => ({
  payment,
  request: REQUEST,
  now,
  holder: 'a',
  holdMs: HOLD_MS,
  keepSeconds: KEEP,
  network: '4:cb0071',
  sale: saleOf(payment),
})
const edition = { actor: 'price/spot/BTC-USD', version: 1_795_000_000, rail: 'l402', index: 7 } as const
const buy = (now = NOW) =>
  claims.buy({ ...saleOf(TOKEN), payment: TOKEN, request: REQUEST, now, edition, keepSeconds: KEEP })

describe('what the earlier release sold', () => {
  test('over Lightning is not sold again, and handed out for the rest of its window', async () => {
    const deliverable = 'e|price/spot/BTC-USD|1795000000|l402|3'
    await write(TOKEN, {
      state: 'spent',
      request: REQUEST,
      goods: deliverable,
      spentAt: NOW - 1_000,
      until: NOW + 119_000,
    })
    const spent = {
      deliverable: { kind: 'edition', edition: { ...edition, index: 3 } },
      spentAt: NOW - 1_000,
      until: NOW + 119_000,
      told: true,
    }
    expect(await buy()).toMatchObject({ kind: 'spent', spent })
    expect(await claims.look({ payment: TOKEN, request: REQUEST, now: NOW })).toMatchObject({ kind: 'spent', spent })
    expect(await claims.look({ payment: TOKEN, request: 'b2'.repeat(32), now: NOW })).toEqual({ kind: 'other_request' })
    expect(await postingsIn(redis.redis)).toEqual([])
  })

  test('over x402 is handed out, undelivered ones for their day, with transaction and text', async () => {
    const settlement = JSON.stringify({ transaction: TX, payer: `0x${'9a'.repeat(20)}` })
    const deliverable = `s|${STEM.length}|${STEM}${LINE}`
    const until = NOW + UNANSWERED_MS
    await write(USDC, {
      state: 'spent',
      request: REQUEST,
      goods: deliverable,
      spentAt: NOW,
      until,
      settlement,
      keep: KEEP,
    })
    expect(await claims.hold(holdOn(USDC))).toMatchObject({
      kind: 'spent',
      spent: {
        deliverable: { kind: 'answer', body: BODY },
        until,
        told: false,
        bareUntil: null,
        network: '',
        transaction: TX,
      },
    })
    await expectLife(paymentKeys(USDC).claim, KEEP)
    expect(await redis.redis.ttl(paymentKeys(USDC).deliverable)).toBeGreaterThan(UNANSWERED_MS / 1000)
  })

  test('for ever stays for ever', async () => {
    const deliverable = `a|${JSON.stringify({ kind: 'answer', status: 200, body: '{"eventid":"E-1"}', headers: {} })}`
    await write(
      USDC,
      { state: 'spent', request: REQUEST, goods: deliverable, spentAt: NOW, until: FOR_EVER, settlement: '' },
      0,
    )
    const later = NOW + 40 * UNANSWERED_MS
    expect(await claims.receipt(USDC, later)).toMatchObject({
      state: 'spent',
      spent: { until: FOR_EVER, deliverable: { body: '{"eventid":"E-1"}' } },
    })
    expect([
      await redis.redis.ttl(paymentKeys(USDC).claim),
      await redis.redis.ttl(paymentKeys(USDC).deliverable),
    ]).toEqual([-1, -1])
  })
})

describe('what the earlier release left on its way', () => {
  const sent = { state: 'sent', request: REQUEST, holder: 'x', until: NOW - 1, sentAt: NOW - 40_000, keep: KEEP }
  const transfer = JSON.stringify({ authorization: { value: '7000000' }, signature: '0x' })

  test('a hold is waited for, and taken over when it ran out', async () => {
    await write(USDC, { state: 'held', request: REQUEST, holder: 'x', until: NOW + 1_000 })
    expect(await claims.hold(holdOn(USDC))).toEqual({ kind: 'busy' })
    expect(await claims.hold(holdOn(USDC, NOW + 1_000))).toEqual({ kind: 'held' })
  })

  test('a settlement is found by the sweeper, with its transfer, its transaction and its deliverable, and posted', async () => {
    const deliverable = `s|${STEM.length}|${STEM}${LINE}`
    await write(USDC, { ...sent, goods: deliverable, transfer, hash: TX, raw: '0x02' })
    await redis.redis.zadd('claros:claims:sent', NOW - 40_000, USDC)
    const { settlements } = redis.store
    expect(await settlements.listSent(NOW)).toEqual([USDC])
    expect(await redis.redis.exists('claros:claims:sent')).toBe(0)
    expect(await settlements.read(USDC)).toEqual({
      state: 'sent',
      transfer,
      stored: { hash: TX, raw: '0x02' },
      transaction: '',
    })
    expect(await redis.redis.ttl(paymentKeys(USDC).claim)).toBe(-1)
    // A server of the earlier release must not settle it too.
    expect(await seenByEarlier(USDC)).toBe('busy')
    expect(await settlements.spend(USDC, TX)).toBe(true)
    expect(await claims.look({ payment: USDC, request: REQUEST, now: NOW })).toMatchObject({
      kind: 'spent',
      spent: { deliverable: { body: BODY }, told: false },
    })
    expect(await postingsIn(redis.redis)).toMatchObject([{ what: 'settled', amount: '7000000', item: 'earlier' }])
  })

  test('the same payment resumes it', async () => {
    await write(USDC, { ...sent, goods: `k|${'0'.repeat(32)}`, transfer })
    expect(await claims.hold(holdOn(USDC))).toMatchObject({ kind: 'sent', deliverable: { kind: 'kept' }, network: '' })
    expect(await claims.hold(holdOn(USDC))).toEqual({ kind: 'busy' })
  })
})

describe('servers of the earlier release beside ours', () => {
  test('see what we sell as busy: one payment is never sold by both', async () => {
    expect(await buy()).toEqual({ kind: 'bought' })
    expect(await seenByEarlier(TOKEN)).toBe('busy')
    expect(await seenByEarlier(TOKEN, NOW + 100 * REDELIVERY_MS)).toBe('busy')
    expect(await claims.hold(holdOn(USDC))).toEqual({ kind: 'held' })
    expect(await seenByEarlier(USDC)).toBe('busy')
    // Our own mark is no claim of theirs.
    expect(await buy()).toMatchObject({ kind: 'spent', spent: { deliverable: { edition } } })
    expect(await claims.hold(holdOn(USDC))).toEqual({ kind: 'busy' })
  })

  test('may have a payment again that we let go', async () => {
    await claims.hold(holdOn(USDC))
    await claims.release(USDC, 'a', NOW)
    expect(await seenByEarlier(USDC)).toBe('free')
    await claims.hold(holdOn(USDC))
    await claims.send(USDC, 'a', { kind: 'answer', status: 200, body: '{}', headers: {} }, '{}', NOW, HOLD_MS, KEEP)
    expect(await redis.store.settlements.release(USDC)).toBe(true)
    expect(await seenByEarlier(USDC)).toBe('free')
  })

  test('are thought of for a day and two hours; from then on nothing is marked, and what they sold is still known', async () => {
    await buy()
    const later = NOW + 26 * 3_600_000 + 1
    claims = claimStore(redis.redis)
    const other = `l402:${'cd'.repeat(32)}`
    expect(
      await claims.buy({ ...saleOf(other), payment: other, request: REQUEST, now: later, edition, keepSeconds: KEEP }),
    ).toEqual({ kind: 'bought' })
    expect(await redis.redis.exists(earlier(other))).toBe(0)
    await claims.hold(holdOn(USDC, later))
    expect(await redis.redis.exists(earlier(USDC))).toBe(0)
    expect(await redis.redis.get(names.claimsSince())).toBe(String(NOW))
  })
})

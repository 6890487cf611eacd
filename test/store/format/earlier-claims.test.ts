import { beforeEach, describe, expect, test } from 'bun:test'
import { type ClaimStore, claimStore } from '../../../src/store/claims/claims.ts'
import { liftEarlierClaims } from '../../../src/store/format/earlier-claims.ts'
import { paymentKeys } from '../../support/payment-keys.ts'
import { FOR_EVER, UNANSWERED_MS } from '../../../src/store/claims/redelivery.ts'
import { postingsIn } from '../../support/ledger.ts'
import { freshRedis } from '../../support/redis.ts'
import { lifetimes } from '../../support/lifetimes.ts'

/** Claims in their first form of all: after the first step between formats they count as they did. */

const redis = await freshRedis()
let claims: ClaimStore

beforeEach(() => {
  claims = claimStore(redis.redis)
})
const move = { keep: async () => {} }
const lift = () => liftEarlierClaims(redis.redis, move)
const { expectLife } = lifetimes(() => redis.redis)

/** The step judges by the clock of Redis what is still handed out. */
const NOW = Date.now()
const HOLD_MS = 30_000
const KEEP = 90_000
const REQUEST = 'a1'.repeat(32)
const USDC = `x402:8453:0x${'a5'.repeat(20)}:0x${'9a'.repeat(20)}:0x${'01'.repeat(32)}`
const TOKEN = `l402:${'ab'.repeat(32)}`
const TX = `0x${'cd'.repeat(32)}`
const STEM = '{"price":"1"'
const LINE = 'sig== v1|PRICE|1'
const BODY = `${STEM},"canonical":"v1|PRICE|1","signature":"sig=="}`

/** As they were written: `HSET claros:claim:<payment>`. */
const earlier = (payment: string) => `claros:claim:${payment}`
const write = async (payment: string, fields: Record<string, string | number>, ttl = KEEP) => {
  await redis.redis.hset(earlier(payment), fields)
  if (ttl > 0) await redis.redis.expire(earlier(payment), ttl)
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
    await lift()
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
    await lift()
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
    await lift()
    expect(await claims.receipt(USDC)).toMatchObject({
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
    await lift()
    expect(await claims.hold(holdOn(USDC))).toEqual({ kind: 'busy' })
    expect(await claims.hold(holdOn(USDC, NOW + 1_000))).toEqual({ kind: 'held' })
  })

  test('a settlement is found by the sweeper, with its transfer, its transaction and its deliverable, and posted', async () => {
    const deliverable = `s|${STEM.length}|${STEM}${LINE}`
    await write(USDC, { ...sent, goods: deliverable, transfer, hash: TX, raw: '0x02' })
    await redis.redis.zadd('claros:claims:sent', NOW - 40_000, USDC)
    await lift()
    const { settlements } = redis.store
    expect(await settlements.listSent(NOW)).toEqual([USDC])
    expect(await redis.redis.exists('claros:claims:sent')).toBe(0)
    expect(await settlements.read(USDC)).toEqual({
      state: 'sent',
      transfer,
      stored: { hash: TX, raw: '0x02' },
      transaction: '',
      receipt: '',
    })
    expect(await redis.redis.ttl(paymentKeys(USDC).claim)).toBe(-1)
    expect(await settlements.spend(USDC, TX)).toBe(true)
    expect(await claims.look({ payment: USDC, request: REQUEST, now: NOW })).toMatchObject({
      kind: 'spent',
      spent: { deliverable: { body: BODY }, told: false },
    })
    expect(await postingsIn(redis.redis)).toMatchObject([{ what: 'settled', amount: '7000000', item: 'earlier' }])
  })

  test('the same payment resumes it', async () => {
    await write(USDC, { ...sent, goods: `k|${'0'.repeat(32)}`, transfer })
    await lift()
    expect(await claims.hold(holdOn(USDC))).toMatchObject({ kind: 'sent', deliverable: { kind: 'kept' }, network: '' })
    expect(await claims.hold(holdOn(USDC))).toEqual({ kind: 'busy' })
  })
})

describe('the step', () => {
  test('leaves nothing of the earlier form, and may be made again', async () => {
    await write(TOKEN, { state: 'held', request: REQUEST, holder: 'next release', until: FOR_EVER })
    await write(USDC, { state: 'spent', request: REQUEST, goods: 'k|x', spentAt: NOW, until: NOW + 1_000 })
    await redis.redis.set('claros:claims:since', NOW)
    await lift()
    const left = await redis.redis.keys('*')
    expect(left.toSorted()).toEqual([paymentKeys(USDC).claim, paymentKeys(USDC).deliverable].toSorted())
    await lift()
    expect((await redis.redis.keys('*')).toSorted()).toEqual(left.toSorted())
    // A mark kept yet older servers away from what was sold here: it is no sale.
    expect(await buy()).toEqual({ kind: 'bought' })
  })

  test('a claim of today stands before one of before', async () => {
    await claims.hold(holdOn(USDC))
    await write(USDC, { state: 'spent', request: REQUEST, goods: 'k|x', spentAt: NOW, until: NOW + 1_000 })
    await lift()
    expect(await claims.receipt(USDC)).toMatchObject({ state: 'held' })
    expect(await redis.redis.exists(earlier(USDC))).toBe(0)
  })

  test.each<[string, Record<string, string | number>]>([
    ['of no state', { state: 'begun', request: REQUEST, until: NOW }],
    ['of no request', { state: 'spent', until: NOW, spentAt: NOW }],
    ['of no time', { state: 'spent', request: REQUEST, until: NOW, goods: 'k|x' }],
    ['sent with nothing', { state: 'sent', request: REQUEST, until: NOW }],
    ['whose settlement is no JSON', { state: 'spent', request: REQUEST, until: NOW, spentAt: NOW, settlement: '0x' }],
  ])('a claim %s sells nothing to its payment', async (_what, fields) => {
    await write(USDC, fields)
    await lift()
    expect(await redis.redis.exists(earlier(USDC))).toBe(0)
    const held = await claims.hold(holdOn(USDC)).then(
      ({ kind }) => kind,
      (problem: Error) => problem.name,
    )
    expect(held).toBeOneOf(['UnreadableRecord', 'other_request'])
  })
})

import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { LongEdition } from '../../../src/store/claims/deliverable.ts'
import { LONG_BODY, longText, type LongText } from '../../../src/store/claims/long-body.ts'
import { paymentKeys } from '../../support/payment-keys.ts'
import { REDELIVERY_MS, UNANSWERED_MS } from '../../../src/store/claims/redelivery.ts'
import { settlementStore } from '../../../src/store/claims/settlements.ts'
import { UnreadableRecord } from '../../../src/store/redis/stored.ts'
import { lifetimes } from '../../support/lifetimes.ts'
import { freshRedis } from '../../support/redis.ts'
import { stillClock } from '../../support/still.ts'

/** Claims on one long snapshot: its text lies once, and as long as one of them may still be handed out. */

const redis = await freshRedis()
const { claims } = redis.store
const { expectLife } = lifetimes(() => redis.redis)

const NOW = 1_795_000_000_000
const [HOLD_MS, KEEP] = [30_000, 90_000]
const TX = `0x${'0a'.repeat(32)}`
/** A text whose claims need it no longer stays so long for the next sale of its snapshot. */
const IDLE = 60_000

beforeAll(async () => {
  await redis.redis.config('SET', 'appendfsync', 'no')
})
beforeEach(async () => {
  await redis.redis.flushall()
})

const rows = Array.from({ length: 400 }, (_, at) => ({ strike: `${at * 500}`, iv: `${(at * 7919) % 9973}`, é: 'ü' }))
const PREFIX = JSON.stringify({ options: rows, timestamp: NOW / 1_000 }).slice(0, -1)
const edition = (n: number) => ({ canonical: `v1|GREEKS|BTCUSD|${n}`, signature: `c2ln${n}==` })
const bodyOf = (n: number) => `${PREFIX},"canonical":"v1|GREEKS|BTCUSD|${n}","signature":"c2ln${n}=="}`
const payment = (n: number) =>
  `x402:8453:0x${'a5'.repeat(20)}:0x${'9a'.repeat(20)}:0x${n.toString(16).padStart(64, '0')}`
const request = 'a1'.repeat(32)

const hold = (n: number, now = NOW) =>
  claims.hold({
    payment: payment(n),
    request,
    now,
    holder: `h${n}`,
    holdMs: HOLD_MS,
    keepSeconds: KEEP,
    network: '4:cb0071',
    sale: { payment: payment(n), amount: '50000', item: 'greeks/BTC-USD', event: '', receipt: 'r' },
  })
const sendLong = (n: number, text: LongText, now = NOW) =>
  claims.sendLong({
    payment: payment(n),
    holder: `h${n}`,
    text,
    edition: edition(n),
    transfer: '{}',
    now,
    holdMs: HOLD_MS,
    keepSeconds: KEEP,
  })
const sent = async (n: number, text: LongText, now = NOW): Promise<LongEdition> => {
  expect((await hold(n, now)).kind).toBe('held')
  const bought = await sendLong(n, text, now)
  if (!bought) throw new Error('the claim is lost')
  return bought
}
const spend = (n: number, now: number, told = true) => claims.spend(payment(n), TX, now, KEEP, told)
const key = (text: LongText) => paymentKeys(payment(0)).longText(text.digest)
const isKept = (text: LongText) => redis.redis.exists(key(text))
const expectText = async (text: LongText, ms: number) => {
  await expectLife(key(text), ms / 1_000)
  await expectLife(`${key(text)}:needs`, ms / 1_000)
}
const expectNoEnd = async (text: LongText) => {
  expect(await redis.redis.pttl(key(text))).toBe(-1)
  expect(await redis.redis.pttl(`${key(text)}:needs`)).toBe(-1)
}

describe('a long body', () => {
  test('lies once for all claims on its snapshot, and each reads its own edition', async () => {
    const text = longText(PREFIX)
    expect(PREFIX.length).toBeGreaterThan(LONG_BODY)
    const bought = [await sent(1, text), await sent(2, text), await sent(3, longText(PREFIX))]
    expect(await redis.redis.keys('*:t:*')).toHaveLength(2)
    for (const [at, each] of bought.entries()) expect(await claims.longBody(each)).toBe(bodyOf(at + 1))
    const found = await claims.look({ payment: payment(2), request, now: NOW + HOLD_MS })
    if (found.kind !== 'sent') throw new Error(found.kind)
    expect(found.deliverable).toEqual(bought[1]!)
    expect(await redis.redis.strlen(paymentKeys(payment(1)).deliverable)).toBeLessThan(200)
  })

  test('is sent to the store once, and another text is another record', async () => {
    let packed = 0
    const text = longText(PREFIX)
    const counted: LongText = { digest: text.digest, packed: () => (packed++, text.packed()) }
    for (const n of [1, 2, 3]) await sent(n, counted)
    expect(packed).toBe(1)
    const other = longText(`${PREFIX} `)
    expect(await claims.longBody(await sent(4, other))).toStartWith(`${PREFIX} ,`)
    expect(await claims.longBody(await sent(5, text))).toBe(bodyOf(5))
  })

  test('has a name of 160 bits of SHA-256, and is deflated once for all who need it', () => {
    for (const text of [PREFIX, `${PREFIX} `, '']) {
      const whole = createHash('sha256').update(text).digest()
      expect(longText(text).digest).toBe(whole.subarray(0, 20).toString('base64url'))
    }
    const text = longText(PREFIX)
    expect(text.packed()).toBe(text.packed())
  })

  test('is not kept for a claim that another request holds', async () => {
    const text = longText(PREFIX)
    await hold(1)
    await claims.release(payment(1), 'h1', NOW)
    expect(await sendLong(1, text)).toBeNull()
    expect(await isKept(text)).toBe(0)
  })

  test('stays without end while a settlement is under way, however old it gets', async () => {
    const text = longText(PREFIX)
    await sent(1, text)
    await expectNoEnd(text)
    await sent(2, text)
    await spend(2, NOW + 1_000)
    await expectNoEnd(text)
    await spend(1, NOW + 90_000_000)
    await expectText(text, REDELIVERY_MS + IDLE)
  })

  test('ends with the last claim that is handed out again', async () => {
    const text = longText(PREFIX)
    for (const n of [1, 2]) await sent(n, text)
    await spend(2, NOW, false)
    await spend(1, NOW + 20_000)
    await expectText(text, UNANSWERED_MS + IDLE)
    const { deliverable } = paymentKeys(payment(1))
    await expectLife(deliverable, (REDELIVERY_MS + IDLE) / 1_000)
    await claims.delivered(payment(2), NOW + 30_000, 'maker')
    await expectText(text, REDELIVERY_MS + IDLE)
    await sent(3, text, NOW + 60_000)
    await expectNoEnd(text)
  })

  test('waits a day for a buyer who was not answered, and after the answer the usual time', async () => {
    const text = longText(PREFIX)
    const bought = await sent(1, text)
    await spend(1, NOW, false)
    await expectText(text, UNANSWERED_MS + IDLE)
    await claims.delivered(payment(1), NOW + 5_000, 'network')
    await expectText(text, UNANSWERED_MS + IDLE)
    expect(await claims.longBody(bought)).toBe(bodyOf(1))
    await claims.delivered(payment(1), NOW + 10_000, 'maker')
    await expectText(text, REDELIVERY_MS + IDLE)
  })

  test('is let go by a settlement that failed, and kept for the others', async () => {
    const text = longText(PREFIX)
    const settlements = settlementStore(redis.redis, stillClock(NOW + 1_000))
    for (const n of [1, 2, 3]) await sent(n, text)
    await claims.release(payment(1), 'h1', NOW)
    await expectNoEnd(text)
    await spend(2, NOW)
    expect(await settlements.release(payment(3))).toBe(true)
    await expectText(text, REDELIVERY_MS + IDLE)
    expect(await redis.redis.zcard(`${key(text)}:needs`)).toBe(1)
  })

  test('that nobody needs stays a minute for the next sale, and is kept again then', async () => {
    const text = longText(PREFIX)
    await sent(1, text)
    await claims.release(payment(1), 'h1', NOW)
    await expectLife(key(text), IDLE / 1_000)
    await sent(2, text, NOW + 1_000)
    await expectNoEnd(text)
  })

  test('forgets claims that are handed out no more', async () => {
    const text = longText(PREFIX)
    for (const n of [1, 2, 3]) {
      await sent(n, text)
      await spend(n, NOW)
    }
    // As if their time had passed by the clock of Redis, which keeps the list.
    const { claim } = paymentKeys(payment(2))
    for (const each of [paymentKeys(payment(1)).claim, claim])
      await redis.redis.zadd(`${key(text)}:needs`, 'XX', Date.now() - 1_000, each)
    await sent(4, text)
    expect(await redis.redis.zscore(`${key(text)}:needs`, claim)).toBeNull()
    expect(await redis.redis.zcard(`${key(text)}:needs`)).toBe(2)
  })

  test('that was lost is no answer, and one that cannot be unpacked is said so', async () => {
    const text = longText(PREFIX)
    const bought = await sent(1, text)
    const { bytes: packed } = await text.packed()
    for (const bad of [packed.subarray(0, -9), Buffer.from('xx'), Buffer.alloc(200, 0xff)]) {
      await redis.redis.set(key(text), bad)
      expect(await claims.longBody(bought).catch((problem: unknown) => problem)).toBeInstanceOf(UnreadableRecord)
    }
    await redis.redis.del(key(text))
    expect(await claims.longBody(bought)).toBeNull()
  })
})

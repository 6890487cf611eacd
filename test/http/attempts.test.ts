import { afterEach, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type AttemptLimitOptions, ATTEMPTS, createAttemptLimit } from '../../src/http/rails/attempt-limit.ts'
import { base64Json, PAYER, payloadV2, payment, STRANGER } from '../support/payer.ts'
import { HOST, problemOf, type Shop, SPOT, startShop } from '../support/shop.ts'
import { seededRandom, stillClock } from '../support/still.ts'

/**
 * Signed payments of empty accounts cost a facilitator's time. Many share an address: a stranger's failures are not
 * theirs.
 */

const SHARED = '203.0.113.7'

type Clock = ReturnType<typeof stillClock>
let clock: Clock
let shop: Shop

const open = async (changes: Partial<AttemptLimitOptions> = {}) => {
  clock = stillClock(Math.floor(Date.now() / 1000) * 1000)
  const attempts = createAttemptLimit({ clock, random: seededRandom(11), ...ATTEMPTS, ...changes })
  shop = await startShop({ clock, attempts })
  await shop.publish('btc/usd')
  await shop.money.fund(PAYER.address)
}
afterEach(() => shop.stop())

const show = async (from: typeof PAYER, headers?: Readonly<Record<string, string>>) =>
  shop.app(
    new Request(`http://${HOST}${SPOT}`, {
      headers: { host: HOST, ...(headers ?? (await payment(clock.now(), { from: from.address }, from)).v2) },
    }),
    SHARED,
  )

const verifications = () => shop.money.calledOf('POST /facilitator/verify')

test('payments that come to nothing are limited, purchases are not', async () => {
  await open({ burst: 6, perSecond: 0.1 })
  for (let count = 0; count < 30; count++) expect((await show(PAYER)).status).toBe(200)
  for (let count = 0; count < 4; count++) expect((await show(STRANGER)).status).toBe(402)
  const calls = verifications()
  const refused = await show(STRANGER)
  expect([refused.status, (await problemOf(refused)).error, refused.headers.get('retry-after')]).toEqual([
    429,
    'too_many_requests',
    '60',
  ])
  expect(verifications()).toBe(calls)
  // It was never held against its payer: the same account pays when it has money and time has passed.
  clock.move(60_000)
  await shop.publish('btc/usd')
  await shop.money.fund(STRANGER.address)
  expect((await show(STRANGER)).status).toBe(200)
})

test('a facilitator that is away does not use up what an address may try', async () => {
  await open({ burst: 6, perSecond: 0.1 })
  await shop.money.shut()
  for (let count = 0; count < 30; count++) expect((await show(PAYER)).status).toBe(503)
  shop.money.open()
  // After a moment one payment is tried there again.
  shop.clock.move(2_000)
  expect((await show(PAYER)).status).toBe(200)
})

const newAccount = () => privateKeyToAccount(generatePrivateKey())

/** Signed by another account than it names. */
const badlySigned = async () => {
  const { authorization, signature } = await payment(clock.now(), {}, STRANGER)
  return { 'payment-signature': base64Json(payloadV2(authorization, signature)) }
}

/** The minute before, and the minute in which the others come: no budget that only outlasts the first one will do. */
const SECONDS = 120
const HONEST = 15

test('fifteen of fifteen are served behind an address from which another client sends ten bad payments a second', async () => {
  await open()
  const honest = Array.from({ length: HONEST }, newAccount)
  for (const buyer of honest) await shop.money.fund(buyer.address)
  const knownBefore = honest.slice(0, 5)
  for (const buyer of knownBefore) expect((await show(buyer)).status).toBe(200)

  const statuses: number[] = []
  const strangers: number[] = []
  for (let second = 0; second < SECONDS; second++) {
    if (second % 10 === 0) await shop.publish('btc/usd')
    for (let n = 0; n < 5; n++) {
      strangers.push((await show(STRANGER, await badlySigned())).status)
      const empty = newAccount()
      strangers.push((await show(empty)).status)
      clock.move(200)
    }
    // Four seconds apart, the last at the very end.
    const buyer = second % 4 === 3 ? honest[(second - 63) / 4] : undefined
    if (buyer) statuses.push((await show(buyer)).status)
  }
  expect(statuses).toEqual(Array.from({ length: HONEST }, () => 200))
  expect(strangers).toHaveLength(10 * SECONDS)
  // Thirty bad signatures a minute are judged by the chain; from then on they wait.
  expect(new Set(strangers)).toEqual(new Set([402, 429]))
  // A bad signature is seen without asking anybody.
  expect(verifications()).toBeLessThanOrEqual(5 * SECONDS + knownBefore.length + HONEST)
  expect((await shop.money.transfers()).length).toBe(knownBefore.length + HONEST)
}, 120_000)

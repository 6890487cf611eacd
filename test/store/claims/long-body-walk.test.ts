import { beforeAll, expect, test } from 'bun:test'
import { longText } from '../../../src/store/claims/long-body.ts'
import { paymentKeys } from '../../support/payment-keys.ts'
import { settlementStore } from '../../../src/store/claims/settlements.ts'
import { drawn, seedOf } from '../../support/draws.ts'
import { dice } from '../../support/dlc/random.ts'
import { fileRedis } from '../../support/redis.ts'
import { stillClock } from '../../support/still.ts'

/**
 * A random walk of servers and a settling worker over claims on two long texts. Their clocks differ. A text never ends
 * before the last of its claims that may be handed out, and has an end once no settlement is under way.
 */

const redis = await fileRedis()
const { claims } = redis.store

const STEPS = drawn(8_000)
const PAYMENTS = 6
const [HOLD_MS, KEEP] = [30_000, 90_000]
/** Two keys of one step may end some milliseconds apart. */
const ROUNDED_MS = 1_000
/** How far the clocks of servers and worker are off. */
const OFF_MS = [0, 0, 60_000, 3_600_000, -3_600_000, 172_800_000]
const TX = `0x${'0a'.repeat(32)}`
const REQUEST = 'a1'.repeat(32)
const TEXTS = ['a', 'b'].map((word) => longText(word.repeat(9_000)))

const paymentOf = (n: number) =>
  `x402:8453:0x${'a5'.repeat(20)}:0x${'9a'.repeat(20)}:0x${n.toString(16).padStart(64, '0')}`

beforeAll(async () => {
  await redis.redis.config('SET', 'appendfsync', 'no')
})

/** Each claim as it lies in the store, and each text. The end of each is Unix milliseconds, -1 if it has none. */
const look = async (ids: readonly number[]) => {
  const all = redis.redis.multi()
  for (const n of ids) {
    const { claim, deliverable } = paymentKeys(paymentOf(n))
    all.hget(claim, 'state').get(deliverable).pexpiretime(deliverable)
  }
  for (const { digest } of TEXTS) {
    const key = paymentKeys(paymentOf(0)).longText(digest)
    all.exists(key).pexpiretime(key).pexpiretime(`${key}:needs`)
  }
  const found = ((await all.exec()) ?? []).map(([, value]) => value)
  const rowAt = (at: number) => found.slice(at * 3, at * 3 + 3)
  return {
    sold: ids.map((_, at) => {
      const [state, deliverable, ends] = rowAt(at)
      return { state, text: deliverable === null ? null : String(deliverable).split('|')[1]!, ends: Number(ends) }
    }),
    texts: TEXTS.map(({ digest }, at) => {
      const [exists, ends, needs] = rowAt(ids.length + at)
      return { key: paymentKeys(paymentOf(0)).longText(digest), exists: exists === 1, ends: Number(ends), needs }
    }),
  }
}

test('a text lives as long as its claims, whoever changes them and whatever their clocks say', async () => {
  const seed = seedOf(51)
  const random = dice(seed)
  const pick = <T>(list: readonly T[]): T => list[random.integer(0, list.length - 1)]!
  const seen = new Set<string>()
  /** Payments are used once: a place that was spent goes to the next one. */
  const ids = Array.from({ length: PAYMENTS }, (_, at) => at)
  let next = PAYMENTS

  const step = async (): Promise<string> => {
    const at = random.integer(0, PAYMENTS - 1)
    const n = ids[at]!
    const payment = paymentOf(n)
    const now = Date.now() + pick(OFF_MS)
    const holder = `h${n}`
    const what = pick([
      'sell',
      'sell',
      'spend',
      'told',
      'worker spends',
      'delivered',
      'release',
      'worker releases',
      'end',
    ])
    switch (what) {
      case 'sell': {
        const sale = { payment, amount: '1', item: 'greeks/BTC-USD', event: '', receipt: 'r' }
        const held = { payment, request: REQUEST, now, holder, holdMs: HOLD_MS, keepSeconds: KEEP, network: '', sale }
        if ((await claims.hold(held)).kind !== 'held') return 'not held'
        const edition = { canonical: `v1|${n}`, signature: 'c2ln' }
        const sent = {
          payment,
          holder,
          text: pick(TEXTS),
          edition,
          transfer: '{}',
          now,
          holdMs: HOLD_MS,
          keepSeconds: KEEP,
        }
        return `sell ${(await claims.sendLong(sent)) !== null}`
      }
      case 'spend':
      case 'told':
        return `${what} ${await claims.spend(payment, TX, now, KEEP, what === 'told')}`
      case 'worker spends':
        return `${what} ${await settlementStore(redis.redis, stillClock(now)).spend(payment, TX)}`
      case 'delivered':
        return `${what} ${await claims.delivered(payment, now, pick(['maker', 'shown', 'network']))}`
      case 'release':
        return `${what} ${await claims.release(payment, holder, now)}`
      case 'worker releases':
        return `${what} ${await settlementStore(redis.redis, stillClock(now)).release(payment)}`
      default: {
        // As if all of it had ended long ago: the next payment comes in its place.
        const { claim, deliverable } = paymentKeys(payment)
        if ((await redis.redis.hget(claim, 'state')) !== 'spent') return 'not ended'
        for (const { key } of (await look([])).texts) await redis.redis.zadd(`${key}:needs`, 'XX', 1, claim)
        await redis.redis.del(deliverable)
        ids[at] = next++
        return what
      }
    }
  }

  for (let n = 0; n < STEPS; n++) {
    const did = await step()
    seen.add(did)
    const { sold, texts } = await look(ids)
    for (const { key, exists, ends, needs } of texts) {
      const own = sold.filter(({ text }) => text === key)
      const where = { seed, n, did, ends, own }
      if (own.length > 0)
        expect({ ...where, isWithList: Math.abs(Number(needs) - ends) < ROUNDED_MS }).toEqual({
          ...where,
          isWithList: true,
        })
      if (own.some(({ state }) => state === 'sent')) expect(where).toEqual({ ...where, ends: -1 })
      // What just ended kept its text until now.
      else if (did !== 'end' && exists) {
        const longest = Math.max(0, ...own.map((each) => each.ends))
        expect({ ...where, isForEver: ends < 0 }).toEqual({ ...where, isForEver: false })
        // An answer of a claim stays a minute longer than it is handed out, as its text does.
        expect({ ...where, isLongEnough: ends >= longest - ROUNDED_MS }).toEqual({ ...where, isLongEnough: true })
      } else expect({ ...where, isLost: own.length > 0 && !exists }).toEqual({ ...where, isLost: false })
    }
  }
  for (const what of ['sell', 'spend', 'told', 'worker spends', 'release', 'worker releases', 'delivered'])
    expect([...seen]).toContain(`${what} true`)
})

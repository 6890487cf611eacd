import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Redis } from 'ioredis'
import { verifyAnswer } from '../src/canonical/verify.ts'
import { LAYOUTS } from '../src/cli/verify.ts'
import { sandboxWallet } from '../src/demo/buyers.ts'
import { registry } from '../src/feeds/registry.ts'
import { TARIFF } from '../src/feeds/tariff.ts'
import { OPENINGS } from '../src/http/paywall/warm.ts'
import { names } from '../src/store/redis/names.ts'
import { connectRedis, redisAddress } from '../src/store/redis/redis.ts'
import { crowd, type CrowdAnswer, type CrowdRequest } from '../test/support/crowd.ts'
import { type Body, type Hands, handsOn } from '../test/support/hands.ts'
import { payment, PAYER } from '../test/support/payer.ts'
import { startTestStack, type TestStack } from '../test/support/stack.ts'
import { expectThreeEqual } from '../test/support/three-equal.ts'
import { until } from '../test/support/until.ts'

/**
 * Places that were never requested before: five hundred buyers of one place, and one client that requests five
 * thousand. Two servers and two workers. Clients are distinguished as behind a proxy. Takes about thirty seconds.
 */

const BTC = '/oracle/price/btc/usd'
const PROVIDER = 'nasapower'

let stack: TestStack
let redis: Redis
let hands: Hands

beforeAll(async () => {
  stack = await startTestStack({ servers: 2, workers: 2, env: { TRUST_PROXY: '1' } })
  redis = await connectRedis(redisAddress(stack.redisUrl), 'waits')
  hands = handsOn(stack)
  await until(
    'the x402 rail is offered',
    async () => {
      const offer = await fetch(stack.baseUrl + BTC, { headers: { 'x-forwarded-for': '192.0.2.1' } })
      await offer.body?.cancel()
      return offer.headers.has('payment-required')
    },
    120_000,
  )
}, 120_000)

afterAll(async () => {
  redis.disconnect()
  await stack.stop()
}, 120_000)

const ask = (path: string, address: string, headers: Readonly<Record<string, string>> = {}): CrowdRequest => ({
  url: stack.baseUrl + path,
  headers: { 'x-forwarded-for': address, ...headers },
})

const temperature = (lat: number, lon: number): string =>
  `/oracle/weather/${lat.toFixed(2)}/${lon.toFixed(2)}/temperature/30d`

/** What is wrong with a bought answer. */
const wrongIn = (body: Body) => verifyAnswer(body, { layouts: LAYOUTS }).checks.filter(({ ok }) => !ok)

/** How many answers had each status. */
const statuses = (answers: readonly CrowdAnswer[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => String(status))].map(([status, all]) => [status, all.length]),
  )

/** Pays the invoice of an answer and returns the header to send; `null` if the answer offers none. */
const paidOver = async ({ headers }: CrowdAnswer): Promise<Readonly<Record<string, string>> | null> => {
  const part = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(headers['www-authenticate'] ?? '')?.[1]
  const [macaroon, invoice] = [part('macaroon'), part('invoice')]
  if (!macaroon || !invoice) return null
  return { authorization: `L402 ${macaroon}:${await sandboxWallet(stack.sandboxUrl)(invoice)}` }
}

describe('five hundred buyers of one cold place at once', () => {
  const EACH = 250
  const PLACE = temperature(9, 38.75)
  /** Editions are signed while buyers wait, and a buyer who came too early asks again. */
  const MOST_ROUNDS = 30

  interface Buyer {
    readonly address: string
    readonly rail: 'l402' | 'x402'
    /** The header that pays; an L402 buyer has none before the first answer. */
    shown: Readonly<Record<string, string>>
    body: Body | null
  }

  const x402Buyer = async (place: number): Promise<Buyer> => {
    const value = String(TARIFF.weather.microUsd)
    const validBefore = String(Math.floor(Date.now() / 1000) + 300)
    const { v1 } = await payment(Date.now(), { to: stack.payTo as `0x${string}`, value, validBefore })
    return { address: `198.18.0.${place}`, rail: 'x402', shown: v1, body: null }
  }

  /** Every buyer without an answer sends its request. Refusals must be clear, and must have cost nothing. */
  const round = async (waiting: readonly Buyer[]): Promise<readonly CrowdAnswer[]> => {
    const answers = await crowd(waiting.map(({ address, shown }) => ask(PLACE, address, shown)))
    for (const [at, buyer] of waiting.entries()) {
      const answer = answers[at]!
      const { status, body } = answer
      const hasPaid = buyer.rail === 'x402' || 'authorization' in buyer.shown
      const fair = status === 503 || status === (hasPaid ? 200 : 402)
      expect({ rail: buyer.rail, hasPaid, status, body: body.slice(0, 300), fair }).toMatchObject({ fair: true })
      if (status === 200) buyer.body = JSON.parse(body) as Body
      if (status === 402) buyer.shown = (await paidOver(answer)) ?? {}
      if (status !== 503) continue
      expect((JSON.parse(body) as { error: string }).error).toBeOneOf(['data_unavailable', 'payment_in_progress'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    return answers
  }

  test('the provider is asked once, each gets an answer of its own, nobody pays for none', async () => {
    const body = JSON.stringify({ address: PAYER.address, amount: String(EACH * TARIFF.weather.microUsd) })
    await fetch(`${stack.sandboxUrl}/chain/fund`, { method: 'POST', body })
    const buyers: readonly Buyer[] = [
      ...(await Promise.all(Array.from({ length: EACH }, (_, place) => x402Buyer(place)))),
      ...Array.from({ length: EACH }, (_, place): Buyer => ({
        address: `198.19.0.${place}`,
        rail: 'l402',
        shown: {},
        body: null,
      })),
    ]
    const [questions, money] = [await hands.asked(PROVIDER), await hands.invoices()]

    // In the first round the place is new for all of them.
    await round(buyers)
    expect((await hands.asked(PROVIDER)) - questions).toBe(1)
    // A buyer that was not served has not been charged: USDC moved only for answers.
    expect((await hands.transfers()).length).toBe(buyers.filter(({ rail, body: got }) => rail === 'x402' && got).length)

    for (let n = 0; n < MOST_ROUNDS && buyers.some(({ body: got }) => !got); n++) {
      await Bun.sleep(n === 0 ? 0 : 1_000)
      await round(buyers.filter(({ body: got }) => !got))
    }

    const bodies = buyers.flatMap(({ body: got }) => (got ? [got] : []))
    expect(bodies.length).toBe(2 * EACH)
    for (const each of bodies) expect(wrongIn(each)).toEqual([])
    expect(new Set(bodies.map(({ canonical }) => canonical)).size).toBe(2 * EACH)
    expect(new Set(bodies.map(({ canonical }) => String(canonical).split('|').at(-1))).size).toBe(2 * EACH)

    expect((await hands.invoices()).paid - money.paid).toBe(EACH)
    const transfers = await hands.transfers()
    expect([transfers.length, new Set(transfers.map(({ nonce }) => nonce)).size]).toEqual([EACH, EACH])
    expect([...new Set(transfers.map(({ to, value }) => `${to!.toLowerCase()} ${value}`))]).toEqual([
      `${stack.payTo.toLowerCase()} ${TARIFF.weather.microUsd}`,
    ])
    expect((await hands.asked(PROVIDER)) - questions).toBe(1)
  }, 120_000)

  test('behind one address they request one subject: nobody is refused for too many requests', async () => {
    const before = await hands.asked(PROVIDER)
    const answers = await crowd(
      Array.from({ length: 500 }, () => ask(`${temperature(-9, 38.75)}/preview`, '198.51.100.1')),
    )
    expect(statuses(answers)).toEqual({ 200: 500 })
    expect((await hands.asked(PROVIDER)) - before).toBe(1)
  }, 120_000)
})

describe('five thousand cold places from one address', () => {
  const PLACES = Array.from({ length: 5_000 }, (_, n) =>
    temperature(-49 + (n % 400) / 4, -170 + Math.floor(n / 400) / 4),
  )
  const PER_SECOND = 250
  /**
   * The keys of one started place: board, snapshot twice, version, preview, editions, nonces, its schedule and its job.
   */
  const KEYS_PER_PLACE = 20

  /** The number of all keys but those of items that nobody has to ask for: they keep versions for a while. */
  const keysBesides = async (): Promise<number> =>
    (await redis.keys('*')).filter((key) => !registry.items.some(({ actor }) => key.includes(actor))).length

  test('are limited with 429, and meanwhile others start a place and buy from running ones', async () => {
    const [questions, keys] = [await hands.asked(PROVIDER), await keysBesides()]
    const population = names.population('weather/temperature')
    const alive = await redis.zcard(population)
    let flooding = true
    const flood = crowd(
      PLACES.map((path) => ask(path, '198.51.100.7')),
      PER_SECOND,
    ).finally(() => (flooding = false))

    // First the flood uses up its share.
    await until(
      'the flood is limited',
      async () => (await redis.zcard(names.openings('198.51.100.7'))) === OPENINGS.most,
      120_000,
    )
    const bought: Body[] = []
    const buy = async (path: string, address: string): Promise<void> => {
      const [offer] = await crowd([ask(path, address)])
      expect([path, offer!.status]).toEqual([path, 402])
      const [answer] = await crowd([ask(path, address, (await paidOver(offer!))!)])
      expect([path, answer!.status]).toEqual([path, 200])
      bought.push(JSON.parse(answer!.body) as Body)
    }
    for (let n = 0; n < 3; n++) {
      await buy(temperature(60 + n, 100), '203.0.113.9')
      await buy(BTC, '203.0.113.10')
      if (n === 0) expect(flooding).toBe(true)
    }
    for (const body of bought) expect(wrongIn(body)).toEqual([])

    const answers = await flood
    const { 402: offered = 0, 429: limited = 0, ...others } = statuses(answers)
    expect([offered, limited, others]).toEqual([OPENINGS.most, PLACES.length - OPENINGS.most, {}])
    for (const { headers, body } of answers.filter(({ status }) => status === 429)) {
      expect((JSON.parse(body) as { error: string }).error).toBe('too_many_requests')
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    // Three places of the buyer, and the share of the flood. More must not have been asked, started or stored.
    const started = OPENINGS.most + 3
    expect((await hands.asked(PROVIDER)) - questions).toBe(started)
    expect((await redis.zcard(population)) - alive).toBe(started)
    expect((await keysBesides()) - keys).toBeLessThan(started * KEYS_PER_PLACE)
  }, 120_000)
})

test('in the end chain, node, ledger and metric are equal, to the unit', async () => {
  const money = await expectThreeEqual(stack)
  expect(money.l402.payments).toBeGreaterThan(0)
}, 120_000)

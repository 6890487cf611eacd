import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Redis } from 'ioredis'
import type { Json } from '../src/canonical/jcs.ts'
import { verifyAnswer } from '../src/canonical/verify.ts'
import { LAYOUTS } from '../src/cli/verify.ts'
import { buyerL402, sandboxWallet } from '../src/demo/buyers.ts'
import { registry } from '../src/feeds/registry.ts'
import { names } from '../src/store/redis/names.ts'
import { connectRedis, redisAddress } from '../src/store/redis/redis.ts'
import { startTestStack, type TestStack } from '../test/support/stack.ts'
import { expectThreeEqual } from '../test/support/three-totals.ts'
import { until } from '../test/support/until.ts'

/** The simulated world is pushed about, and what the real processes sell is watched. Takes some seventy seconds. */

const BTC = '/oracle/price/btc/usd'
/** A poll, a tick and their phases. */
const TWO_CADENCES_MS = 10_000
/** For a shared machine. */
const SLACK_MS = 5_000

type Body = Readonly<Record<string, Json>>

let stack: TestStack
let redis: Redis

beforeAll(async () => {
  stack = await startTestStack()
  redis = await connectRedis(redisAddress(stack.redisUrl), 'waits')
}, 120_000)

afterAll(async () => {
  redis.disconnect()
  await stack.stop()
}, 120_000)

const world = async (order: object): Promise<void> => {
  const response = await fetch(`${stack.sandboxUrl}/world`, { method: 'POST', body: JSON.stringify(order) })
  expect(response.status).toBe(200)
}

const statusOf = async (path: string): Promise<number> => {
  const response = await fetch(stack.baseUrl + path)
  await response.body?.cancel()
  return response.status
}

/** A window of liquidations of which little was heard yet is not sold, and says so. */
const isUnheard = async (path: string): Promise<boolean> => {
  const response = await fetch(stack.baseUrl + path)
  const body = (await response.json()) as Body
  return response.status === 503 && body['reason'] === 'little_heard'
}

/** Paid for and verified. `null` when it may not be sold. */
const buy = async (path = BTC): Promise<Body | null> => {
  const response = await buyerL402(sandboxWallet(stack.sandboxUrl))(stack.baseUrl + path)
  if (response.status === 503) return null
  expect(response.status).toBe(200)
  const body = (await response.json()) as Body
  expect(verifyAnswer(body, { layouts: LAYOUTS }).ok).toBe(true)
  return body
}

const preview = async (): Promise<Body> => {
  const response = await fetch(`${stack.baseUrl}${BTC}/preview`)
  expect(response.status).toBe(200)
  return (await response.json()) as Body
}

const invoices = async (): Promise<number> => {
  const response = await fetch(`${stack.sandboxUrl}/lightning/invoices`)
  return ((await response.json()) as { invoices: readonly unknown[] }).invoices.length
}

const off = (price: unknown, level: number): number => Math.abs(Number(price) / level - 1)

/** Sold at this level, give or take what venues differ by. */
const soldAt = (level: number, limitMs = TWO_CADENCES_MS + SLACK_MS): Promise<Body> =>
  until(
    `a sale at ${level}`,
    async () => {
      const body = await buy()
      return body && off(body.price, level) < 0.003 ? body : null
    },
    limitMs,
  )

describe('a whole market', () => {
  test('every paid path of a feed asks for money on both rails, every preview is free', async () => {
    const { items } = registry
    const paths = items.map(({ path, query }) => (query ? `${path}?${query}` : path))
    const previews = items.map(({ path, query }) => `${path}/preview${query && `?${query}`}`)
    expect(paths.length).toBeGreaterThan(42)
    expect(new Set(paths).size).toBe(paths.length)
    // Asked by their free siblings, because invoices are not made for everybody without end.
    // Some feeds conclude once a minute, and wait for others that do.
    await until(
      'everything was computed once',
      async () => {
        const found = await Promise.all(
          previews.map(async (path) => (await statusOf(path)) === 200 || (await isUnheard(path))),
        )
        return found.every(Boolean)
      },
      130_000,
    )
    const unheard = (await Promise.all(paths.map(async (path) => ((await isUnheard(path)) ? [path] : [])))).flat()
    for (const path of unheard) expect(path).toContain('liq')
    for (const path of paths.filter((each) => !unheard.includes(each))) {
      const challenge = await fetch(stack.baseUrl + path)
      const lightning = challenge.headers.get('www-authenticate') ?? ''
      const usdc = challenge.headers.get('payment-required') ?? ''
      await challenge.body?.cancel()
      expect([path, challenge.status, lightning.slice(0, 15), usdc.length > 100]).toEqual([
        path,
        402,
        'L402 macaroon="',
        true,
      ])
    }
  }, 160_000)

  test('a level that is set is the level that is sold', async () => {
    await world({ volatility: 0, set: { 'spot.BTC': 90_000 } })
    const body = await soldAt(90_000)
    // A majority of nine makes it: the others may not have been asked since.
    expect((body.sources as string[]).length).toBeGreaterThanOrEqual(5)
    await world({ shock: { 'spot.BTC': 1.1 } })
    await soldAt(99_000)
  }, 120_000)
})

describe('venues that go wrong', () => {
  /** Buys until the new level is sold: what is sold before is of the old level, and nothing lies between or beside. */
  const neverWrong = (before: number, now: number, limitMs: number): Promise<Body> =>
    until(
      `a sale at ${now}`,
      async () => {
        const body = await buy()
        if (body === null) return null
        const right = [before, now].some((level) => off(body.price, level) < 0.003)
        expect({ price: body.price, sources: body.sources, right }).toMatchObject({ right: true })
        return off(body.price, now) < 0.003 ? body : null
      },
      limitMs,
    )

  test('garbage, 500 and an endless body at three of nine: the price is right and names the others alone', async () => {
    // The market moves after they failed: what they said last is wrong by now, and still in memory for a minute.
    await world({ garbage: ['gemini'], status: { bitfinex: 500 }, endless: ['binanceus'] })
    await world({ set: { 'spot.BTC': 93_000 } })
    const body = await neverWrong(99_000, 93_000, TWO_CADENCES_MS + SLACK_MS)
    expect(body.sources).not.toContain('gemini')
    expect(body.sources).not.toContain('bitfinex')
    expect(body.sources).not.toContain('binanceus')
    await world({ clear: true })
  }, 120_000)

  test('429 and lies at three of nine: the price is right', async () => {
    await world({ status: { okx: 429 }, lie: { coinbase: 1.05, gateio: 0.95 } })
    await world({ set: { 'spot.BTC': 88_000 } })
    // The venues that failed before are heard again: at most fifteen seconds after they are well.
    const body = await neverWrong(93_000, 88_000, 15_000 + TWO_CADENCES_MS)
    for (const liar of ['coinbase', 'gateio', 'okx']) expect(body.sources).not.toContain(liar)
    await world({ clear: true })
  }, 120_000)

  const LIARS = ['coinbase', 'kraken', 'bitstamp']

  test('three of nine tell the same lie of 1.9 % about everything, what USDT is worth too: nothing moves', async () => {
    await world({ lie: Object.fromEntries(LIARS.map((liar) => [liar, 1.019])) })
    await world({ set: { 'spot.BTC': 91_000 } })
    const body = await neverWrong(88_000, 91_000, 15_000 + TWO_CADENCES_MS)
    for (const liar of LIARS) expect(body.sources).not.toContain(liar)
    for (let looks = 0; looks < 10; looks++, await Bun.sleep(500)) {
      const next = await buy()
      expect(off(next?.price, 91_000)).toBeLessThan(0.003)
    }
    await world({ clear: true })
  }, 120_000)

  test('nor does a contract between what is so and what they say; what the market does breaches it', async () => {
    const promise = async (direction: 'above' | 'below', strike: number): Promise<string> => {
      const response = await buyerL402(sandboxWallet(stack.sandboxUrl))(`${stack.baseUrl}/dlc/oracle/threshold`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pair: 'BTCUSD', strike, direction }),
      })
      expect(response.status).toBe(200)
      return String(((await response.json()) as Body)['eventid'])
    }
    const read = async (id: string): Promise<Body> =>
      (await (await fetch(`${stack.baseUrl}/dlc/oracle/threshold/${id}`)).json()) as Body
    const above = await Promise.all([91_500, 92_500].map((strike) => promise('above', strike)))
    const below = await Promise.all([90_500, 89_500].map((strike) => promise('below', strike)))
    const statuses = async () => await Promise.all([...above, ...below].map(async (id) => (await read(id))['status']))
    const progress = async () => Number(await redis.hget(names.dlc.tick('BTCUSD'), 'applied'))
    for (const factor of [1.019, 0.981]) {
      await world({ lie: Object.fromEntries(LIARS.map((liar) => [liar, factor])) })
      // So many prices that more than two of them rest on what they say now.
      const from = await progress()
      await until(
        'five prices were judged',
        async () => {
          expect(await statuses()).toEqual(['registered', 'registered', 'registered', 'registered'])
          await Bun.sleep(500)
          return (await progress()) >= from + 5
        },
        120_000,
      )
    }
    await world({ set: { 'spot.BTC': 93_000 } })
    await until(
      'the market reached what lies above',
      async () => {
        await Bun.sleep(500)
        return (await statuses()).slice(0, 2).every((status) => status === 'attested')
      },
      120_000,
    )
    expect(await statuses()).toEqual(['attested', 'attested', 'registered', 'registered'])
    await world({ clear: true, set: { 'spot.BTC': 91_000 } })
    await soldAt(91_000)
  }, 180_000)
})

describe('below the quorum', () => {
  /** Five of nine: four are left, five are needed. */
  const HALTED = ['binance', 'binanceus', 'bitfinex', 'coinbase', 'kraken'] as const

  test('nothing is sold and no invoice made, the preview says how old it is; with the venues back, it is sold', async () => {
    await soldAt(91_000, 20_000)
    await world({ halt: [...HALTED] })
    // What they said last would count for another minute (methods 0.3). That minute is over now.
    await Bun.sleep(200)
    await until(
      'the boards of the halted are gone and stay away',
      async () => {
        // What was polled, and what was pushed.
        const boards = HALTED.flatMap((venue) => [names.board(`ticker/${venue}`), names.board(`books/${venue}`)])
        await redis.del(boards)
        await Bun.sleep(500)
        return (await redis.exists(boards)) === 0
      },
      120_000,
    )
    const last = await until(
      'the last answer ages',
      async () => {
        const version = Number(await redis.get(names.version('price/spot/BTC-USD')))
        return Date.now() / 1000 - version > 8 ? version : null
      },
      120_000,
    )
    // Sold for thirty seconds after it was computed, and not a second longer.
    while (Date.now() / 1000 < last + 29) {
      expect(await statusOf(BTC)).toBe(402)
      await Bun.sleep(1_000)
    }
    await until('it is too old', async () => (await statusOf(BTC)) === 503, 5_000)
    expect(Date.now() / 1000 - last).toBeGreaterThan(30)

    // Invoices may be made ahead, whoever asks: what is looked at is that asking makes none.
    let before = await invoices()
    await until(
      'no more are made ahead',
      async () => {
        await Bun.sleep(1_500)
        const now = await invoices()
        const still = now === before
        before = now
        return still
      },
      120_000,
    )
    const refused = await fetch(stack.baseUrl + BTC)
    const body = (await refused.json()) as Body
    expect(refused.status).toBe(503)
    expect(body.error).toBe('data_unavailable')
    expect(refused.headers.get('retry-after')).toBe('1')
    for (const header of ['www-authenticate', 'payment-required']) expect(refused.headers.get(header)).toBeNull()
    for (let n = 0; n < 20; n++) expect(await statusOf(BTC)).toBe(503)
    expect(await invoices()).toBe(before)

    const old = await preview()
    const age = Math.floor(Date.now() / 1000) - Number(old.timestamp)
    expect(Math.abs(Number(old.age_seconds) - age)).toBeLessThanOrEqual(2)
    expect(Number(old.age_seconds)).toBeGreaterThan(30)

    await world({ resume: [...HALTED] })
    // A provider that failed for half a minute is tried again after at most fifteen seconds.
    const again = await until('it is sold again', async () => buy(), 15_000 + TWO_CADENCES_MS + SLACK_MS)
    expect(off(again.price, 91_000)).toBeLessThan(0.003)
  }, 120_000)
})

test('in the end chain, node, ledger and metric say the same, to the unit', async () => {
  const money = await expectThreeEqual(stack)
  expect(money.l402.payments).toBeGreaterThan(0)
}, 120_000)

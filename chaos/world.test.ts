import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Redis } from 'ioredis'
import type { Json } from '../src/canonical/jcs.ts'
import { verifyAnswer } from '../src/canonical/verify.ts'
import { LAYOUTS } from '../src/cli/verify.ts'
import { buyerL402, sandboxWallet } from '../src/demo/buyers.ts'
import { type Item, registry } from '../src/feeds/registry.ts'
import { names } from '../src/store/redis/names.ts'
import { connectRedis, redisAddress } from '../src/store/redis/redis.ts'
import { startTestStack, type TestStack } from '../test/support/stack.ts'
import { expectThreeEqual } from '../test/support/three-equal.ts'
import { until } from '../test/support/until.ts'

/**
 * The simulated market is changed, and the answers that the real processes sell are checked. Takes about seventy
 * seconds.
 */

const BTC = '/oracle/price/btc/usd'
/** Time for a poll, a tick and their phases. */
const TWO_CADENCES_MS = 10_000
/** Extra time for a shared machine. */
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

const order = async (change: object): Promise<void> => {
  const response = await fetch(`${stack.sandboxUrl}/world`, { method: 'POST', body: JSON.stringify(change) })
  expect(response.status).toBe(200)
}

const statusOf = async (path: string): Promise<number> => {
  const response = await fetch(stack.baseUrl + path)
  await response.body?.cancel()
  return response.status
}

/** Why an answer is refused: of liquidations too little of a window was heard, of changes our record is too short. */
const refusalOf = async (path: string): Promise<unknown> => {
  const response = await fetch(stack.baseUrl + path)
  const body = (await response.json()) as Body
  return response.status === 503 ? body['reason'] : null
}
const isTooSoon = async (path: string): Promise<boolean> =>
  ['little_heard', 'needs_past'].includes(String(await refusalOf(path)))

/** Pays and verifies the answer. `null` if it is not sold at present. */
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

/** Waits for an answer at this level, within the difference between venues. */
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
    expect(paths.length).toBeGreaterThan(42)
    expect(new Set(paths).size).toBe(paths.length)
    // Previews, and heads of offers where there is none, are polled: the number of invoices is limited.
    const isComputed = async ({ path, query, feed }: Item): Promise<boolean> => {
      const asked = query && `?${query}`
      if (!feed.sale.preview) return (await fetch(stack.baseUrl + path + asked, { method: 'HEAD' })).status === 402
      const preview = `${path}/preview${asked}`
      return (await statusOf(preview)) === 200 || isTooSoon(preview)
    }
    // Some feeds conclude once a minute, and wait for others that do.
    let waitedFor = items
    await until(
      'everything was computed once',
      async () => {
        const answers = await Promise.all(waitedFor.map(async (item) => [item, await isComputed(item)] as const))
        waitedFor = answers.flatMap(([item, isThere]) => (isThere ? [] : [item]))
        // Asking is work for the machine that computes: not more often than anything new comes.
        if (waitedFor.length > 0) await Bun.sleep(1_000)
        return waitedFor.length === 0
      },
      200_000,
    )
    const refusals = await Promise.all(paths.map(async (path) => [path, await refusalOf(path)] as const))
    const tooSoon = new Map(refusals.filter(([, reason]) => reason !== null))
    for (const [path, reason] of tooSoon)
      expect([path, reason]).toEqual([path, path.includes('liq') ? 'little_heard' : 'needs_past'])
    expect([...tooSoon].filter(([, reason]) => reason === 'needs_past')).toHaveLength(1)
    for (const path of paths.filter((each) => !tooSoon.has(each))) {
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
  }, 240_000)

  test('a level that is set is the level that is sold', async () => {
    await order({ volatility: 0, set: { 'spot.BTC': 90_000 } })
    const body = await soldAt(90_000)
    // A majority of nine is enough: the others may not have been asked since.
    expect((body.sources as string[]).length).toBeGreaterThanOrEqual(5)
    await order({ shock: { 'spot.BTC': 1.1 } })
    await soldAt(99_000)
  }, 120_000)
})

describe('venues that go wrong', () => {
  /** Buys until the new level is sold. Before that every answer must be at the old level. */
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
    // The market moves after they failed, so their last quotes are wrong. They are still kept for a minute.
    await order({ garbage: ['gemini'], status: { bitfinex: 500 }, endless: ['binanceus'] })
    await order({ set: { 'spot.BTC': 93_000 } })
    const body = await neverWrong(99_000, 93_000, TWO_CADENCES_MS + SLACK_MS)
    expect(body.sources).not.toContain('gemini')
    expect(body.sources).not.toContain('bitfinex')
    expect(body.sources).not.toContain('binanceus')
    await order({ clear: true })
  }, 120_000)

  test('429 and lies at three of nine: the price is right', async () => {
    await order({ status: { okx: 429 }, lie: { coinbase: 1.05, gateio: 0.95 } })
    await order({ set: { 'spot.BTC': 88_000 } })
    // The venues that failed before are asked again at most fifteen seconds after they recover.
    const body = await neverWrong(93_000, 88_000, 15_000 + TWO_CADENCES_MS)
    for (const liar of ['coinbase', 'gateio', 'okx']) expect(body.sources).not.toContain(liar)
    await order({ clear: true })
  }, 120_000)

  const LIARS = ['coinbase', 'kraken', 'bitstamp']

  test('three of nine state all prices wrong by the same 1.9 %, the price of USDT too: nothing moves', async () => {
    await order({ lie: Object.fromEntries(LIARS.map((liar) => [liar, 1.019])) })
    await order({ set: { 'spot.BTC': 91_000 } })
    const body = await neverWrong(88_000, 91_000, 15_000 + TWO_CADENCES_MS)
    for (const liar of LIARS) expect(body.sources).not.toContain(liar)
    for (let checks = 0; checks < 10; checks++, await Bun.sleep(500)) {
      const next = await buy()
      expect(off(next?.price, 91_000)).toBeLessThan(0.003)
    }
    await order({ clear: true })
  }, 120_000)

  test('no contract between the true and the false price is breached; a move of the market breaches it', async () => {
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
      await order({ lie: Object.fromEntries(LIARS.map((liar) => [liar, factor])) })
      // After this many prices, more than two of them rest on the new quotes.
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
    await order({ set: { 'spot.BTC': 93_000 } })
    await until(
      'the market reached the strikes above',
      async () => {
        await Bun.sleep(500)
        return (await statuses()).slice(0, 2).every((status) => status === 'attested')
      },
      120_000,
    )
    expect(await statuses()).toEqual(['attested', 'attested', 'registered', 'registered'])
    await order({ clear: true, set: { 'spot.BTC': 91_000 } })
    await soldAt(91_000)
  }, 180_000)
})

describe('below the quorum', () => {
  /** Five of nine venues. Four are left, five are needed. */
  const HALTED = ['binance', 'binanceus', 'bitfinex', 'coinbase', 'kraken'] as const

  test('nothing is sold and no invoice made, the preview says how old it is; with the venues back, it is sold', async () => {
    await soldAt(91_000, 20_000)
    await order({ halt: [...HALTED] })
    // Their last quotes would count for another minute (methods 0.3). The test ends that minute now.
    await Bun.sleep(200)
    await until(
      'the boards of the halted venues are gone and stay away',
      async () => {
        // Polled boards and pushed ones.
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

    // Invoices may be made ahead at any time. So wait until none is made, then check that a request makes none.
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

    await order({ resume: [...HALTED] })
    // A provider that failed for half a minute is asked again after at most fifteen seconds.
    const again = await until('it is sold again', async () => buy(), 15_000 + TWO_CADENCES_MS + SLACK_MS)
    expect(off(again.price, 91_000)).toBeLessThan(0.003)
  }, 120_000)
})

test('in the end chain, node, ledger and metric are equal, to the unit', async () => {
  const money = await expectThreeEqual(stack)
  expect(money.l402.payments).toBeGreaterThan(0)
}, 120_000)

import { describe, expect, test } from 'bun:test'
import { majorityOf } from '../../src/feeds/math/agreement.ts'
import { spotVenues } from '../../src/feeds/prices/spot-legs.ts'
import { spot } from '../../src/feeds/prices/spot.feed.ts'
import { USDT_RATE_VENUES } from '../../src/feeds/prices/usdt.ts'
import { vwap } from '../../src/feeds/prices/vwap.feed.ts'
import type { AnyFeed } from '../../src/feeds/feed.ts'
import { drawnFrom, shareAmong } from '../support/draws.ts'
import { both, fixings, lookAt, OPEN, type States, tickers, traded } from '../support/feeds/market.ts'

/**
 * A minority of venues is lost, slow or lying, in all of its pairs at once, so also in USDT/USD and EUR/USD. The answer is
 * right or there is none. Every combination of venues and of fates is tried, by little as well as by much; what agreements
 * do under every other lie stands in `math/agreement-attacks.test.ts`.
 */

/** `torn` lies upwards in coins and downwards in everything that coins are converted with. */
const FATES = ['lost', 'slow', 'up', 'down', 'torn'] as const
type Fate = (typeof FATES)[number]

const LIES = [0.003, 0.019, 0.05, 0.5] as const
const MUCH = 0.05
/**
 * Further off than this an answer is wrong. Honest venues lie within four basis points of the truth, and of USDT within
 * one and a half.
 */
const WRONG = 0.000_6
const SLOW_MS = 90_000
const TRUTH = { BTC: 84_000, ETH: 3_000, SOL: 140, XRP: 2.1, ADA: 0.5, DOGE: 0.15 } as const
type Coin = keyof typeof TRUTH
const PER_USD = { USD: 1, EUR: 1 / 1.15, JPY: 155 } as const
type Quote = keyof typeof PER_USD

const YEN_VENUES = ['bitflyer', 'bitbank', 'coincheck'] as const
const EURO_VENUES = (coin: Coin): readonly string[] =>
  coin === 'SOL'
    ? ['coinbase', 'kraken', 'bitstamp', 'binance']
    : ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex']
const VWAP_VENUES = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex', 'okx', 'gateio'] as const

const choose = <T>(items: readonly T[], count: number): readonly (readonly T[])[] =>
  count === 0
    ? [[]]
    : items.flatMap((item, at) => choose(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]))

const sequences = <T>(items: readonly T[], length: number): readonly (readonly T[])[] =>
  length === 0 ? [[]] : items.flatMap((item) => sequences(items, length - 1).map((rest) => [item, ...rest]))

/** Who suffers what: all choices of up to `most` venues with all fates. */
const attacks = (venues: readonly string[], most: number): readonly ReadonlyMap<string, Fate>[] =>
  Array.from({ length: most + 1 }, (_, count) => count).flatMap((count) =>
    choose(venues, count).flatMap((chosen) =>
      sequences(FATES, count).map((fates) => new Map(chosen.map((venue, at) => [venue, fates[at]!]))),
    ),
  )

/** Honest venues differ by up to four basis points, each in its own way. */
const noise = (at: number): number => (((at * 7) % 9) - 4) * 1e-4

const factors = (fate: Fate | undefined, lie: number): { readonly coins: number; readonly rates: number } => ({
  coins: fate === 'up' || fate === 'torn' ? 1 + lie : fate === 'down' ? 1 - lie : 1,
  rates: fate === 'up' ? 1 + lie : fate === 'down' || fate === 'torn' ? 1 - lie : 1,
})

const FIXINGS = fixings(OPEN - 3_600_000)

/** What a venue shows under its fate. */
const pricesOf = (venue: string, at: number, coin: Coin, usdt: number, fate: Fate | undefined, lie: number) => {
  const { coins, rates } = factors(fate, lie)
  const value = TRUTH[coin] * (1 + noise(at)) * coins
  const direct = (YEN_VENUES as readonly string[]).includes(venue)
  if (direct) return { [`${coin}/JPY`]: value * PER_USD.JPY }
  return {
    [`${coin}/USD`]: value,
    [`${coin}/USDT`]: value / usdt,
    'USDT/USD': usdt * (1 + noise(at) / 3) * rates,
    'EUR/USD': 1.15 * rates,
    'USD/JPY': 155 * rates,
    ...(venue === 'binance' && { 'EUR/USDT': (1.15 / usdt) * rates }),
    ...(EURO_VENUES(coin).includes(venue) && { [`${coin}/EUR`]: value * PER_USD.EUR }),
    ...(venue === 'kraken' && { [`${coin}/JPY`]: value * PER_USD.JPY }),
  }
}

const marketUnder = (
  attack: ReadonlyMap<string, Fate>,
  venues: readonly string[],
  coin: Coin,
  usdt: number,
  lie: number,
): States => {
  const now: Record<string, Record<string, number>> = {}
  const late: Record<string, Record<string, number>> = {}
  venues.forEach((venue, at) => {
    const fate = attack.get(venue)
    if (fate === 'lost') return
    const prices = pricesOf(venue, at, coin, usdt, fate, lie)
    if (fate === 'slow') late[venue] = prices
    else now[venue] = prices
  })
  return both(tickers(now, OPEN), tickers(late, OPEN, SLOW_MS), FIXINGS)
}

interface Tally {
  readonly tried: number
  readonly answered: number
  readonly wrong: readonly string[]
}

const tally = (
  feed: AnyFeed,
  key: string,
  truth: number,
  tries: readonly ReadonlyMap<string, Fate>[],
  market: (attack: ReadonlyMap<string, Fate>) => States,
): Tally => {
  const subject = feed.subjects.find((each) => each.key === key)!
  let answered = 0
  const wrong: string[] = []
  let tried = 0
  for (const attack of drawnFrom(tries, 901)) {
    tried++
    const found = feed.conclude(subject, lookAt(market(attack), OPEN))
    if (found.kind !== 'concluded') continue
    answered++
    const off = Number(found.carry['value']) / truth - 1
    if (!(Math.abs(off) <= WRONG)) wrong.push(`${JSON.stringify([...attack])}: off by ${(off * 100).toFixed(2)} %`)
  }
  return { tried, answered, wrong }
}

const report = (what: string, { tried, answered, wrong }: Tally): void => {
  if (process.env['REPORT_ATTACKS'] !== undefined)
    process.stderr.write(
      `${what}: answered ${answered} of ${tried} (${((100 * answered) / tried).toFixed(1)} %), wrong ${wrong.length}\n`,
    )
}

const spotUnder = (
  coin: Coin,
  quote: Quote,
  most: number,
  {
    usdt = 0.9994,
    attacked = spotVenues(coin),
    lie = MUCH,
  }: { usdt?: number; attacked?: readonly string[]; lie?: number } = {},
): Tally => {
  const venues = [...new Set([...spotVenues(coin), ...USDT_RATE_VENUES, ...(quote === 'JPY' ? YEN_VENUES : [])])]
  const found = tally(spot, `${coin}-${quote}`, TRUTH[coin] * PER_USD[quote], attacks(attacked, most), (attack) =>
    marketUnder(attack, venues, coin, usdt, lie),
  )
  report(`${coin}/${quote}, any ${most} of ${attacked.length}, USDT at ${usdt}, lies of ${100 * lie} %`, found)
  return found
}

/** Nothing wrong, and not by answering nothing: the share of combinations that were answered. */
const expectSafe = ({ tried, answered, wrong }: Tally, share: number): void => {
  expect(wrong.slice(0, 5)).toEqual([])
  expect(answered / tried).toBeGreaterThan(shareAmong(share, tried))
}

/** Nothing wrong, and always an answer. */
const expectAnswered = ({ tried, answered, wrong }: Tally): void => {
  expect(wrong.slice(0, 5)).toEqual([])
  expect(answered).toBe(tried)
}

describe.each(LIES)('the dollar price is right, whoever lies by %d', (lie) => {
  test.each([
    ['BTC', 3],
    ['SOL', 3],
    ['XRP', 3],
    ['ADA', 3],
    ['DOGE', 3],
    ['ETH', 2],
  ] as const)(
    '%s, any %d venues',
    (coin, most) => {
      expect(majorityOf(spotVenues(coin).length)).toBeGreaterThanOrEqual(most)
      expectAnswered(spotUnder(coin, 'USD', most, { lie }))
    },
    120_000,
  )
})

describe('the dollar price is right or there is none', () => {
  test.each([0.9, 0.981, 0.995, 1.005, 1.019, 1.1])(
    'wherever USDT stands: %d',
    (usdt) => {
      expectAnswered(spotUnder('BTC', 'USD', 3, { usdt }))
      expectAnswered(spotUnder('XRP', 'USD', 3, { usdt }))
    },
    120_000,
  )
})

describe('the same attacks on prices in other currencies', () => {
  test.each([0.019, MUCH])(
    'BTC/EUR, any three of nine venues, all of which may quote euros directly, by %d',
    (lie) => {
      expectSafe(spotUnder('BTC', 'EUR', 3, { lie }), 0.85)
    },
    120_000,
  )

  test('SOL/EUR, any two of nine venues, four of which quote euros directly', () => {
    expectAnswered(spotUnder('SOL', 'EUR', 2))
  }, 120_000)

  test('ETH/EUR, any two of five venues', () => {
    expectSafe(spotUnder('ETH', 'EUR', 2), 0.85)
  })

  test.each(['BTC', 'SOL'] as const)(
    '%s/JPY, any three of nine venues: the yen venues are others, so it is always answered',
    (coin) => {
      const found = spotUnder(coin, 'JPY', 3)
      expectSafe(found, 0.99)
      expect(found.answered).toBe(found.tried)
    },
    120_000,
  )

  test('BTC/JPY, any two of the four venues that quote yen', () => {
    expectSafe(spotUnder('BTC', 'JPY', 2, { attacked: [...YEN_VENUES, 'kraken'] }), 0.7)
  })
})

describe('the same attacks on a VWAP', () => {
  const marketOf = (attack: ReadonlyMap<string, Fate>): States => {
    // One of the seven that say what USDT is worth trades no window here.
    const states: States[] = [FIXINGS, tickers({ binanceus: { 'USDT/USD': 0.9994 } }, OPEN)]
    VWAP_VENUES.forEach((venue, at) => {
      const fate = attack.get(venue)
      if (fate === 'lost') return
      const age = fate === 'slow' ? SLOW_MS : 1_000
      const { coins, rates } = factors(fate, MUCH)
      const isUsdt = venue === 'okx' || venue === 'gateio'
      const price = (TRUTH.BTC * (1 + noise(at)) * coins) / (isUsdt ? 0.9994 : 1)
      const trades = Array.from({ length: 20 }, (_, back) => ({
        id: String(20 - back),
        price: String(price),
        size: '1',
        at: OPEN - age - back * 15_000,
      })).toReversed()
      states.push(tickers({ [venue]: { 'USDT/USD': 0.9994 * rates, 'EUR/USD': 1.15 * rates } }, OPEN, age))
      states.push(
        traded(venue, isUsdt ? 'BTC/USDT' : 'BTC/USD', {
          trades,
          coveredFrom: OPEN - 400_000,
          isTorn: false,
          bars: [],
        }),
      )
    })
    return both(...states)
  }

  test.each([
    ['BTC-USD', 1],
    ['BTC-EUR', 1 / 1.15],
  ] as const)('%s, any three of seven venues', (key, perUsd) => {
    const found = tally(vwap, key, TRUTH.BTC * perUsd, attacks(VWAP_VENUES, 3), marketOf)
    report(`VWAP ${key}, any 3 of 7`, found)
    expectSafe(found, 0.85)
  })
})

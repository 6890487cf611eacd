import { describe, expect, test } from 'bun:test'
import { metals } from '../../../src/feeds/prices/metals.feed.ts'
import { spot } from '../../../src/feeds/prices/spot.feed.ts'
import {
  both,
  CLOSED,
  fixings,
  gold,
  leftBehind,
  OPEN,
  quoted,
  type States,
  tickers,
} from '../../support/feeds/market.ts'
import { concludedOn, type Market } from '../../support/feeds/conclude-on.ts'
import type { AnyFeed } from '../../../src/feeds/feed.ts'

/** How new the votes are that a price may breach contracts with. */

const observed = (feed: AnyFeed, ...market: Market) => concludedOn(feed, ...market).observed

/** Each venue with a quote of its own age in seconds. */
const aged = (pair: string, price: number, ages: Readonly<Record<string, number>>, now: number): States =>
  new Map(
    Object.entries(ages).map(([venue, age]) => [
      `ticker/${venue}`,
      { quotes: { [pair]: quoted(price, now, age * 1000) }, changedAt: now },
    ]),
  )

test('a dollar price is as new as the majority of its venues, whatever else was heard', () => {
  const ages = { coinbase: 1, kraken: 2, bitstamp: 4, gemini: 9, bitfinex: 30 }
  expect(observed(spot, 'ETH-USD', aged('ETH/USD', 3_450, ages, OPEN), OPEN)).toEqual({
    majorityAt: OPEN - 4_000,
    newestAt: OPEN - 1_000,
  })
})

test('a vote that was not used is none', () => {
  const states = aged('ETH/USD', 3_450, { coinbase: 5, kraken: 6, bitstamp: 7 }, OPEN)
  const liars = aged('ETH/USD', 9_999, { gemini: 1, bitfinex: 1 }, OPEN)
  expect(observed(spot, 'ETH-USD', both(states, liars), OPEN)).toEqual({
    majorityAt: OPEN - 7_000,
    newestAt: OPEN - 5_000,
  })
})

describe('a hybrid', () => {
  const dollars = (now: number) =>
    tickers(
      Object.fromEntries(
        ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex'].map((venue) => [venue, { 'ETH/USD': 3_450 }]),
      ),
      now,
    )
  /** Of those venues, with euros beside dollars. */
  const withEuros = (venues: readonly string[], now: number): States => {
    const states = dollars(now)
    for (const venue of venues) {
      const state = states.get(`ticker/${venue}`) as { quotes: Record<string, unknown> }
      state.quotes['ETH/EUR'] = quoted(3_000, now, 2_000)
    }
    return both(states, fixings(now))
  }

  test('counts its direct votes alone, whatever its cross stands on', () => {
    const direct = ['coinbase', 'kraken', 'bitstamp', 'gemini']
    for (const now of [OPEN, CLOSED])
      expect(observed(spot, 'ETH-EUR', withEuros(direct, now), now)).toEqual({
        majorityAt: now - 2_000,
        newestAt: now - 2_000,
      })
  })

  test('that needs its cross for a majority breaches nothing', () => {
    expect(observed(spot, 'ETH-EUR', withEuros(['coinbase', 'kraken', 'bitstamp'], OPEN), OPEN)).toBeNull()
  })
})

describe('gold', () => {
  const books = (now: number, age: number): States =>
    new Map(
      Object.entries({
        coinbase: ['PAXG/USD'],
        kraken: ['PAXG/USD', 'XAUT/USD'],
        gemini: ['PAXG/USD'],
        bitfinex: ['XAUT/USD'],
        okx: ['XAUT/USDT'],
        binance: ['PAXG/USDT'],
        bybit: ['XAUT/USDT'],
      }).map(([venue, pairs]) => [
        `ticker/${venue}`,
        {
          quotes: Object.fromEntries(
            [...pairs, 'USDT/USD'].map((pair) => [pair, quoted(pair === 'USDT/USD' ? 1 : 4_100, now, age)]),
          ),
          changedAt: now,
        },
      ]),
    )

  test('is as new as two of its three numbers', () => {
    const minute = both(books(OPEN, 3_000), gold(4_101, OPEN - 60_000))
    expect(observed(metals, 'XAU-USD', minute, OPEN)).toEqual({ majorityAt: OPEN - 3_000, newestAt: OPEN - 3_000 })
    const stale = both(books(OPEN, 90_000), gold(4_101, OPEN - 1_000))
    expect(observed(metals, 'XAU-USD', stale, OPEN)).toEqual({ majorityAt: OPEN - 90_000, newestAt: OPEN - 1_000 })
  })

  test('counts each of its tokens as new as the majority of those who agree on that', () => {
    const ages = { coinbase: 1, kraken: 2, gemini: 4, binance: 9, bitfinex: 30, okx: 20, bybit: 25 }
    const states = gold(4_101, OPEN - 60_000)
    for (const [venue, age] of Object.entries(ages)) {
      const id = `ticker/${venue}`
      states.set(id, books(OPEN, age * 1000).get(id))
    }
    // PAXG by the third of its votes: 4 s; XAUT by the third of its own: 25 s; bullion: 60 s.
    expect(observed(metals, 'XAU-USD', states, OPEN)).toEqual({ majorityAt: OPEN - 25_000, newestAt: OPEN - 1_000 })
  })

  test('in another currency breaches nothing while that stands on a fixing', () => {
    const states = both(both(books(OPEN, 3_000), gold(4_101, OPEN - 1_000)), fixings(OPEN))
    expect(observed(metals, 'XAU-EUR', states, OPEN)).toBeNull()
    const live = both(states, new Map())
    for (const venue of ['kraken', 'bitstamp']) {
      const state = (live.get(`ticker/${venue}`) ?? { quotes: {}, changedAt: OPEN }) as { quotes: object }
      live.set(`ticker/${venue}`, { ...state, quotes: { ...state.quotes, 'EUR/USD': quoted(1.15, OPEN, 1_000) } })
    }
    expect(observed(metals, 'XAU-EUR', live, OPEN)).toMatchObject({ newestAt: OPEN - 1_000 })
  })

  test('that is carried over a closed market breaches nothing', () => {
    const previous = leftBehind(4_100, CLOSED - 20 * 3_600_000)
    expect(observed(metals, 'XAU-USD', books(CLOSED, 3_000), CLOSED, { previous })).toBeNull()
  })
})

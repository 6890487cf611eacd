import { describe, expect, test } from 'bun:test'
import { spot } from '../../../src/feeds/prices/spot.feed.ts'
import { SPOT_PAIRS } from '../../../src/feeds/prices/pairs.ts'
import { majorityOf } from '../../../src/feeds/math/agreement.ts'
import { spotTethers, spotVenues } from '../../../src/feeds/prices/spot-legs.ts'
import type { TickerState } from '../../../src/feeds/boards/board-quote.ts'
import { USDT_RATE_VENUES } from '../../../src/feeds/prices/usdt.ts'
import {
  both,
  CLOSED,
  fixings,
  leftBehind,
  OPEN,
  type Prices,
  type States,
  tickers,
} from '../../support/feeds/market.ts'
import { concludedOn, concludeOn, type Market } from '../../support/feeds/conclude-on.ts'

const HOUR = 3_600_000
const FIXED = fixings(OPEN - 3 * HOUR)

const run = (...market: Market) => concludeOn(spot, ...market)
const concluded = (...market: Market) => concludedOn(spot, ...market)

/** Merges what venues show. */
const merged = (...all: readonly Prices[]): Prices => {
  const venues = new Set(all.flatMap((each) => Object.keys(each)))
  return Object.fromEntries(
    [...venues].map((venue) => [venue, Object.assign({}, ...all.map((each) => each[venue] ?? {}))]),
  )
}

/** Five dollar venues that agree about a coin, or more where a majority of its venues is more: those in USDT after them. */
const dollars = (coin: string, price: number): Prices => {
  const most = Math.max(5, majorityOf(spotVenues(coin).length))
  const inDollars = spotVenues(coin).filter((venue) => !spotTethers(coin).includes(venue))
  const tethers = spotTethers(coin).slice(0, Math.max(0, most - inDollars.length))
  return merged(
    Object.fromEntries(inDollars.slice(0, most).map((venue) => [venue, { [`${coin}/USD`]: price }])),
    Object.fromEntries(tethers.map((venue) => [venue, { [`${coin}/USDT`]: price }])),
    tethers.length > 0 ? Object.fromEntries(USDT_RATE_VENUES.map((venue) => [venue, { 'USDT/USD': 1 }])) : {},
  )
}
const EURO: Prices = { kraken: { 'EUR/USD': 1.15 }, bitstamp: { 'EUR/USD': 1.15 } }
const show = (pair: string, prices: Readonly<Record<string, number>>): Prices =>
  Object.fromEntries(Object.entries(prices).map(([venue, price]) => [venue, { [pair]: price }]))

type Ranges = Readonly<Record<string, number>>

/** The same market, in which some venues have moved by so much within five seconds. */
const running = (states: States, pair: string, ranges: Ranges): States => {
  const moved = new Map(states)
  for (const [venue, range] of Object.entries(ranges)) {
    const state = states.get(`ticker/${venue}`) as TickerState
    const quote = state.quotes[pair]!
    const price = Number(quote.last)
    const said = [
      { price: price / (1 + range), at: quote.receivedAt - 5_000 },
      { price, at: quote.receivedAt },
    ]
    moved.set(`ticker/${venue}`, { ...state, quotes: { ...state.quotes, [pair]: { ...quote, said } } })
  }
  return moved
}

const ETH = merged(dollars('ETH', 3_450), EURO)
const CROSS = 3_000

describe('a hybrid', () => {
  test('counts the cross as one vote beside the direct quotes', () => {
    const direct = show('ETH/EUR', { coinbase: 3_001, kraken: 3_002, bitstamp: 3_002.5 })
    const { content, carry } = concluded('ETH-EUR', tickers(merged(ETH, direct), OPEN))
    expect(content).toMatchObject({
      sources: ['bitstamp', 'coinbase', 'crossrate', 'kraken'],
      price: '3001.50',
      legs: [
        { pair: 'ETH/EUR', basis: 'live' },
        { pair: 'ETH/USD', basis: 'live' },
        { pair: 'EUR/USD', basis: 'live' },
      ],
    })
    expect(Number(carry['value'])).toBeCloseTo(3_001.5, 6)
  })

  test('needs a majority of its five venues and the cross', () => {
    const three = show('ETH/EUR', { kraken: CROSS + 1, coinbase: CROSS + 2, gemini: CROSS - 1 })
    expect(concluded('ETH-EUR', tickers(merged(ETH, three), OPEN)).content).toMatchObject({
      sources: ['coinbase', 'crossrate', 'gemini', 'kraken'],
      price: '3000.50',
    })
    const four = merged(three, show('ETH/EUR', { bitstamp: CROSS }))
    expect(concluded('ETH-EUR', tickers(four, OPEN)).content).toMatchObject({
      sources: ['bitstamp', 'coinbase', 'gemini', 'kraken'],
      legs: [{ pair: 'ETH/EUR' }],
    })
    expect(run('ETH-EUR', tickers(three, OPEN))).toEqual({ kind: 'quorum_missed', have: 3, need: 4 })
    expect(run('ETH-EUR', tickers(ETH, OPEN))).toEqual({ kind: 'quorum_missed', have: 1, need: 4 })
    expect(run('ETH-EUR', new Map())).toEqual({ kind: 'quorum_missed', have: 0, need: 4 })
  })

  test('survives a cross that is wrong, when four direct quotes agree', () => {
    const direct = show('ETH/EUR', { coinbase: 3_100, kraken: 3_100, bitstamp: 3_100, gemini: 3_100 })
    const { content } = concluded('ETH-EUR', tickers(merged(ETH, direct), OPEN))
    expect(content).toMatchObject({
      price: '3100.00',
      sources: ['bitstamp', 'coinbase', 'gemini', 'kraken'],
      legs: [{ pair: 'ETH/EUR' }],
    })
  })

  test('is declined when three that agree stand against three: nobody knows who lies', () => {
    const torn = { coinbase: 3_150, kraken: 3_150, bitstamp: 3_150, gemini: CROSS, bitfinex: CROSS }
    expect(run('ETH-EUR', tickers(merged(ETH, show('ETH/EUR', torn)), OPEN))).toMatchObject({ kind: 'disagreement' })
  })

  test('in yen believes the three venues that quote no dollars, whatever others say', () => {
    const btc = merged(
      show('BTC/USD', { coinbase: 84_000, gemini: 84_000, kraken: 88_200, bitstamp: 88_200 }),
      show('BTC/JPY', { bitflyer: 13_020_000, bitbank: 13_020_000, coincheck: 13_020_000, kraken: 13_671_000 }),
    )
    expect(concluded('BTC-JPY', tickers(btc, OPEN)).content).toMatchObject({
      price: '13020000',
      sources: ['bitbank', 'bitflyer', 'coincheck'],
    })
  })

  test('SOL/JPY needs two of bitbank, Binance and the cross', () => {
    const one = tickers(show('SOL/JPY', { bitbank: 21_700 }), OPEN)
    expect(run('SOL-JPY', one)).toEqual({ kind: 'quorum_missed', have: 1, need: 2 })
    const pair = tickers(show('SOL/JPY', { bitbank: 21_700, binance: 21_710 }), OPEN)
    expect(concluded('SOL-JPY', pair).content).toMatchObject({ price: '21705.00', sources: ['binance', 'bitbank'] })
    const cross = both(FIXED, tickers(merged(dollars('SOL', 140), show('SOL/JPY', { bitbank: 21_700 })), OPEN))
    expect(concluded('SOL-JPY', cross).content).toMatchObject({ price: '21700.00', sources: ['bitbank', 'crossrate'] })
  })

  test('says how old the legs of the cross are, and is less confident over fixings', () => {
    const prices = merged(dollars('ETH', 3_450), show('ETH/EUR', { kraken: 3_000, coinbase: 3_000, gemini: 3_000 }))
    const fixed = concluded('ETH-EUR', both(FIXED, tickers(prices, OPEN)))
    const live = concluded('ETH-EUR', tickers(merged(prices, EURO), OPEN))
    expect(fixed.content).toMatchObject({ observed_at: (OPEN - 3 * HOUR) / 1000, legs: [{}, {}, { basis: 'fixing' }] })
    expect(live.content).toMatchObject({ observed_at: (OPEN - 1_000) / 1000 })
    expect(Number(fixed.carry['confidence'])).toBeCloseTo(0.7 * Number(live.carry['confidence']), 6)
  })

  test('stays sellable over a weekend with a carried leg, and says that its market is closed', () => {
    const prices = merged(dollars('ETH', 3_450), show('ETH/EUR', { kraken: 3_000, coinbase: 3_000, gemini: 3_000 }))
    const earlier = { 'price/fx/EUR-USD': leftBehind(1.15, CLOSED - 15 * HOUR) }
    expect(concluded('ETH-EUR', tickers(prices, CLOSED), CLOSED, { earlier }).content).toMatchObject({
      price: '3000.00',
      marketStatus: 'closed',
      legs: [{}, {}, { pair: 'EUR/USD', basis: 'carried', age_seconds: 15 * 3_600 }],
    })
  })
})

describe('a dollar price', () => {
  test('shows every vote, what it was counted at, and why one was left out', () => {
    const usdt = Object.fromEntries(USDT_RATE_VENUES.map((venue) => [venue, { 'USDT/USD': 0.9994 }]))
    const market = merged(
      dollars('BTC', 84_000),
      show('BTC/USD', { gemini: 85_600, binanceus: 84_010 }),
      show('BTC/USDT', { binance: 84_000 / 0.9994, okx: 84_042 }),
      usdt,
    )
    const { content } = concluded('BTC-USD', tickers(market, OPEN))
    expect(content).toMatchObject({
      quotes: [
        { source: 'binance', currency: 'USDT', used: true },
        {
          source: 'binanceus',
          price: expect.stringMatching(/^8(4010|4009\.9999)/),
          currency: 'USD',
          used: true,
          age_seconds: 1,
        },
        { source: 'bitfinex', used: true },
        { source: 'bitstamp', used: true },
        { source: 'coinbase', used: true },
        {
          source: 'gemini',
          price: expect.stringMatching(/^85(600|599\.9999)/),
          used: false,
          reason: 'outside_agreement',
        },
        { source: 'kraken', used: true },
        { source: 'okx', price: expect.stringMatching(/^8404[12]/), currency: 'USDT', used: true },
      ],
      agreement: { configured: spotVenues('BTC').length, tau: 0.005, expires_seconds: 60 },
      usdt_rate: {
        value: expect.stringMatching(/^0\.99940*1?$/),
        agreement: { configured: USDT_RATE_VENUES.length, tau: 0.002 },
        quotes: { length: USDT_RATE_VENUES.length },
      },
    })
    expect(JSON.stringify(content).length).toBeLessThan(4_096)
  })

  test('without a rate for USDT stands on a majority of dollar books, or is none', () => {
    const five = show('BTC/USDT', { binance: 84_000, okx: 84_000, gateio: 84_000 })
    const { content } = concluded('BTC-USD', tickers(merged(dollars('BTC', 84_000), five), OPEN))
    expect(content).toMatchObject({ sources: Object.keys(dollars('BTC', 84_000)).toSorted() })
    expect(content['quotes']).toContainEqual(
      expect.objectContaining({ source: 'okx', used: false, reason: 'no_usdt_rate' }),
    )
    expect(content).not.toHaveProperty('usdt_rate')
    const four = merged(dollars('BTC', 84_000), five)
    expect(run('BTC-USD', tickers({ ...four, kraken: {} }, OPEN))).toEqual({
      kind: 'quorum_missed',
      have: majorityOf(spotVenues('BTC').length) - 1,
      need: majorityOf(spotVenues('BTC').length),
    })
  })

  test('that runs may lie further apart, and a minority whose own quotes jump about cannot make it so', () => {
    const market = merged(dollars('ETH', 3_450), show('ETH/USD', { gemini: 3_480, bitfinex: 3_485 }))
    const sold = (ranges: Ranges) => concluded('ETH-USD', running(tickers(market, OPEN), 'ETH/USD', ranges)).content
    const all = { coinbase: 0.01, kraken: 0.01, bitstamp: 0.01 }
    expect(sold({})).toMatchObject({ agreement: { tau: 0.005 }, sources: { length: 3 } })
    expect(sold(all)).toMatchObject({ agreement: { tau: 0.01 }, sources: { length: 4 } })
    expect(sold({ coinbase: 9, kraken: 9 })).toMatchObject({ agreement: { tau: 0.005 } })
    // As it is printed: whoever counts again draws the line at the same place.
    const odd = { coinbase: 0.007_123_456_789, kraken: 0.007_123_456_789, bitstamp: 0.007_123_456_789 }
    expect(sold(odd)).toMatchObject({ agreement: { tau: 0.007_123_46 } })
  })

  test('may not while USDT has no rate: of those who are left a minority could make it so', () => {
    const books = show('BTC/USDT', { binance: 84_000, okx: 84_000, gateio: 84_000 })
    const market = merged(dollars('BTC', 84_000), show('BTC/USD', { binanceus: 84_000 }), books)
    const jumping = { kraken: 9, bitstamp: 9, gemini: 9, coinbase: 9 }
    expect(concluded('BTC-USD', running(tickers(market, OPEN), 'BTC/USD', jumping)).content).toMatchObject({
      agreement: { tau: 0.005 },
    })
  })

  test('in euros runs as its venues do: the cross has no market of its own', () => {
    const direct = show('ETH/EUR', { kraken: CROSS + 1, coinbase: CROSS + 2, gemini: CROSS - 1 })
    const states = running(tickers(merged(ETH, direct), OPEN), 'ETH/EUR', { kraken: 0.01, coinbase: 0.01 })
    expect(concluded('ETH-EUR', states).content).toMatchObject({ agreement: { tau: 0.01 } })
  })

  test('is not sold below its quorum, and a configured quorum replaces the published one', () => {
    const one = tickers(show('BTC/USD', { kraken: 84_000 }), OPEN)
    expect(run('BTC-USD', one)).toMatchObject({ kind: 'quorum_missed' })
    expect(concluded('BTC-USD', one, OPEN, { quorum: 1 }).content).toMatchObject({
      price: '84000.00',
      sources: ['kraken'],
    })
  })

  test('leaves out a venue whose whole reply has stood still for ten minutes', () => {
    const prices = dollars('ETH', 3_450)
    const states = tickers(prices, OPEN)
    const kraken = states.get('ticker/kraken') as { quotes: object; changedAt: number }
    states.set('ticker/kraken', { ...kraken, changedAt: OPEN - 600_001 })
    expect(concluded('ETH-USD', states).content).toMatchObject({
      sources: ['bitfinex', 'bitstamp', 'coinbase', 'gemini'],
    })
  })

  test('reads the boards of its venues and of the USDT rate, and a hybrid those of its leg too', () => {
    const idsOf = (key: string) => spot.boards(spot.subjects.find((each) => each.key === key)!).map(({ id }) => id)
    expect(idsOf('BTC-USD').toSorted()).toEqual(
      spotVenues('BTC')
        .map((venue) => `ticker/${venue}`)
        .toSorted(),
    )
    expect(idsOf('ETH-EUR')).toContain('fixing/ecb')
    for (const pair of SPOT_PAIRS) expect(new Set(idsOf(pair.key)).size).toBeGreaterThanOrEqual(5)
  })
})

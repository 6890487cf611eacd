import { describe, expect, test } from 'bun:test'
import { spot } from '../../../src/feeds/prices/spot.feed.ts'
import { SPOT_PAIRS } from '../../../src/feeds/prices/pairs.ts'
import { spotVenues } from '../../../src/feeds/prices/spot-legs.ts'
import { both, CLOSED, fixings, leftBehind, lookAt, OPEN, type Prices, type States, tickers } from '../market.ts'

const HOUR = 3_600_000
const FIXED = fixings(OPEN - 3 * HOUR)

const run = (key: string, states: States, now = OPEN, more: Parameters<typeof lookAt>[2] = {}) =>
  spot.conclude(
    spot.subjects.find((each) => each.key === key)!,
    lookAt(states, now, more),
  )
const concluded = (...args: Parameters<typeof run>) => {
  const found = run(...args)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found
}

/** Merges what venues show. */
const merged = (...all: readonly Prices[]): Prices => {
  const venues = new Set(all.flatMap((each) => Object.keys(each)))
  return Object.fromEntries(
    [...venues].map((venue) => [venue, Object.assign({}, ...all.map((each) => each[venue] ?? {}))]),
  )
}

/** Five dollar venues that agree about a coin. */
const dollars = (coin: string, price: number): Prices =>
  Object.fromEntries(
    ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex'].map((venue) => [venue, { [`${coin}/USD`]: price }]),
  )
const EURO: Prices = { kraken: { 'EUR/USD': 1.15 }, bitstamp: { 'EUR/USD': 1.15 } }
const show = (pair: string, prices: Readonly<Record<string, number>>): Prices =>
  Object.fromEntries(Object.entries(prices).map(([venue, price]) => [venue, { [pair]: price }]))

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

  test('needs two members: one direct quote and the cross, or two direct quotes', () => {
    expect(
      concluded('ETH-EUR', tickers(merged(ETH, show('ETH/EUR', { kraken: CROSS + 1 })), OPEN)).content,
    ).toMatchObject({
      sources: ['crossrate', 'kraken'],
      price: '3000.50',
    })
    const direct = show('ETH/EUR', { kraken: 3_001, coinbase: 3_002 })
    expect(concluded('ETH-EUR', tickers(direct, OPEN)).content).toMatchObject({
      sources: ['coinbase', 'kraken'],
      legs: [{ pair: 'ETH/EUR' }],
    })
    expect(run('ETH-EUR', tickers(ETH, OPEN))).toEqual({ kind: 'quorum_missed', have: 1, need: 2 })
    expect(run('ETH-EUR', tickers(show('ETH/EUR', { kraken: 3_001 }), OPEN))).toMatchObject({ kind: 'quorum_missed' })
    expect(run('ETH-EUR', new Map())).toMatchObject({ kind: 'quorum_missed', have: 0 })
  })

  test('survives a cross that is wrong, when three direct quotes agree', () => {
    const direct = show('ETH/EUR', { coinbase: 3_100, kraken: 3_100, bitstamp: 3_100 })
    const { content } = concluded('ETH-EUR', tickers(merged(ETH, direct), OPEN))
    expect(content).toMatchObject({
      price: '3100.00',
      sources: ['bitstamp', 'coinbase', 'kraken'],
      legs: [{ pair: 'ETH/EUR' }],
    })
  })

  test('is declined when two direct quotes stand against the cross: nobody knows who lies', () => {
    const direct = show('ETH/EUR', { coinbase: 3_150, kraken: 3_150 })
    expect(run('ETH-EUR', tickers(merged(ETH, direct), OPEN))).toEqual({ kind: 'quorum_missed', have: 2, need: 3 })
    const one = show('ETH/EUR', { coinbase: 3_150, kraken: 3_150, bitstamp: 3_000 })
    expect(run('ETH-EUR', tickers(merged(ETH, one), OPEN))).toMatchObject({ kind: 'disagreement' })
  })

  test('does not believe direct quotes of venues whose dollar quotes contradict one another', () => {
    // Kraken and Bitstamp say 5 % more about everything: the dollar price is silent, and they are two of three in euros.
    const liars = merged(
      dollars('ETH', 3_450),
      show('ETH/USD', { kraken: 3_622.5, bitstamp: 3_622.5, coinbase: 3_622.5 }),
      show('ETH/EUR', { kraken: 3_150, bitstamp: 3_150, gemini: 3_000 }),
    )
    const split = merged(liars, show('ETH/USD', { gemini: 3_450, bitfinex: 3_450, coinbase: 3_500 }))
    expect(run('ETH-USD', tickers(split, OPEN)).kind).toBe('disagreement')
    expect(run('ETH-EUR', tickers(split, OPEN))).toMatchObject({ kind: 'quorum_missed', have: 0 })
  })

  test('in yen still believes venues that quote no dollars', () => {
    const btc = merged(
      show('BTC/USD', { coinbase: 84_000, gemini: 84_000, kraken: 88_200, bitstamp: 88_200 }),
      show('BTC/JPY', { bitflyer: 13_020_000, bitbank: 13_020_000, kraken: 13_671_000 }),
    )
    expect(concluded('BTC-JPY', tickers(btc, OPEN)).content).toMatchObject({
      price: '13020000',
      sources: ['bitbank', 'bitflyer'],
    })
  })

  test('SOL/JPY is content with one member, direct or crossed', () => {
    expect(concluded('SOL-JPY', tickers(show('SOL/JPY', { bitbank: 21_700 }), OPEN)).content).toMatchObject({
      price: '21700.00',
      sources: ['bitbank'],
    })
    const cross = both(FIXED, tickers(dollars('SOL', 140), OPEN))
    expect(concluded('SOL-JPY', cross).content).toMatchObject({ price: '21700.00', sources: ['crossrate'] })
    expect(run('BTC-JPY', tickers(show('BTC/JPY', { bitbank: 1.3e7 }), OPEN))).toMatchObject({ kind: 'quorum_missed' })
  })

  test('says how old the legs of the cross are, and is less confident over fixings', () => {
    const prices = merged(dollars('ETH', 3_450), show('ETH/EUR', { kraken: 3_000, coinbase: 3_000 }))
    const fixed = concluded('ETH-EUR', both(FIXED, tickers(prices, OPEN)))
    const live = concluded('ETH-EUR', tickers(merged(prices, EURO), OPEN))
    expect(fixed.content).toMatchObject({ observedAt: (OPEN - 3 * HOUR) / 1000, legs: [{}, {}, { basis: 'fixing' }] })
    expect(live.content).toMatchObject({ observedAt: (OPEN - 1_000) / 1000 })
    expect(Number(fixed.carry['confidence'])).toBeCloseTo(0.7 * Number(live.carry['confidence']), 6)
  })

  test('stays sellable over a weekend with a carried leg, and says that its market is closed', () => {
    const prices = merged(dollars('ETH', 3_450), show('ETH/EUR', { kraken: 3_000, coinbase: 3_000 }))
    const earlier = { 'price/fx/EUR-USD': leftBehind(1.15, CLOSED - 15 * HOUR) }
    expect(concluded('ETH-EUR', tickers(prices, CLOSED), CLOSED, { earlier }).content).toMatchObject({
      price: '3000.00',
      marketStatus: 'closed',
      legs: [{}, {}, { pair: 'EUR/USD', basis: 'carried', ageSeconds: 15 * 3_600 }],
    })
  })
})

describe('a dollar price', () => {
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

import { describe, expect, test } from 'bun:test'
import { metals } from '../../../src/feeds/prices/metals.feed.ts'
import { both, CLOSED, fixings, gold, leftBehind, lookAt, OPEN, type Prices, type States, tickers } from '../market.ts'

const USDT = 0.9994
/** Eight venues with nine tokens; all say 4,100 dollars. */
const tokens = (dollars = 4_100): Prices => ({
  coinbase: { 'PAXG/USD': dollars, 'USDT/USD': USDT },
  kraken: { 'PAXG/USD': dollars, 'XAUT/USD': dollars, 'USDT/USD': USDT },
  gemini: { 'PAXG/USD': dollars },
  binance: { 'PAXG/USDT': dollars / USDT },
  okx: { 'PAXG/USDT': dollars / USDT, 'XAUT/USDT': dollars / USDT },
  bitfinex: { 'XAUT/USD': dollars },
  bybit: { 'XAUT/USDT': dollars / USDT },
  bitstamp: { 'USDT/USD': USDT },
})
const TOKEN_VENUES = ['binance', 'bitfinex', 'bybit', 'coinbase', 'gemini', 'kraken', 'okx']

const run = (key: string, states: States, now = OPEN, more: Parameters<typeof lookAt>[2] = {}) =>
  metals.conclude(
    metals.subjects.find((each) => each.key === key)!,
    lookAt(states, now, more),
  )

const concluded = (...args: Parameters<typeof run>) => {
  const found = run(...args)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found
}

const MINUTE = 60_000

describe('gold in dollars', () => {
  test('is the median of the spot price and one vote per exchange', () => {
    const { content, carry } = concluded('XAU-USD', both(tickers(tokens(), OPEN), gold(4_101, OPEN - MINUTE)))
    expect(content).toMatchObject({
      price: '4100.00',
      sources: [...TOKEN_VENUES, 'goldapi'].toSorted(),
      legs: [{ pair: 'XAU/USD', basis: 'live', ageSeconds: 60 }],
      marketStatus: 'open',
    })
    expect(Number(carry['confidence'])).toBeGreaterThan(0.9)
  })

  test('gives a venue with two tokens one vote, the median of both', () => {
    // Four venues; kraken's two tokens lie 0.2 % apart, and count as their middle.
    const prices: Prices = {
      coinbase: { 'PAXG/USD': 4_100 },
      gemini: { 'PAXG/USD': 4_101 },
      kraken: { 'PAXG/USD': 4_100, 'XAUT/USD': 4_108 },
      bitfinex: { 'XAUT/USD': 4_103 },
    }
    const { content, carry } = concluded('XAU-USD', tickers(prices, OPEN))
    expect(content).toMatchObject({ sources: ['bitfinex', 'coinbase', 'gemini', 'kraken'] })
    // 4100, 4101, 4103, 4104; with two votes for kraken the median would be 4101.
    expect(Number(carry['value'])).toBeCloseTo(4_102, 6)
  })

  test('is refused when the tokens stray more than 0.5 % from a living spot price', () => {
    const at = (spot: number) => both(tickers(tokens(), OPEN), gold(spot, OPEN - MINUTE))
    expect(concluded('XAU-USD', at(4_119)).content).toMatchObject({ sources: TOKEN_VENUES })
    expect(run('XAU-USD', at(4_121))).toMatchObject({ kind: 'disagreement', limit: 0.005 })
    expect(run('XAU-USD', at(4_079))).toMatchObject({ kind: 'disagreement' })
  })

  test('rests on tokens alone, at method 0.7, when the spot price is older than 15 minutes or absent', () => {
    const alive = concluded('XAU-USD', both(tickers(tokens(), OPEN), gold(4_100, OPEN - 15 * MINUTE)))
    expect(alive.content).toMatchObject({ legs: [{ basis: 'live' }] })
    for (const states of [
      tickers(tokens(), OPEN),
      // A spot price that died 5 % away guards nothing any more.
      both(tickers(tokens(), OPEN), gold(4_305, OPEN - 15 * MINUTE - 1)),
      both(tickers(tokens(), OPEN), gold(4_305, OPEN + 6_000)),
      both(tickers(tokens(), OPEN), gold(41, OPEN - MINUTE)),
    ]) {
      const { content, carry } = concluded('XAU-USD', states)
      expect(content).toMatchObject({ price: '4100.00', sources: TOKEN_VENUES, legs: [{ basis: 'tokens' }] })
      expect(Number(carry['confidence'])).toBeLessThan(0.7)
    }
  })

  test('needs four votes; the spot price is one of them', () => {
    const three: Prices = {
      coinbase: { 'PAXG/USD': 4_100 },
      gemini: { 'PAXG/USD': 4_100 },
      kraken: { 'PAXG/USD': 4_100 },
    }
    expect(run('XAU-USD', tickers(three, OPEN))).toEqual({ kind: 'quorum_missed', have: 3, need: 4 })
    expect(run('XAU-USD', both(tickers(three, OPEN), gold(4_100, OPEN)))).toMatchObject({ kind: 'concluded' })
    expect(run('XAU-USD', gold(4_100, OPEN))).toEqual({ kind: 'quorum_missed', have: 1, need: 4 })
    expect(run('XAU-USD', new Map())).toEqual({ kind: 'quorum_missed', have: 0, need: 4 })
  })

  test('leaves USDT tokens out when USDT has no rate', () => {
    const noRate = Object.fromEntries(
      Object.entries(tokens()).map(([venue, pairs]) => [venue, { ...pairs, 'USDT/USD': 0.9 }]),
    )
    const { content } = concluded('XAU-USD', both(tickers(noRate, OPEN), gold(4_100, OPEN)))
    expect(content).toMatchObject({ sources: ['bitfinex', 'coinbase', 'gemini', 'goldapi', 'kraken'] })
  })

  test('leaves out numbers that are not dollars per ounce', () => {
    expect(run('XAU-USD', tickers(tokens(131.8), OPEN))).toMatchObject({ kind: 'quorum_missed', have: 0 })
  })
})

describe('while the market is closed', () => {
  const HOUR = 60 * MINUTE
  const before = leftBehind(4_099.5, CLOSED - 15 * HOUR, ['coinbase', 'goldapi'])

  test('the last value is carried with its age, whatever the tokens say', () => {
    const states = both(tickers(tokens(4_300), CLOSED), gold(4_300, CLOSED - MINUTE))
    expect(concluded('XAU-USD', states, CLOSED, { previous: before }).content).toMatchObject({
      price: '4099.50',
      confidence: 0.5,
      sources: ['coinbase', 'goldapi'],
      legs: [{ basis: 'carried', ageSeconds: 15 * 3_600 }],
      marketStatus: 'closed',
    })
  })

  test('it is carried for 120 hours; after that and at a cold start tokens alone speak', () => {
    const states = both(tickers(tokens(), CLOSED), gold(4_300, CLOSED - MINUTE))
    for (const previous of [null, leftBehind(4_000, CLOSED - 120 * HOUR - 1)])
      expect(concluded('XAU-USD', states, CLOSED, { previous }).content).toMatchObject({
        price: '4100.00',
        sources: TOKEN_VENUES,
        legs: [{ basis: 'tokens' }],
        marketStatus: 'closed',
      })
    expect(
      concluded('XAU-USD', states, CLOSED, { previous: leftBehind(4_000, CLOSED - 120 * HOUR) }).content,
    ).toMatchObject({
      price: '4000.00',
    })
  })
})

describe('gold in euros and yen', () => {
  const fx: Prices = { kraken: { 'EUR/USD': 1.15, 'USD/JPY': 155 }, bitstamp: { 'EUR/USD': 1.15 } }
  const market = both(
    fixings(OPEN - 3 * 3_600_000),
    gold(4_100, OPEN - MINUTE),
    tickers(
      Object.fromEntries(Object.entries(tokens()).map(([venue, pairs]) => [venue, { ...pairs, ...fx[venue] }])),
      OPEN,
    ),
  )

  test('is a cross with our own leg, unrounded, with the sources of both', () => {
    const euro = concluded('XAU-EUR', market)
    expect(euro.carry['value']).toBeCloseTo(4_100 / 1.15, 6)
    expect(euro.content).toMatchObject({
      price: '3565.22',
      sources: [...TOKEN_VENUES, 'bitstamp', 'goldapi'].toSorted(),
      legs: [
        { pair: 'XAU/USD', basis: 'live' },
        { pair: 'EUR/USD', basis: 'live' },
      ],
    })
    expect(concluded('XAU-JPY', market).content).toMatchObject({ price: '635500', decimals: 0 })
  })

  test('is declined without a leg', () => {
    expect(run('XAU-EUR', both(tickers(tokens(), OPEN), gold(4_100, OPEN)))).toMatchObject({ kind: 'quorum_missed' })
  })
})

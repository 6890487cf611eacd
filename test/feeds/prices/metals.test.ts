import { describe, expect, test } from 'bun:test'
import { metals } from '../../../src/feeds/prices/metals.feed.ts'
import { both, CLOSED, fixings, gold, leftBehind, OPEN, type Prices, tickers } from '../../support/feeds/market.ts'
import { concludedOn, concludeOn, type Market } from '../../support/feeds/conclude-on.ts'

const USDT = 0.9994
/** Seven venues with nine books of two tokens; all say 4,100 dollars. */
const tokens = (dollars = 4_100): Prices => ({
  coinbase: { 'PAXG/USD': dollars, 'USDT/USD': USDT },
  kraken: { 'PAXG/USD': dollars, 'XAUT/USD': dollars, 'USDT/USD': USDT },
  gemini: { 'PAXG/USD': dollars, 'USDT/USD': USDT },
  binance: { 'PAXG/USDT': dollars / USDT },
  okx: { 'PAXG/USDT': dollars / USDT, 'XAUT/USDT': dollars / USDT },
  bitfinex: { 'XAUT/USD': dollars, 'USDT/USD': USDT },
  bybit: { 'XAUT/USDT': dollars / USDT },
  bitstamp: { 'USDT/USD': USDT },
})
const TOKEN_VENUES = ['binance', 'bitfinex', 'bybit', 'coinbase', 'gemini', 'kraken', 'okx']

const run = (...market: Market) => concludeOn(metals, ...market)
const concluded = (...market: Market) => concludedOn(metals, ...market)

const MINUTE = 60_000

describe('gold in dollars', () => {
  test('is the median of the spot price and what the venues of two tokens agree on', () => {
    const { content, carry } = concluded('XAU-USD', both(tickers(tokens(), OPEN), gold(4_101, OPEN - MINUTE)))
    expect(content).toMatchObject({
      price: '4100.00',
      sources: [...TOKEN_VENUES, 'goldapi'].toSorted(),
      legs: [{ pair: 'XAU/USD', basis: 'live', age_seconds: 60 }],
      marketStatus: 'open',
    })
    expect(Number(carry['confidence'])).toBeGreaterThan(0.9)
  })

  test('asks the venues of each token by themselves: a venue with two has no second vote about either', () => {
    const prices: Prices = {
      coinbase: { 'PAXG/USD': 4_100 },
      gemini: { 'PAXG/USD': 4_101 },
      kraken: { 'PAXG/USD': 4_102, 'XAUT/USD': 4_110 },
      bitfinex: { 'XAUT/USD': 4_112 },
    }
    const dealer = gold(4_104, OPEN - MINUTE)
    // Two of the four venues of XAUT are no majority: PAXG and the spot price are left.
    const { content, carry } = concluded('XAU-USD', both(tickers(prices, OPEN), dealer))
    expect(content).toMatchObject({ sources: ['coinbase', 'gemini', 'goldapi', 'kraken'] })
    expect(Number(carry['value'])).toBeCloseTo((4_101 + 4_104) / 2, 6)
  })

  test('leaves out a spot price that strays more than 0.8 % from both tokens, and believes the rest less', () => {
    const at = (spot: number) => concluded('XAU-USD', both(tickers(tokens(), OPEN), gold(spot, OPEN - MINUTE)))
    expect(at(4_132).content).toMatchObject({ price: '4100.00', legs: [{ basis: 'live' }] })
    for (const spot of [4_133, 4_066]) {
      const { content, carry } = at(spot)
      expect(content).toMatchObject({ price: '4100.00', sources: TOKEN_VENUES, legs: [{ basis: 'tokens' }] })
      expect(Number(carry['confidence'])).toBeLessThan(0.7)
    }
  })

  test('one token that its venues lie about is outvoted by the spot price and the other', () => {
    const lies = tokens()
    const torn: Prices = Object.fromEntries(
      Object.entries(lies).map(([venue, pairs]) => [
        venue,
        Object.fromEntries(
          Object.entries(pairs).map(([pair, price]) => [pair, pair.startsWith('XAUT') ? price * 1.05 : price]),
        ),
      ]),
    )
    const { content } = concluded('XAU-USD', both(tickers(torn, OPEN), gold(4_100, OPEN)))
    expect(content).toMatchObject({
      price: '4100.00',
      sources: ['binance', 'coinbase', 'gemini', 'goldapi', 'kraken', 'okx'],
    })
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

  test('needs two of the three numbers', () => {
    const paxg: Prices = {
      coinbase: { 'PAXG/USD': 4_100 },
      gemini: { 'PAXG/USD': 4_100 },
      kraken: { 'PAXG/USD': 4_100 },
    }
    expect(run('XAU-USD', tickers(paxg, OPEN))).toEqual({ kind: 'quorum_missed', have: 1, need: 2 })
    expect(run('XAU-USD', both(tickers(paxg, OPEN), gold(4_100, OPEN)))).toMatchObject({ kind: 'concluded' })
    expect(run('XAU-USD', gold(4_100, OPEN))).toEqual({ kind: 'quorum_missed', have: 1, need: 2 })
    expect(run('XAU-USD', new Map())).toEqual({ kind: 'quorum_missed', have: 0, need: 2 })
  })

  test('leaves USDT books out when USDT has no rate', () => {
    const noRate = Object.fromEntries(
      Object.entries(tokens()).map(([venue, pairs], at) => [venue, { ...pairs, 'USDT/USD': 1 - at / 100 }]),
    )
    const { content } = concluded('XAU-USD', both(tickers(noRate, OPEN), gold(4_100, OPEN)))
    expect(content).toMatchObject({ sources: ['coinbase', 'gemini', 'goldapi', 'kraken'] })
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
      legs: [{ basis: 'carried', age_seconds: 15 * 3_600 }],
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

describe('what was concluded while the market was closed', () => {
  const HOUR = 60 * MINUTE
  const tokensAt = (dollars: number, now: number) => tickers(tokens(dollars), now)
  const cold = concluded('XAU-USD', tokensAt(4_300, CLOSED - HOUR), CLOSED - HOUR)
  const after = (found: typeof cold, at: number) => ({
    timestamp: Math.floor(at / 1000),
    content: JSON.parse(JSON.stringify(found.content)),
    carry: found.carry,
  })

  test('is not carried: tokens speak at every tick after a cold start', () => {
    const previous = after(cold, CLOSED - HOUR)
    expect(concluded('XAU-USD', tokensAt(4_100, CLOSED), CLOSED, { previous }).content).toMatchObject({
      price: '4100.00',
      legs: [{ basis: 'tokens' }],
    })
    expect(run('XAU-USD', new Map(), CLOSED, { previous })).toMatchObject({ kind: 'quorum_missed' })
  })

  test('is not of before the close when it was concluded in the first second of it', () => {
    const close = Date.parse('2026-11-20T22:00:00Z')
    const first = concluded('XAU-USD', tokensAt(4_300, close), close)
    expect(
      concluded('XAU-USD', tokensAt(4_100, close + MINUTE), close + MINUTE, { previous: after(first, close) }).content,
    ).toMatchObject({ legs: [{ basis: 'tokens' }] })
  })

  test('is carried on where it was itself carried', () => {
    const before = leftBehind(4_099.5, CLOSED - 15 * HOUR)
    const first = concluded('XAU-USD', new Map(), CLOSED - HOUR, { previous: before })
    const second = concluded('XAU-USD', tokensAt(4_300, CLOSED), CLOSED, { previous: after(first, CLOSED - HOUR) })
    expect(second.content).toMatchObject({ price: '4099.50', legs: [{ basis: 'carried', age_seconds: 15 * 3_600 }] })
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

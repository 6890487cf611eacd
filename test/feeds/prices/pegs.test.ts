import { describe, expect, test } from 'bun:test'
import { pegs } from '../../../src/feeds/prices/pegs.feed.ts'
import { usdtRate } from '../../../src/feeds/prices/usdt.ts'
import { boardsOf, both, fixings, OPEN, type States, tickers } from '../../support/feeds/market.ts'
import { PriceAnswer } from '../../../src/feeds/prices/price-answer.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { concludeOn } from '../../support/feeds/conclude-on.ts'

const quotes = (prices: Readonly<Record<string, number>>, pair = 'USDT/USD', ageMs = 1_000): States =>
  tickers(Object.fromEntries(Object.entries(prices).map(([venue, price]) => [venue, { [pair]: price }])), OPEN, ageMs)

const run = (key: string, states: States) => concludeOn(pegs, key, states)

const SEVEN = {
  coinbase: 0.9995,
  kraken: 0.9994,
  bitstamp: 0.9996,
  gemini: 0.9993,
  bitfinex: 0.9995,
  binanceus: 0.9995,
  okx: 0.9996,
}
const all = (price: number) => Object.fromEntries(Object.keys(SEVEN).map((venue) => [venue, price]))

describe('a stablecoin', () => {
  test('is the median of the direct dollar quotes that agree, to five digits', () => {
    expect(run('USDT-USD', quotes(SEVEN))).toMatchObject({
      content: { price: '0.99950', sources: Object.keys(SEVEN).toSorted(), currency: 'USD' },
    })
  })

  test('leaves out who is more than 0.2 % away from the majority, by name', () => {
    const found = run('USDT-USD', quotes({ ...all(1), gemini: 1.0021, okx: 1.0019 }))
    expect(found).toMatchObject({
      content: { price: '1.00000', sources: ['binanceus', 'bitfinex', 'bitstamp', 'coinbase', 'kraken', 'okx'] },
    })
    const { quotes: cast } = contentOf(PriceAnswer, found)
    expect(cast!.filter(({ used }) => !used)).toMatchObject([{ source: 'gemini', reason: 'outside_agreement' }])
  })

  test('needs more than half of its venues', () => {
    const two = quotes({ kraken: 1, gemini: 1 }, 'USDC/USD')
    expect(run('USDC-USD', two)).toEqual({ kind: 'quorum_missed', have: 2, need: 3 })
    expect(run('USDC-USD', quotes({ kraken: 1, gemini: 1, bitstamp: 1 }, 'USDC/USD'))).toMatchObject({
      kind: 'concluded',
    })
    expect(run('USDT-USD', quotes({ kraken: 1, gemini: 1, bitstamp: 1 }))).toMatchObject({ have: 3, need: 4 })
  })

  test('is not sold on quotes that are as old as may be', () => {
    const venues = { kraken: 1, gemini: 1, bitstamp: 1, okx: 1 }
    expect(run('USDT-USD', quotes(venues, 'USDT/USD', 290_000))).toMatchObject({ kind: 'low_confidence', floor: 0.3 })
    expect(run('USDT-USD', quotes(venues, 'USDT/USD', 200_000))).toMatchObject({ kind: 'concluded' })
  })

  test('that has lost its peg is still told as it is', () => {
    expect(run('USDT-USD', quotes(all(0.9)))).toMatchObject({
      content: { price: '0.90000' },
    })
  })

  test('in euros and yen is a cross', () => {
    const rates = { kraken: { 'EUR/USD': 1.15, 'USD/JPY': 151.43 }, bitstamp: { 'EUR/USD': 1.15 } }
    const venues = Object.fromEntries(
      Object.keys(SEVEN).map((venue) => [venue, { 'USDT/USD': 0.9994, ...rates[venue as keyof typeof rates] }]),
    )
    const states = both(tickers(venues, OPEN), fixings(OPEN - 3_600_000))
    expect(run('USDT-EUR', states)).toMatchObject({ content: { price: '0.86904', decimals: 5, marketStatus: 'open' } })
    // 151.43 lies more than 2 % below the fixings of 155: the leg falls back to them.
    expect(run('USDT-JPY', states)).toMatchObject({ content: { price: '154.907', legs: [{}, { basis: 'fixing' }] } })
  })
})

describe('the USDT rate of other prices', () => {
  const rate = (states: States, quorum: number | null = null) => usdtRate(boardsOf(states), OPEN, quorum)

  test('is the median of those of seven venues that agree, unrounded', () => {
    expect(rate(quotes(SEVEN))?.value).toBe(0.9995)
    const torn = rate(quotes({ ...SEVEN, gemini: 0.5, bitfinex: 0.9, okx: 1.9 }))
    expect(torn).toMatchObject({ configured: 7, used: { length: 4 }, rejected: { length: 3 } })
    expect(torn?.value).toBeCloseTo(0.9995, 12)
  })

  test('is none without a majority, and with quotes older than a minute', () => {
    expect(rate(new Map())).toBeNull()
    expect(rate(quotes({ kraken: 1, bitstamp: 1, coinbase: 1 }))).toBeNull()
    expect(rate(quotes({ kraken: 1 }), 1)?.value).toBe(1)
    expect(rate(quotes(SEVEN, 'USDT/USD', 60_001))).toBeNull()
    expect(rate(quotes(SEVEN, 'USDT/USD', 60_000))).not.toBeNull()
    const split = { coinbase: 1, kraken: 1, bitstamp: 1, gemini: 0.99, bitfinex: 0.99, binanceus: 1.01, okx: 1.01 }
    expect(rate(quotes(split))).toBeNull()
  })

  test('off its peg is still what USDT is worth', () => {
    expect(rate(quotes(all(0.9)))?.value).toBeCloseTo(0.9, 12)
  })
})

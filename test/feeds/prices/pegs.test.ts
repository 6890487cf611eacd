import { describe, expect, test } from 'bun:test'
import { pegs } from '../../../src/feeds/prices/pegs.feed.ts'
import { usdtRate } from '../../../src/feeds/prices/usdt.ts'
import { boardsOf, both, fixings, lookAt, OPEN, type States, tickers } from '../market.ts'

const quotes = (prices: Readonly<Record<string, number>>, pair = 'USDT/USD', ageMs = 1_000): States =>
  tickers(Object.fromEntries(Object.entries(prices).map(([venue, price]) => [venue, { [pair]: price }])), OPEN, ageMs)

const run = (key: string, states: States) =>
  pegs.conclude(
    pegs.subjects.find((each) => each.key === key)!,
    lookAt(states, OPEN),
  )

describe('a stablecoin', () => {
  test('is the median of its direct dollar quotes, to five digits', () => {
    const states = quotes({ kraken: 0.9994, bitstamp: 0.9996, coinbase: 0.9995, gemini: 0.9993, bitfinex: 0.9995 })
    expect(run('USDT-USD', states)).toMatchObject({
      content: { price: '0.99950', sources: ['bitfinex', 'bitstamp', 'coinbase', 'gemini', 'kraken'], currency: 'USD' },
    })
  })

  test('leaves out a quote more than 0.05 % away', () => {
    expect(
      run('USDT-USD', quotes({ kraken: 1, bitstamp: 1, coinbase: 1, gemini: 1, bitfinex: 1.00051 })),
    ).toMatchObject({
      content: { price: '1.00000', sources: ['bitstamp', 'coinbase', 'gemini', 'kraken'] },
    })
  })

  test('needs two quotes', () => {
    expect(run('USDC-USD', quotes({ kraken: 1 }, 'USDC/USD'))).toEqual({ kind: 'quorum_missed', have: 1, need: 2 })
    expect(run('USDC-USD', quotes({ kraken: 1, gemini: 1 }, 'USDC/USD'))).toMatchObject({ kind: 'concluded' })
  })

  test('that has lost its peg is still told as it is', () => {
    expect(run('USDT-USD', quotes({ kraken: 0.9, bitstamp: 0.9, coinbase: 0.9 }))).toMatchObject({
      content: { price: '0.90000' },
    })
  })

  test('in euros and yen is a cross', () => {
    const states = both(
      tickers(
        {
          kraken: { 'USDT/USD': 0.9994, 'EUR/USD': 1.15, 'USD/JPY': 151.43 },
          bitstamp: { 'USDT/USD': 0.9994, 'EUR/USD': 1.15 },
        },
        OPEN,
      ),
      fixings(OPEN - 3_600_000),
    )
    expect(run('USDT-EUR', states)).toMatchObject({ content: { price: '0.86904', decimals: 5, marketStatus: 'open' } })
    // 151.43 lies more than 2 % below the fixings of 155: the leg falls back to them.
    expect(run('USDT-JPY', states)).toMatchObject({ content: { price: '154.907', legs: [{}, { basis: 'fixing' }] } })
  })
})

describe('the USDT rate of other prices', () => {
  const rate = (states: States) => usdtRate(boardsOf(states), OPEN)

  test('is the median of Kraken, Bitstamp and Coinbase, unrounded, and no other venue', () => {
    const found = rate(quotes({ kraken: 0.9991, bitstamp: 0.9992, coinbase: 0.9999, gemini: 0.5, bitfinex: 0.5 }))
    expect(found?.rate).toBeCloseTo(0.9992, 12)
    expect(found?.sources).toBe(3)
    expect(rate(quotes({ coinbase: 0.9999 }))).toMatchObject({ sources: 1, at: OPEN - 1_000 })
  })

  test('is none without a quote, with expired quotes, and outside 0.98 to 1.02', () => {
    expect(rate(new Map())).toBeNull()
    expect(rate(quotes({ kraken: 1, bitstamp: 1, coinbase: 1 }, 'USDT/USD', 300_001))).toBeNull()
    expect(rate(quotes({ kraken: 1 }, 'USDT/USD', 300_000))).not.toBeNull()
    for (const off of [0.9799, 1.0201]) expect(rate(quotes({ kraken: off, bitstamp: off }))).toBeNull()
    for (const within of [0.9801, 1.0199]) expect(rate(quotes({ kraken: within }))).not.toBeNull()
  })
})

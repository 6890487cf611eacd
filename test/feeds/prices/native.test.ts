import { describe, expect, test } from 'bun:test'
import { native } from '../../../src/feeds/prices/native.feed.ts'
import { NATIVE_VENUES } from '../../../src/feeds/prices/native-price.ts'
import { USDT_RATE_VENUES } from '../../../src/feeds/prices/usdt.ts'
import { lookAt, OPEN, type Prices, tickers } from '../../support/feeds/market.ts'

/** The price of POL, which gas on Polygon reads. */

const TETHER: Prices = Object.fromEntries(USDT_RATE_VENUES.map((venue) => [venue, { 'USDT/USD': 0.999 }]))
const market = (prices: Readonly<Record<string, Readonly<Record<string, number>>>>, ageMs = 1_000) => {
  const venues = new Set([...Object.keys(TETHER), ...Object.keys(prices)])
  return tickers(
    Object.fromEntries([...venues].map((venue) => [venue, { ...TETHER[venue], ...prices[venue] }])),
    OPEN,
    ageMs,
  )
}
const conclude = (...args: Parameters<typeof market>) =>
  native.conclude(native.subjects[0]!, lookAt(market(...args), OPEN))

const POL = { kraken: { 'POL/USD': 0.23 }, binance: { 'POL/USDT': 0.23023 }, okx: { 'POL/USDT': 0.23023 } }

test('is asked of three venues', () => {
  expect(NATIVE_VENUES).toEqual({ usd: ['kraken'], usdt: ['binance', 'okx'] })
  expect(native.sale).toBeNull()
})

test('is the median, books in USDT brought to dollars', () => {
  // 0.23023 · 0.999 is 0.22999977.
  expect(conclude(POL)).toMatchObject({
    kind: 'concluded',
    content: { price: '0.2300', sources: ['binance', 'kraken', 'okx'] },
  })
})

describe('of the three', () => {
  test('one may be wrong or silent', () => {
    const { kraken, ...silent } = POL
    expect(conclude(silent)).toMatchObject({ content: { price: '0.2300', sources: ['binance', 'okx'] } })
    expect(conclude({ ...POL, kraken: { 'POL/USD': 230 } })).toMatchObject({ content: { price: '0.2300' } })
    expect(kraken).toBeDefined()
  })

  test('two must agree', () => {
    expect(conclude({ kraken: POL.kraken })).toMatchObject({ kind: 'quorum_missed', have: 1, need: 2 })
    expect(conclude({ kraken: POL.kraken, okx: { 'POL/USDT': 0.3 } }).kind).toBe('disagreement')
    expect(conclude(POL, 61_000).kind).toBe('quorum_missed')
  })
})

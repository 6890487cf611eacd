import { describe, expect, test } from 'bun:test'
import {
  FX_PAIRS,
  METAL_PAIRS,
  type Pair,
  pairOfSubject,
  PEG_PAIRS,
  SPOT_PAIRS,
  VWAP_PAIRS,
} from '../../../src/feeds/prices/pairs.ts'
import { concludePrice, type PriceConclusion, priceSale } from '../../../src/feeds/prices/price-answer.ts'
import { TARIFF } from '../../../src/feeds/tariff.ts'
import { OPEN } from '../../support/feeds/market.ts'

const BTC = pairOfSubject(SPOT_PAIRS, SPOT_PAIRS[0]!)
const found = (fields: Partial<PriceConclusion> = {}): PriceConclusion => ({
  pair: BTC,
  value: 84_231.495_000_01,
  sources: ['kraken', 'binance', 'kraken'],
  method: 'median',
  confidence: 0.965_4,
  legs: [
    { pair: 'BTC/USD', basis: 'live', at: OPEN - 1_999 },
    { pair: 'EUR/USD', basis: 'carried', at: OPEN - 60_001 },
  ],
  now: OPEN,
  ...fields,
})

describe('the digits of a price follow the table of the methods', () => {
  const names = (pairs: readonly Pair[]) => Object.fromEntries(pairs.map(({ name, decimals }) => [name, decimals]))

  test('crypto', () => {
    expect(names(SPOT_PAIRS)).toMatchObject({
      'BTC/USD': 2,
      'BTC/EUR': 2,
      'BTC/JPY': 0,
      'ETH/USD': 2,
      'ETH/EUR': 2,
      'ETH/JPY': 0,
      'SOL/USD': 2,
      'SOL/EUR': 2,
      'SOL/JPY': 2,
      'XRP/USD': 4,
      'ADA/USD': 4,
      'DOGE/USD': 5,
    })
    expect(names(VWAP_PAIRS)).toMatchObject({ 'BTC/USD': 2, 'BTC/EUR': 2, 'ETH/USD': 2 })
  })

  test('gold and stablecoins', () => {
    expect(names(METAL_PAIRS)).toMatchObject({ 'XAU/USD': 2, 'XAU/EUR': 2, 'XAU/JPY': 0 })
    expect(names(PEG_PAIRS)).toMatchObject({ 'USDT/USD': 5, 'USDC/USD': 5, 'USDT/EUR': 5, 'USDT/JPY': 3 })
  })

  test('foreign exchange: five, in yen three', () => {
    expect(FX_PAIRS.every(({ quote, decimals }) => decimals === (quote === 'JPY' ? 3 : 5))).toBe(true)
  })

  test('and stand in the answer', () => {
    expect(concludePrice(found()).content).toMatchObject({
      price: '84231.50',
      decimals: 2,
      currency: 'USD',
      domain: 'BTCUSD',
    })
    const yen = pairOfSubject(SPOT_PAIRS, { ...BTC, key: 'BTC-JPY' })
    expect(concludePrice(found({ pair: yen, value: 12_755_176.045 })).content).toMatchObject({
      price: '12755176',
      decimals: 0,
    })
    const doge = pairOfSubject(SPOT_PAIRS, { ...BTC, key: 'DOGE-USD' })
    expect(concludePrice(found({ pair: doge, value: 0.1 })).content.price).toBe('0.10000')
  })
})

describe('a concluded price', () => {
  test('names every source once, sorted', () => {
    expect(concludePrice(found()).content.sources).toEqual(['binance', 'kraken'])
  })

  test('was observed when its oldest leg was, and says the age of each', () => {
    expect(concludePrice(found()).content).toMatchObject({
      observed_at: Math.floor((OPEN - 60_001) / 1000),
      legs: [
        { pair: 'BTC/USD', basis: 'live', observed_at: OPEN / 1000 - 2, age_seconds: 1 },
        { pair: 'EUR/USD', basis: 'carried', observed_at: OPEN / 1000 - 61, age_seconds: 60 },
      ],
    })
  })

  test('has no negative age when a venue runs a little ahead', () => {
    const ahead = concludePrice(found({ legs: [{ pair: 'BTC/USD', basis: 'live', at: OPEN + 3_000 }] }))
    expect(ahead.content.legs[0]!.age_seconds).toBe(0)
  })

  test('speaks of a market only where there is one', () => {
    expect(concludePrice(found()).content).not.toHaveProperty('marketStatus')
    const closed = { status: 'closed', since: OPEN - 5_000 } as const
    expect(concludePrice(found({ market: closed })).content).toMatchObject({
      marketStatus: 'closed',
      marketStatusSince: OPEN / 1000 - 5,
    })
  })

  test('hands the unrounded value on to the feeds that build on it', () => {
    expect(concludePrice(found()).carry).toEqual({
      value: 84_231.495_000_01,
      observedAt: OPEN - 60_001,
      sources: ['binance', 'kraken'],
      confidence: 0.965_4,
    })
    expect(concludePrice(found()).content.confidence).toBe(0.97)
  })
})

test('a preview shows the price and its sources and nothing that is signed', () => {
  const { preview } = priceSale(SPOT_PAIRS, '/oracle/price/{base}/{quote}', TARIFF.spot, 30)
  const { content } = concludePrice(found())
  expect(preview!.fields(content, BTC)).toEqual({
    pair: 'BTC/USD',
    price: content.price,
    currency: 'USD',
    sources: ['binance', 'kraken'],
    method: 'median',
    confidence: 0.97,
  })
})

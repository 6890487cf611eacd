import { describe, expect, test } from 'bun:test'
import { bybitDated } from '../../../src/sources/dated/bybit-dated.ts'
import { listOf, tickersOf } from '../../support/dated-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const linear = tickersOf(bybitDated, 'category=linear')
const inverse = tickersOf(bybitDated, 'category=inverse')
const linearList = listOf(bybitDated, 'category=linear&baseCoin=BTC')
const inverseList = listOf(bybitDated, 'category=inverse&baseCoin=BTC')

describe('bybit futures, recorded', () => {
  test.skipIf(!recordedAvailable)('perpetuals, which have the delivery time 0, are no dated futures', () => {
    expect(linear.read(recorded('crypto/bybit/tickers_linear_ETHUSDT_2026').body)).toEqual({})
    for (const name of ['tickers_vendor_2026_a', 'tickers_linear_fixture'])
      expect([name, inverse.read(recorded(`crypto/bybit/${name}`).body)]).toEqual([name, {}])
    for (const name of ['instruments_vendor_2026', 'instruments_linear_fixture'])
      expect([name, linearList.read(recorded(`crypto/bybit/${name}`).body)]).toEqual([name, {}])
  })

  test.skipIf(!recordedAvailable)('another category is refused', () => {
    for (const [name, category] of [
      ['tickers_vendor_2026_a', 'inverse'],
      ['tickers_linear_fixture', 'inverse'],
      ['tickers_vendor_2026_b', 'option'],
      ['tickers_option_fixture', 'option'],
      ['option_tickers_sample', 'option'],
      ['tickers_vendor_2026_c', 'spot'],
      ['tickers_spot_fixture', 'spot'],
    ] as const)
      expect([name, unreadable(() => linear.read(recorded(`crypto/bybit/${name}`).body))]).toEqual([
        name,
        `reply.result.category is not linear: "${category}"`,
      ])
    for (const [name, category] of [
      ['instruments_option_fixture', 'option'],
      ['instruments_spot_fixture', 'spot'],
    ] as const)
      expect(unreadable(() => linearList.read(recorded(`crypto/bybit/${name}`).body))).toBe(
        `reply.result.category is not linear: "${category}"`,
      )
  })

  test.skipIf(!recordedAvailable)(
    'a quarter that was pushed has the row of the reply, but for its delivery time',
    () => {
      const frames = JSON.parse(recorded('crypto/bybit/ws_linear_tickers_trades_all_liquidation').body) as {
        readonly topic?: string
        readonly type?: string
        readonly data?: Record<string, string>
      }[]
      const row = frames.find(({ topic }) => topic === 'tickers.BTCUSDU23')?.data
      expect(row?.['deliveryTime']).toBe('2023-09-29T08:00:00Z')
      const read = (deliveryTime: string) => inverse.read(answer('inverse', [{ ...row, deliveryTime }]))
      // Only the old socket wrote the time in words.
      expect(unreadable(() => read('2023-09-29T08:00:00Z'))).toContain('deliveryTime is not a whole number')
      expect(read('1695974400000')).toEqual({
        BTCUSDU23: { mark: row!['markPrice']!, index: row!['indexPrice']!, at: 7 },
      })
    },
  )
})

const answer = (category: string, list: unknown, retCode = 0) =>
  JSON.stringify({ retCode, retMsg: 'some words', result: { category, list }, time: 7 })

const TICKER = {
  symbol: 'BTCUSDT-25DEC26',
  markPrice: '98000.50',
  indexPrice: '97000.10',
  openInterest: '500',
  openInterestValue: '49000250',
  singleOpenInterest: '250',
  singleOpenInterestValue: '24500125',
  deliveryTime: '1798185600000',
}
const INSTRUMENT = {
  symbol: 'BTCUSDT-25DEC26',
  contractType: 'LinearFutures',
  status: 'Trading',
  baseCoin: 'BTC',
  deliveryTime: '1798185600000',
}

describe('bybit futures, constructed', () => {
  test('open interest is one side in dollars, under another name for each kind', () => {
    const prices = { mark: '98000.50', index: '97000.10', at: 7 }
    expect(linear.read(answer('linear', [TICKER]))).toEqual({
      'BTCUSDT-25DEC26': { ...prices, openInterest: { amount: '24500125', unit: 'usd' } },
    })
    expect(inverse.read(answer('inverse', [{ ...TICKER, symbol: 'BTCUSDZ26' }]))).toEqual({
      BTCUSDZ26: { ...prices, openInterest: { amount: '250', unit: 'usd' } },
    })
    const { singleOpenInterestValue: _, ...doubled } = TICKER
    expect(linear.read(answer('linear', [doubled]))).toEqual({ 'BTCUSDT-25DEC26': prices })
  })

  test('a list has the futures of its kind that trade', () => {
    const other = { ...INSTRUMENT, symbol: 'BTCUSDZ26', contractType: 'InverseFutures' }
    const rows = [INSTRUMENT, other, { ...INSTRUMENT, symbol: 'BTCUSDT', contractType: 'LinearPerpetual' }]
    const expiresAt = 1_798_185_600_000
    expect(linearList.read(answer('linear', rows))).toEqual({
      'BTCUSDT-25DEC26': { asset: 'BTC', kind: 'linear', expiresAt },
    })
    expect(inverseList.read(answer('inverse', rows))).toEqual({
      BTCUSDZ26: { asset: 'BTC', kind: 'inverse', expiresAt },
    })
    for (const change of [{ status: 'Delivering' }, { baseCoin: 'DOGE' }])
      expect(linearList.read(answer('linear', [{ ...INSTRUMENT, ...change }]))).toEqual({})
  })

  test('an empty price is none, an error is thrown', () => {
    const [row] = Object.values(linear.read(answer('linear', [{ ...TICKER, markPrice: '' }])))
    expect(row).not.toContainKey('mark')
    expect(linear.read(answer('linear', [{ ...TICKER, deliveryTime: '' }]))).toEqual({})
    expect(unreadable(() => linear.read(answer('linear', [], 10_006)))).toContain('10006 some words')
  })

  test('asks for lists by kind and coin, and once for all tickers of a kind', () => {
    expect(bybitDated.lists).toHaveLength(6)
    expect(bybitDated.tickers.map(({ path }) => path)).toEqual([
      '/v5/market/tickers?category=inverse',
      '/v5/market/tickers?category=linear',
    ])
  })
})

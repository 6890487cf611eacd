import { describe, expect, test } from 'bun:test'
import { binanceDated } from '../../../src/sources/dated/binance-dated.ts'
import { listOf, tickersOf } from '../../support/dated-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const list = listOf(binanceDated)
const tickers = tickersOf(binanceDated, 'pair=BTCUSD')
const interest = (symbol: string) => binanceDated.interest!(symbol)

describe('binance coin-m, recorded', () => {
  test.skipIf(!recordedAvailable)('quarters of a pair, without the perpetual, each at its own time', () => {
    // The contract of September has been delivered: its row stands still three weeks before the others.
    expect(tickers.read(recorded('crypto/binance/coinm_premium_index_pair_BTCUSD').body)).toEqual({
      BTCUSD_210326: { mark: '11761.50067917', index: '11353.95875000', at: 1_602_829_101_010 },
      BTCUSD_200925: { mark: '10654.11745312', index: '10666.31612500', at: 1_601_021_670_003 },
      BTCUSD_201225: { mark: '11506.75567917', index: '11353.95875000', at: 1_602_829_101_010 },
    })
  })

  test.skipIf(!recordedAvailable)('a list of perpetuals alone has no dated futures', () => {
    expect(list.read(recorded('crypto/binance/coinm_exchange_info_trimmed').body)).toEqual({})
  })

  test.skipIf(!recordedAvailable)('open interest is in contracts', () => {
    const { body } = recorded('crypto/binance/coinm_open_interest_BTCUSD_PERP')
    expect(interest('BTCUSD_PERP').read(body)).toEqual({
      BTCUSD_PERP: { openInterest: { amount: '6784657', unit: 'contracts' }, at: 1_702_244_982_986 },
    })
    expect(unreadable(() => interest('BTCUSD_261225').read(body))).toBe(
      'reply.symbol is not BTCUSD_261225: "BTCUSD_PERP"',
    )
  })

  test.skipIf(!recordedAvailable)('replies of other calls are refused, not misread', () => {
    for (const [name, reason] of [
      ['coinm_basis_current_quarter_BTCUSD', 'reply[0].symbol is missing'],
      ['coinm_book_ticker_all_trimmed', 'reply[0].markPrice is missing'],
      ['coinm_ticker24h_all_trimmed', 'reply[1].pair is not BTCUSD: "ETHUSD"'],
    ] as const)
      expect(unreadable(() => tickers.read(recorded(`crypto/binance/${name}`).body))).toBe(reason)
  })

  test.skipIf(!recordedAvailable)('the list of futures in USDT has another quote', () => {
    const { body } = recorded('crypto/binance/usdm_exchange_info_2021_majors')
    expect(body).toContain('BTCUSDT_210924')
    expect(list.read(body)).toEqual({})
    expect(list.read(recorded('crypto/binance/usdm_exchange_info_trimmed').body)).toEqual({})
  })
})

const ROW = {
  symbol: 'BTCUSD_261225',
  pair: 'BTCUSD',
  baseAsset: 'BTC',
  quoteAsset: 'USD',
  contractType: 'CURRENT_QUARTER',
  contractStatus: 'TRADING',
  contractSize: 100,
  deliveryDate: 1_798_185_600_000,
}
const info = (...symbols: readonly object[]) => JSON.stringify({ symbols })

describe('binance coin-m, constructed', () => {
  test('a contract has its date and its size', () => {
    const ether = { ...ROW, symbol: 'ETHUSD_261225', pair: 'ETHUSD', baseAsset: 'ETH', contractSize: 10 }
    expect(list.read(info(ROW, ether))).toEqual({
      BTCUSD_261225: { asset: 'BTC', kind: 'inverse', expiresAt: 1_798_185_600_000, contractUsd: '100' },
      ETHUSD_261225: { asset: 'ETH', kind: 'inverse', expiresAt: 1_798_185_600_000, contractUsd: '10' },
    })
    expect(unreadable(() => list.read(info({ ...ROW, contractSize: 0 })))).toContain('contractSize')
  })

  test('perpetuals, delivered contracts, other coins and other quotes are left out', () => {
    const others = [
      { symbol: 'BTCUSD_PERP', deliveryDate: 4_133_404_800_000 },
      { contractStatus: 'DELIVERED' },
      { baseAsset: 'ETH' },
      { quoteAsset: 'USDT' },
      { pair: 'ADAUSD', baseAsset: 'ADA', symbol: 'ADAUSD_261225' },
    ]
    for (const other of others) expect(list.read(info({ ...ROW, ...other }))).toEqual({})
  })

  test('an error is thrown, and so is the answer about another pair', () => {
    expect(unreadable(() => tickers.read('{"code":-1121,"msg":"Invalid symbol."}'))).toContain('Invalid symbol')
    const row = { symbol: 'ETHUSD_261225', pair: 'ETHUSD', markPrice: '1', indexPrice: '1', time: 7 }
    expect(unreadable(() => tickers.read(JSON.stringify([row])))).toContain('pair is not BTCUSD')
  })

  test('has futures on bitcoin and ether alone', () => {
    expect(binanceDated.assets).toEqual(['BTC', 'ETH'])
    expect(binanceDated.tickers.map(({ path }) => path)).toEqual([
      '/dapi/v1/premiumIndex?pair=BTCUSD',
      '/dapi/v1/premiumIndex?pair=ETHUSD',
    ])
  })
})

import { describe, expect, test } from 'bun:test'
import { binance } from '../../../src/sources/perpetuals/binance.ts'
import {
  asExpected,
  asking,
  type ExpectedFunding,
  expectedSettlements,
  readHistory,
} from '../../support/perpetual-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/*
 * Not read: coinm_* (inverse contracts), usdm_basis, usdm_book_ticker, usdm_depth, usdm_klines, usdm_ticker24h,
 * usdm_trades, usdm_delivery_price, usdm_exchange_info and usdm_open_interest_hist (other calls), ws_*.
 */
describe('binance futures, recorded', () => {
  test.skipIf(!recordedAvailable).each([
    ['usdm_premium_index_BTCUSDT', 'BTC'],
    ['usdm_premium_index_ETHUSDT_2026', 'ETH'],
  ] as const)('%s is what ccxt reads from it', (name, asset) => {
    const { body, expected } = recorded(`crypto/binance/${name}`)
    const { markPrice, indexPrice, fundingRate, fundingTimestamp, timestamp } = expected as ExpectedFunding
    expect(asking(binance, `premiumIndex?symbol=${asset}USDT`).read(body)).toEqual({
      [asset]: {
        funding: { rate: fundingRate, unit: 'fraction', isExpected: true, estimate: null, nextAt: fundingTimestamp },
        mark: markPrice!,
        index: indexPrice!,
        at: timestamp!,
      },
    })
  })

  test.skipIf(!recordedAvailable).each([
    ['usdm_open_interest_BTCUSDT', 'BTC', '83782.317', 1_702_244_985_273],
    ['usdm_open_interest_ETHUSDT_2026', 'ETH', '2293434.547', 1_789_677_920_144],
  ] as const)('%s is in coins', (name, asset, amount, at) => {
    const { body } = recorded(`crypto/binance/${name}`)
    expect(asking(binance, `openInterest?symbol=${asset}USDT`).read(body)).toEqual({
      [asset]: { openInterest: { amount, unit: 'coins' }, at },
    })
  })

  test.skipIf(!recordedAvailable)('contracts that the list of adjusted terms leaves out settle at eight hours', () => {
    const { body } = recorded('crypto/binance/usdm_funding_info_trimmed')
    const usual = { intervalHours: 8, at: null }
    expect(binance.terms!.read(body)).toEqual({ BTC: usual, ETH: usual, SOL: usual })
  })

  test.skipIf(!recordedAvailable)('a hundred settlements are what ccxt reads, oldest first', () => {
    const { body, expected } = recorded('crypto/binance/usdm_funding_rate_history_BTCUSDT')
    const read = readHistory(binance, 'BTC', body)
    const known = expectedSettlements(expected)
    expect(read.length).toBe(100)
    expect(known.length).toBe(10)
    expect(asExpected(read.slice(0, 10))).toEqual(known)
    expect(read.at(-1)).toEqual({ at: 1_602_979_200_006, rate: '0.00010000' })
  })

  test.skipIf(!recordedAvailable)('the list of all contracts is no answer about one', () => {
    const { body } = recorded('crypto/binance/usdm_premium_index_all_trimmed')
    expect(unreadable(() => asking(binance, 'premiumIndex?symbol=BTCUSDT').read(body))).toBe(
      'reply is not an object: '.concat(JSON.stringify(JSON.parse(body)).slice(0, 80)),
    )
  })
})

describe('binance futures, constructed', () => {
  const ROW = {
    symbol: 'BTCUSDT',
    markPrice: '1.1',
    indexPrice: '1.0',
    lastFundingRate: '-0.0001',
    nextFundingTime: 2,
    time: 1,
  }
  test.each(Object.keys(ROW))('a premium index without %s is refused by name', (name) => {
    const body = JSON.stringify({ ...ROW, [name]: undefined })
    expect(unreadable(() => asking(binance, 'premiumIndex?symbol=BTCUSDT').read(body))).toBe(`reply.${name} is missing`)
  })

  test('an interval that was shortened is told by the terms', () => {
    const body = JSON.stringify([{ symbol: 'SOLUSDT', fundingIntervalHours: 4 }])
    expect(binance.terms!.read(body)).toMatchObject({ BTC: { intervalHours: 8 }, SOL: { intervalHours: 4 } })
  })

  test('dated rows have empty funding fields and are refused', () => {
    const body = JSON.stringify({ ...ROW, lastFundingRate: '' })
    expect(unreadable(() => asking(binance, 'premiumIndex?symbol=BTCUSDT').read(body))).toContain('lastFundingRate')
  })

  test('another symbol and the venue’s refusal are no answers', () => {
    const read = (body: object) =>
      unreadable(() => asking(binance, 'openInterest?symbol=ETHUSDT').read(JSON.stringify(body)))
    expect(read({ symbol: 'BTCUSDT', openInterest: '1', time: 1 })).toContain('reply.symbol is not ETHUSDT')
    expect(read({ code: -1121, msg: 'Invalid symbol.' })).toContain('Invalid symbol.')
  })

  test('what was paid before the asked time is left out', () => {
    const row = (fundingTime: number) => ({ symbol: 'BTCUSDT', fundingTime, fundingRate: '0.0001' })
    const body = JSON.stringify([row(30), row(10), row(20)])
    expect(
      binance
        .history('BTC', 20, 30)
        .read(body)
        .map(({ at }) => at),
    ).toEqual([20, 30])
    expect(binance.history('BTC', 20, 30).path).toContain('symbol=BTCUSDT&startTime=20')
  })
})

import { describe, expect, test } from 'bun:test'
import { basisBps } from '../../../src/feeds/math/basis.ts'
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
 * Not read: usdm_book_ticker, usdm_depth, usdm_klines, usdm_ticker24h,
 * usdm_trades, usdm_delivery_price and usdm_exchange_info (other calls), ws_*.
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

  test.skipIf(!recordedAvailable)('past open interest is in coins, with its worth', () => {
    const [query] = binance.interest!('BTC', 0, 300_000)
    expect(query!.read(recorded('crypto/binance/usdm_open_interest_hist_BTCUSDT').body)).toEqual([
      { at: 1_602_989_400_000, coins: '36316.87700000', usd: '413220015.26744573' },
    ])
  })

  test.skipIf(!recordedAvailable)('the list of all contracts is no answer about one', () => {
    const { body } = recorded('crypto/binance/usdm_premium_index_all_trimmed')
    const read = (symbol: string) =>
      asking(binance, 'premiumIndex?symbol=BTCUSDT').read(body.replaceAll(symbol, 'BTCUSDT'))
    expect(unreadable(() => read('BTCUSDT'))).toBe('reply has 0 rows of BTCUSDT')
    expect(
      unreadable(() => asking(binance, 'premiumIndex?symbol=BTCUSDT').read(body.replaceAll(/[A-Z]+USDT/g, 'BTCUSDT'))),
    ).toBe('reply has 5 rows of BTCUSDT')
    // With one of ours in it, that one is read.
    expect(read('SUSHIUSDT')).toMatchObject({ BTC: { mark: '0.69218591', index: '0.69190731', at: 1_602_819_970_000 } })
  })

  test.skipIf(!recordedAvailable)(
    'contracts that are settled in coins are refused: they count hundreds of dollars',
    () => {
      const openInterest = asking(binance, 'openInterest?symbol=BTCUSDT')
      expect(unreadable(() => openInterest.read(recorded('crypto/binance/coinm_open_interest_BTCUSD_PERP').body))).toBe(
        'reply.symbol is not BTCUSDT: "BTCUSD_PERP"',
      )
      const premium = asking(binance, 'premiumIndex?symbol=BTCUSDT')
      const { body } = recorded('crypto/binance/coinm_premium_index_pair_BTCUSD')
      expect(unreadable(() => premium.read(body))).toBe('reply has 0 rows of BTCUSDT')
      // Of the same form is the perpetual, but dated contracts have no funding.
      expect(premium.read(body.replace('BTCUSD_PERP', 'BTCUSDT'))).toMatchObject({
        BTC: { mark: '11354.19919373', index: '11353.95875000', funding: { rate: '0.00010000' } },
      })
      expect(unreadable(() => premium.read(body.replace('BTCUSD_201225', 'BTCUSDT')))).toContain('lastFundingRate')
    },
  )

  test.skipIf(!recordedAvailable)('the venue’s own basis agrees with mark and index of its example', () => {
    const [row] = JSON.parse(recorded('crypto/binance/usdm_basis_vendor').body) as Record<string, string>[]
    // 34414.10 / 34400.15945055 is four basis points above one, as `basisRate` says, rounded.
    expect(basisBps(Number(row!['futuresPrice']), Number(row!['indexPrice']))).toBeCloseTo(4.0525, 3)
    expect(row!['basisRate']).toBe('0.0004')
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

  test('past open interest is asked for in one page, as long as the time that is wanted', () => {
    const pathOf = (hours: number) => binance.interest!('SOL', 0, hours * 3_600_000).map(({ path }) => path)
    const path = (limit: number) => `/futures/data/openInterestHist?symbol=SOLUSDT&period=5m&limit=${limit}`
    expect([pathOf(27), pathOf(0), pathOf(100)]).toEqual([[path(324)], [path(1)], [path(500)]])
  })

  test('past open interest of another contract, or without a part, is refused', () => {
    const ROW = { symbol: 'BTCUSDT', sumOpenInterest: '1.5', sumOpenInterestValue: '150000', timestamp: 5 }
    const read = (row: object) => {
      const [query] = binance.interest!('BTC', 0, 300_000)
      return unreadable(() => query!.read(JSON.stringify([row])))
    }
    for (const name of Object.keys(ROW)) expect(read({ ...ROW, [name]: undefined })).toBe(`reply[0].${name} is missing`)
    expect(read({ ...ROW, symbol: 'ETHUSDT' })).toContain('is not BTCUSDT')
    expect(read({ ...ROW, sumOpenInterest: '0' })).toContain('above zero')
    expect(unreadable(() => binance.interest!('BTC', 0, 1)[0]!.read('{"code":-1130,"msg":"bad period"}'))).toContain(
      'bad period',
    )
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

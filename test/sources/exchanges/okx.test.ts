import { describe, expect, test } from 'bun:test'
import { okx } from '../../../src/sources/exchanges/okx.ts'
import {
  asExpected,
  expectedTrades,
  readTicker,
  readTrades,
  tradingSymbols,
  type ExpectedTicker,
} from '../../support/ask-venue.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/*
 * Not read: instruments_swap_*, instruments_futures_*, instruments_option_* (other kinds than spot), books_*,
 * order_book_*, index_*, mark_price_*, funding_*, open_interest_*, opt_summary_*, insurance_* (derivatives), ws_*.
 */
describe('okx, recorded', () => {
  test.skipIf(!recordedAvailable)('a ticker is what ccxt reads from it, its time on the book', () => {
    const { body, expected } = recorded('crypto/okx/ticker_fixture')
    const { bid, ask, last, timestamp } = expected as ExpectedTicker
    expect(readTicker(okx, 'BTC-USD-SWAP', body)).toEqual({ bid, ask, last, bookAt: timestamp!, lastAt: null })
    // The example of the documentation answers with another instrument than the one its address asks for.
    expect(unreadable(() => readTicker(okx, 'BTC-USDT', body))).toBe(
      'reply.data[0].instId is not BTC-USDT: "BTC-USD-SWAP"',
    )
  })

  test.skipIf(!recordedAvailable)('a live ticker of September 2026', () => {
    const { body } = recorded('crypto/okx/ticker_ETH_swap_2026')
    expect(readTicker(okx, 'ETH-USDT-SWAP', body)).toEqual({
      bid: '2450.4',
      ask: '2450.41',
      last: '2450.4',
      bookAt: 1_789_677_927_362,
      lastAt: null,
    })
  })

  test.skipIf(!recordedAvailable)('trades are turned round', () => {
    const { body, expected } = recorded('crypto/okx/trades_fixture')
    expect(asExpected(readTrades(okx, 'BTC-USDT', body))).toEqual(expectedTrades(expected))
    expect(readTrades(okx, 'BTC-USDT', recorded('crypto/okx/trades_2025').body)).toEqual([
      { id: '734864332', price: '102537.9', size: '0.0000125', at: 1_747_087_161_666 },
      { id: '734864333', price: '102537.9', size: '0.00013669', at: 1_747_087_163_557 },
    ])
  })

  test.skipIf(!recordedAvailable).each(['candles_fixture', 'candlesticks_2025', 'history_candles_fixture'])(
    'all bars of %s are running, and none is read',
    (name) => {
      const { body } = recorded(`crypto/okx/${name}`)
      expect(okx.bars!('BTC-USDT').read(body)).toEqual([])
    },
  )

  test.skipIf(!recordedAvailable)('closed, the first row of the example has its turnover in USDT', () => {
    const [row] = (JSON.parse(recorded('crypto/okx/candles_fixture').body) as { data: string[][] }).data
    const body = JSON.stringify({ code: '0', msg: '', data: [[...row!.slice(0, 8), '1']] })
    expect(okx.bars!('BTC-USDT').read(body)).toEqual([
      { start: 1_597_026_383_085, volume: '8422410', turnover: '12698348.04828491' },
    ])
  })

  test.each([
    [{ id: null, at: 0 }, 500],
    [{ id: '1', at: 0, near: { ageMs: 15_000, trades: 61 } }, 61],
    [{ id: '1', at: 0, near: { ageMs: 60_000, trades: 5_000 } }, 500],
  ])('a page from %j on has at most %d trades', (since, limit) => {
    expect(okx.trades!('BTC-USDT', since).path).toBe(`/api/v5/market/trades?instId=BTC-USDT&limit=${limit}`)
  })

  test.skipIf(!recordedAvailable)('the list has our majors', () => {
    const listed = tradingSymbols(okx, recorded('crypto/okx/instruments_spot_majors_2022').body)
    expect(listed).toHaveLength(7)
    expect(Object.values(okx.symbols).filter((symbol) => !listed.includes(symbol))).toEqual([
      // Listed since: the list is of 2022.
      'POL-USDT',
      'PAXG-USDT',
      'XAUT-USDT',
      'USDT-USD',
    ])
  })
})

const ROW = { instId: 'BTC-USDT', last: '1.15', bidPx: '1.10', askPx: '1.20', ts: '1700000000000' }
const answer = (data: unknown, code = '0', msg = '') => JSON.stringify({ code, msg, data })

describe('okx, constructed', () => {
  test.each(['instId', 'last', 'bidPx', 'askPx', 'ts'])('a ticker without %s is refused by name', (name) => {
    const body = answer([{ ...ROW, [name]: undefined }])
    expect(unreadable(() => readTicker(okx, 'BTC-USDT', body))).toBe(`reply.data[0].${name} is missing`)
  })

  test('empty texts are no prices, but a ticker without its time is no ticker', () => {
    expect(readTicker(okx, 'BTC-USDT', answer([{ ...ROW, bidPx: '', last: '' }]))).toMatchObject({
      bid: null,
      ask: '1.20',
      last: null,
    })
    expect(unreadable(() => readTicker(okx, 'BTC-USDT', answer([{ ...ROW, ts: '' }])))).toContain('reply.data[0].ts')
  })

  test('HTTP 200 with another code is the words of the venue', () => {
    const body = answer([], '51001', "Instrument ID doesn't exist")
    expect(unreadable(() => readTicker(okx, 'BTC-USDT', body))).toContain("51001 Instrument ID doesn't exist")
    expect(unreadable(() => readTrades(okx, 'BTC-USDT', body))).toContain('51001')
    expect(unreadable(() => okx.bars!('BTC-USDT').read(body))).toContain('51001')
    expect(unreadable(() => okx.instruments.read(body))).toContain('51001')
  })

  test('an empty list is a symbol without a quote', () => {
    expect(okx.tickers(['BTC-USDT'])[0]!.read(answer([]))).toEqual({})
  })

  test('bars come newest first and go out oldest first, without the running one', () => {
    const bar = (start: number, confirm: string) => [`${start}`, '1', '1', '1', '1', '2', '2', '200.5', confirm]
    const body = answer([bar(120_000, '0'), bar(60_000, '1'), bar(0, '1')])
    expect(okx.bars!('BTC-USDT').read(body)).toEqual([
      { start: 0, volume: '2', turnover: '200.5' },
      { start: 60_000, volume: '2', turnover: '200.5' },
    ])
  })

  test('a bar with volume and no turnover is refused', () => {
    const body = answer([['0', '1', '1', '1', '1', '778.838', '0', '0', '1']])
    expect(unreadable(() => okx.bars!('BTC-USDT').read(body))).toContain('volume 778.838 and turnover 0')
  })

  test('a suspended instrument does not trade', () => {
    const body = answer([
      { instId: 'XAUT-USDT', state: 'suspend' },
      { instId: 'BTC-USDT', state: 'live' },
    ])
    expect(tradingSymbols(okx, body)).toEqual(['BTC-USDT'])
  })
})

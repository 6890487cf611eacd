import { describe, expect, test } from 'bun:test'
import { bitstamp } from '../../../src/sources/exchanges/bitstamp.ts'
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

/* Not read: eur_usd (a conversion rate of the venue, no market), ohlc_* (see ../minutes), order_book_*, ws_* (sockets). */
describe('bitstamp, recorded', () => {
  test.skipIf(!recordedAvailable)('a ticker is what ccxt reads from it, its time on the book', () => {
    const { body, expected } = recorded('crypto/bitstamp/ticker_btcusd')
    const { bid, ask, last, timestamp } = expected as ExpectedTicker
    expect(readTicker(bitstamp, 'btcusd', body)).toEqual({ bid, ask, last, bookAt: timestamp!, lastAt: null })
  })

  test.skipIf(!recordedAvailable)('an hour of trades is turned round', () => {
    const { body, expected } = recorded('crypto/bitstamp/transactions_btcusd_hour')
    const trades = readTrades(bitstamp, 'btcusd', body)
    expect(trades).toHaveLength(200)
    const first = expectedTrades(expected)
    expect(first).toHaveLength(10)
    expect(asExpected(trades.slice(0, 10))).toEqual(first)
    expect(trades.at(-1)).toEqual({ id: '90574283', price: '8194.79', size: '0.00288599', at: 1_560_481_868_000 })
  })

  test.skipIf(!recordedAvailable)('the older list has our pairs, and the disabled one does not trade', () => {
    const { body } = recorded('crypto/bitstamp/trading_pairs_info')
    expect(bitstamp.instruments.read(body)).toHaveLength(103)
    const listed = tradingSymbols(bitstamp, body)
    expect(listed).toEqual(
      expect.arrayContaining(['btcusd', 'btceur', 'ethusd', 'etheur', 'xrpusd', 'eurusd', 'gbpusd', 'usdcusd']),
    )
    expect(bitstamp.instruments.read(body).filter(({ trading }) => !trading)).toEqual([
      { symbol: 'eth2eth', trading: false },
    ])
  })
})

const TICKER = { bid: '1.0855', ask: '1.0857', last: '1.0856', timestamp: '1789455809', volume: '3' }

describe('bitstamp, constructed', () => {
  test('the list of 2026 spells the symbol in another field', () => {
    const body = JSON.stringify([
      { market_symbol: 'solusd', market_type: 'SPOT', trading: 'Enabled' },
      { market_symbol: 'dogeusd', market_type: 'SPOT', trading: 'Disabled' },
    ])
    expect(bitstamp.instruments.read(body)).toEqual([
      { symbol: 'solusd', trading: true },
      { symbol: 'dogeusd', trading: false },
    ])
    expect(unreadable(() => bitstamp.instruments.read('[{"trading":"Enabled"}]'))).toBe(
      'reply[0].market_symbol is missing',
    )
  })

  test.each(['bid', 'ask', 'last', 'timestamp'])('a ticker without %s is refused by name', (name) => {
    const body = JSON.stringify({ ...TICKER, [name]: undefined })
    expect(unreadable(() => readTicker(bitstamp, 'eurusd', body))).toBe(`reply.${name} is missing`)
  })

  test('the error objects speak for themselves', () => {
    const refused = '{"status":"error","reason":"Currency pair not supported","code":"404.002"}'
    expect(unreadable(() => readTicker(bitstamp, 'eurusd', refused))).toContain('Currency pair not supported')
    expect(unreadable(() => readTrades(bitstamp, 'btcusd', '{"error":"Invalid time interval"}'))).toContain('interval')
  })

  test.each([
    [{ near: { ageMs: 15_000, trades: 20 } }, 'minute'],
    [{ near: { ageMs: 45_000, trades: 20 } }, 'minute'],
    [{ near: { ageMs: 45_001, trades: 20 } }, 'hour'],
    [{}, 'hour'],
  ])('%j is looked for in the last %s', (near, time) => {
    const { path } = bitstamp.trades!('btcusd', { id: '7', at: 1_000, ...near })
    expect(path).toBe(`/api/v2/transactions/btcusd/?time=${time}`)
  })

  test('nothing is cut from a page', () => {
    const since = { id: '7', at: 1_000 }
    const body =
      '[{"date":"2","tid":8,"price":"10","type":"0","amount":"1"},{"date":"1","tid":7,"price":"9","type":"1","amount":"2"}]'
    expect(readTrades(bitstamp, 'btcusd', body, since)).toEqual([
      { id: '7', price: '9', size: '2', at: 1_000 },
      { id: '8', price: '10', size: '1', at: 2_000 },
    ])
  })
})

import { describe, expect, test } from 'bun:test'
import { bitflyer } from '../../../src/sources/exchanges/bitflyer.ts'
import { readTicker, tradingSymbols, type ExpectedTicker } from '../../support/ask-venue.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/* Not read: executions_sample (no VWAP of ours reads bitFlyer), board, ws_* (sockets). */
describe('bitflyer, recorded', () => {
  test.skipIf(!recordedAvailable)('a ticker is what ccxt reads from it, its time on the book', () => {
    const { body, expected } = recorded('crypto/bitflyer/ticker_BTC_JPY')
    const { bid, ask, last, timestamp } = expected as ExpectedTicker
    expect(readTicker(bitflyer, 'BTC_JPY', body)).toEqual({ bid, ask, last, bookAt: timestamp!, lastAt: null })
  })

  test.skipIf(!recordedAvailable)('the list has our pairs', () => {
    const listed = tradingSymbols(bitflyer, recorded('crypto/bitflyer/getmarkets').body)
    expect(listed).toHaveLength(11)
    expect(listed).toEqual(expect.arrayContaining(Object.values(bitflyer.symbols)))
  })
})

const ROW = {
  product_code: 'BTC_JPY',
  state: 'RUNNING',
  timestamp: '2026-11-20T10:00:00.123',
  best_bid: 13_636_000,
  best_ask: 13_637_156,
  ltp: 13_636_500,
}

describe('bitflyer, constructed', () => {
  test.each(['product_code', 'timestamp', 'best_bid', 'best_ask', 'ltp'])(
    'a ticker without %s is refused by name',
    (name) => {
      const body = JSON.stringify({ ...ROW, [name]: undefined })
      expect(unreadable(() => readTicker(bitflyer, 'BTC_JPY', body))).toBe(`reply.${name} is missing`)
    },
  )

  test('numbers keep the spelling of the venue', () => {
    const body = JSON.stringify(ROW).replace('13636000', '13636000.0').replace('13637156', '1.3637156e7')
    expect(readTicker(bitflyer, 'BTC_JPY', body)).toEqual({
      bid: '13636000.0',
      ask: '13637156',
      last: '13636500',
      bookAt: Date.UTC(2026, 10, 20, 10, 0, 0, 123),
      lastAt: null,
    })
  })

  test.each(['PREOPEN', 'CIRCUIT BREAK', 'CLOSED'])('a market in the state %s has no quote', (state) => {
    expect(bitflyer.tickers(['BTC_JPY'])[0]!.read(JSON.stringify({ ...ROW, state }))).toEqual({})
  })

  test('another product than the asked one is refused', () => {
    expect(unreadable(() => readTicker(bitflyer, 'ETH_JPY', JSON.stringify(ROW)))).toContain('is not ETH_JPY')
  })

  test('the error object speaks for itself', () => {
    const body = '{"status":-100,"error_message":"Invalid product","data":null}'
    expect(unreadable(() => readTicker(bitflyer, 'BTC_JPY', body))).toContain('Invalid product')
  })
})

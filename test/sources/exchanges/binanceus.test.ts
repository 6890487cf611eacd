import { describe, expect, test } from 'bun:test'
import { binanceus } from '../../../src/sources/exchanges/binanceus.ts'
import { readTicker, tickerQuery, tradingSymbols } from '../../support/ask-venue.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/* Not read: spot_depth_2021. No ticker of this venue was recorded; the reader is the one of binance.test.ts. */
describe('binanceus', () => {
  test.skipIf(!recordedAvailable)('the recorded list has BTC/USD, and broken markets do not trade', () => {
    const listed = tradingSymbols(binanceus, recorded('crypto/binanceus/spot_exchange_info_trimmed').body)
    expect(listed).toHaveLength(14)
    expect(listed).toContain('BTCUSD')
    expect(listed).not.toContain('XRPUSD')
  })

  test('the question goes to its own host and the answer is read as at Binance', () => {
    const query = tickerQuery(binanceus, 'BTCUSD')
    expect(query.provider.origin + query.path).toBe(
      'https://api.binance.us/api/v3/ticker/24hr?symbols=%5B%22BTCUSD%22%5D',
    )
    const body =
      '[{"symbol":"BTCUSD","bidPrice":"97000.1","askPrice":"97000.9","lastPrice":"97000.5","closeTime":1700000000001}]'
    expect(readTicker(binanceus, 'BTCUSD', body)).toEqual({
      bid: '97000.1',
      ask: '97000.9',
      last: '97000.5',
      bookAt: null,
      lastAt: 1_700_000_000_001,
    })
    expect(unreadable(() => readTicker(binanceus, 'BTCUSD', '[{"symbol":"BTCUSD"}]'))).toBe(
      'reply[0].bidPrice is missing',
    )
  })
})

import { describe, expect, test } from 'bun:test'
import { coinbase } from '../../../src/sources/exchanges/coinbase.ts'
import { readTicker, readTrades, tickerQuery, tradingSymbols, type ExpectedTicker } from '../../support/ask-venue.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/*
 * Not read: exchange_book_sample, exchange_stats_BTC-USD, exchange_candles_BTC-USD_1m (see ../minutes),
 * advanced_* (another API of the same company), ws_* and advanced_ws_* (sockets).
 */
describe('coinbase, recorded', () => {
  test.skipIf(!recordedAvailable)('a ticker is what ccxt reads from it, stamped with its last trade', () => {
    const { body, expected } = recorded('crypto/coinbase/exchange_ticker_BTC-USD')
    const { bid, ask, last, timestamp } = expected as ExpectedTicker
    expect(readTicker(coinbase, 'BTC-USD', body)).toEqual({ bid, ask, last, bookAt: null, lastAt: timestamp! })
  })

  test.skipIf(!recordedAvailable)('a ticker of 2020 reads the same way', () => {
    const { body } = recorded('crypto/coinbase/exchange_ticker_sample_2020')
    expect(readTicker(coinbase, 'USDC-USD', body)).toEqual({
      bid: '0.997094',
      ask: '0.998',
      last: '0.997999',
      bookAt: null,
      lastAt: Date.UTC(2020, 0, 28, 2, 13, 33, 12),
    })
  })

  test.skipIf(!recordedAvailable)('a cancel-only product is listed and does not trade', () => {
    const { body } = recorded('crypto/coinbase/exchange_products_sample')
    expect(coinbase.instruments.read(body)).toEqual([
      { symbol: 'BTCAUCTION-USD', trading: false },
      { symbol: 'BTC-USD', trading: true },
    ])
  })

  test.skipIf(!recordedAvailable)('the list of 2021 has our pairs in our spelling', () => {
    const listed = tradingSymbols(coinbase, recorded('crypto/coinbase/exchange_products_trimmed').body)
    expect(listed).toHaveLength(14)
    expect(listed).toEqual(expect.arrayContaining(['BTC-USD', 'BTC-EUR', 'ETH-USD', 'ETH-EUR', 'ADA-USD']))
  })
})

const TICKER = {
  trade_id: 7,
  price: '100.10',
  size: '0.1',
  time: '2026-11-20T10:00:00.123456Z',
  bid: '100.00',
  ask: '100.20',
}

const ROWS = `[
  {"trade_id":1001,"side":"buy","size":"0.20000000","price":"101.00","time":"2026-11-20T10:00:02.5Z"},
  {"trade_id":1000,"side":"sell","size":"0.10000000","price":"100.00","time":"2026-11-20T10:00:01Z"}
]`

describe('coinbase, constructed', () => {
  test('every symbol is one question', () => {
    expect(coinbase.tickers(['BTC-USD', 'ETH-USD']).map(({ path }) => path)).toEqual([
      '/products/BTC-USD/ticker',
      '/products/ETH-USD/ticker',
    ])
    expect(tickerQuery(coinbase, 'BTC-USD').provider.origin).toBe('https://api.exchange.coinbase.com')
  })

  test.each(['price', 'bid', 'ask', 'time'])('a ticker without %s is refused by name', (name) => {
    const body = JSON.stringify({ ...TICKER, [name]: undefined })
    expect(unreadable(() => readTicker(coinbase, 'BTC-USD', body))).toBe(`reply.${name} is missing`)
  })

  test('an empty side is no price', () => {
    const quote = readTicker(coinbase, 'BTC-USD', JSON.stringify({ ...TICKER, bid: '0', ask: '' }))
    expect(quote).toMatchObject({ bid: null, ask: null, last: '100.10' })
  })

  test('the error object speaks for itself', () => {
    expect(unreadable(() => readTicker(coinbase, 'BTC-USD', '{"message":"NotFound"}'))).toContain('NotFound')
  })

  test('trades come oldest first, and the cursor stands one before the last known one', () => {
    expect(readTrades(coinbase, 'BTC-USD', ROWS)).toEqual([
      { id: '1000', price: '100.00', size: '0.10000000', at: Date.UTC(2026, 10, 20, 10, 0, 1) },
      { id: '1001', price: '101.00', size: '0.20000000', at: Date.UTC(2026, 10, 20, 10, 0, 2, 500) },
    ])
    expect(coinbase.trades!('BTC-USD', { id: null, at: 5 }).path).toBe('/products/BTC-USD/trades?limit=1000')
    expect(coinbase.trades!('BTC-USD', { id: '9007199254740994', at: 5 }).path).toBe(
      '/products/BTC-USD/trades?limit=1000&before=9007199254740993',
    )
  })

  test('the known trade stays in the page: it proves that nothing is missing', () => {
    expect(readTrades(coinbase, 'BTC-USD', ROWS, { id: '1000', at: 0 }).map(({ id }) => id)).toEqual(['1000', '1001'])
  })

  test('an empty page is no trades, a trade of size zero is an error', () => {
    expect(readTrades(coinbase, 'BTC-USD', '[]')).toEqual([])
    const body = ROWS.replace('0.20000000', '0')
    expect(unreadable(() => readTrades(coinbase, 'BTC-USD', body))).toContain('reply[0].size')
  })

  test.each([
    [{ status: 'delisted' }],
    [{ status: 'online', trading_disabled: true }],
    [{ status: 'online', post_only: true }],
    [{ status: 'online', auction_mode: true }],
  ])('a product that is %p does not trade', (state) => {
    expect(coinbase.instruments.read(JSON.stringify([{ id: 'SOL-EUR', ...state }]))).toEqual([
      { symbol: 'SOL-EUR', trading: false },
    ])
  })
})

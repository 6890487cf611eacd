import { describe, expect, test } from 'bun:test'
import { binance } from '../../../src/sources/exchanges/binance.ts'
import { readTicker, tickerQuery, tradingSymbols, type ExpectedTicker } from '../../support/ask-venue.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/*
 * Not read: spot_book_ticker_*, spot_price_*, spot_avg_price_* (other tickers: no last, no book), spot_trades_*,
 * spot_agg_trades_*, spot_klines_* (no VWAP of ours reads Binance), spot_depth_*, ws_* (sockets), and everything of
 * usdm_*, coinm_* and options_* (derivatives).
 */
describe('binance, recorded', () => {
  test.skipIf(!recordedAvailable)('two symbols in one reply', () => {
    const { body, request } = recorded('crypto/binance/spot_ticker24h_many')
    const query = tickerQuery(binance, 'BTCUSDT', 'ETHUSDT')
    expect(`https://api.binance.com${query.path}`).toBe(request.url)
    expect(query.read(body)).toEqual({
      BTCUSDT: {
        bid: '69624.00000000',
        ask: '69624.01000000',
        last: '69624.00000000',
        bookAt: null,
        lastAt: 1_730_439_018_472,
      },
      ETHUSDT: {
        bid: '2509.71000000',
        ask: '2509.72000000',
        last: '2509.72000000',
        bookAt: null,
        lastAt: 1_730_439_018_420,
      },
    })
  })

  // Asked for one symbol the venue sends the row alone; asked for a list it sends a list of the same rows.
  test.skipIf(!recordedAvailable).each(['BTCUSDT', 'DOGEUSDT'])('a row of %s is what ccxt reads from it', (symbol) => {
    const { body, expected } = recorded(`crypto/binance/spot_ticker24h_${symbol}`)
    const { bid, ask, last, timestamp } = expected as ExpectedTicker
    expect(readTicker(binance, symbol, `[${body}]`)).toEqual({ bid, ask, last, bookAt: null, lastAt: timestamp! })
  })

  test.skipIf(!recordedAvailable)(
    'the list, which was cut, has all our coins in dollars and euros, and a broken market does not trade',
    () => {
      const { body } = recorded('crypto/binance/spot_exchange_info_trimmed')
      const listed = tradingSymbols(binance, body)
      expect(listed).toHaveLength(21)
      expect(Object.values(binance.symbols).filter((symbol) => !listed.includes(symbol))).toEqual([
        'POLUSDT',
        'EURUSDT',
        'SOLJPY',
      ])
      expect(binance.instruments.read(body)).toContainEqual({ symbol: 'PAXGBUSD', trading: false })
    },
  )
})

const ROW = { symbol: 'BTCUSDT', bidPrice: '1.10', askPrice: '1.20', lastPrice: '1.15', closeTime: 1_700_000_000_000 }

describe('binance, constructed', () => {
  test.each(['symbol', 'bidPrice', 'askPrice', 'lastPrice', 'closeTime'])(
    'a row without %s is refused by name',
    (name) => {
      const body = JSON.stringify([{ ...ROW, [name]: undefined }])
      expect(unreadable(() => readTicker(binance, 'BTCUSDT', body))).toBe(`reply[0].${name} is missing`)
    },
  )

  test('a halted market shows zeros, which are no prices', () => {
    const body = JSON.stringify([{ ...ROW, bidPrice: '0.00000000', askPrice: '0.00000000' }])
    expect(readTicker(binance, 'BTCUSDT', body)).toMatchObject({ bid: null, ask: null, last: '1.15' })
  })

  test('symbols that were not asked are left out, and none at all is no question', () => {
    expect(
      tickerQuery(binance, 'SOLUSDT', 'BTCUSDT').read(JSON.stringify([{ ...ROW, symbol: 'ETHUSDT' }, ROW])),
    ).toEqual({
      BTCUSDT: expect.objectContaining({ last: '1.15' }),
    })
    expect(binance.tickers([])).toEqual([])
  })

  test('the error object speaks for itself', () => {
    const body = '{"code":-1121,"msg":"Invalid symbol."}'
    expect(unreadable(() => readTicker(binance, 'BTCUSDT', body))).toContain('Invalid symbol.')
    expect(unreadable(() => binance.instruments.read(body))).toContain('Invalid symbol.')
  })

  test('the public data host is asked', () => {
    expect(binance.source.origin).toBe('https://data-api.binance.vision')
    expect(binance.instruments.path).toStartWith('/api/v3/exchangeInfo?')
  })
})

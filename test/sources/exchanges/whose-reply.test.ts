import { describe, expect, test } from 'bun:test'
import { VENUES } from '../../../src/sources/exchanges/venues.ts'
import type { Venue } from '../../../src/sources/market.ts'
import { readTicker, readTrades } from '../../support/ask-venue.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/** A reply is about what was asked, wherever it says what it is about. */

const venue = (name: string): Venue => VENUES.find(({ source }) => source.name === name)!

/** Venue, a symbol of ours, and the recorded reply about another one. */
const STRANGERS: readonly (readonly [string, string, string])[] = [
  ['binance', 'SOLUSDT', 'binance/spot_ticker24h_many'],
  ['binanceus', 'USDTUSD', 'binance/spot_ticker24h_many'],
  ['bitfinex', 'tSOLUSD', 'bitfinex/ticker_fixture'],
  ['bitflyer', 'ETH_JPY', 'bitflyer/ticker_BTC_JPY'],
  ['bybit', 'SOLUSDT', 'bybit/tickers_spot_fixture'],
  ['gateio', 'ETH_USDT', 'gate/spot_tickers_BTC_USDT'],
  ['gemini', 'ethusd', 'gemini/pubticker_BTCUSD'],
  ['gemini', 'btceur', 'gemini/pubticker_BTCUSD'],
  ['kraken', 'SOLUSD', 'kraken/spot_ticker'],
  ['okx', 'ETH-USDT', 'okx/ticker_fixture'],
]

describe('the reply about another symbol is no price', () => {
  test.skipIf(!recordedAvailable).each(STRANGERS)('%s, asked for %s', (name, symbol, file) => {
    const { body } = recorded(`crypto/${file}`)
    expect(unreadable(() => readTicker(venue(name), symbol, body))).toMatch(
      /is missing|is not |none of the requested symbols/,
    )
  })

  test.skipIf(!recordedAvailable)('nor are its trades', () => {
    const { body } = recorded('crypto/okx/trades_2025')
    expect(readTrades(venue('okx'), 'BTC-USDT', body).length).toBeGreaterThan(0)
    expect(unreadable(() => readTrades(venue('okx'), 'ETH-USDT', body))).toContain('instId is not ETH-USDT')
    const kraken = recorded('crypto/kraken/spot_trades').body
    expect(unreadable(() => readTrades(venue('kraken'), 'ETHUSD', kraken))).toContain('ETHUSD is missing')
  })

  // The single ticker was silent in 2022; rows of 2026 name their market.
  test.each([
    ['pair', 'ETH/USD'],
    ['market', 'BTC/USD-PERP'],
  ])('bitstamp says %s %s', (member, says) => {
    const ticker = { bid: '1', ask: '2', last: '1', timestamp: '1789455809', market: 'BTC/USD', pair: 'BTC/USD' }
    expect(readTicker(venue('bitstamp'), 'btcusd', JSON.stringify(ticker))).toMatchObject({ bid: '1' })
    const other = JSON.stringify({ ...ticker, [member]: says })
    expect(unreadable(() => readTicker(venue('bitstamp'), 'btcusd', other))).toContain(`${member} is not BTC/USD`)
  })

  test('a symbol that a reply names twice has no price', () => {
    const row = { symbol: 'BTCUSDT', bidPrice: '1', askPrice: '2', lastPrice: '1', closeTime: 1 }
    const body = JSON.stringify([row, { ...row, bidPrice: '9' }])
    expect(unreadable(() => readTicker(venue('binance'), 'BTCUSDT', body))).toContain('twice')
  })
})

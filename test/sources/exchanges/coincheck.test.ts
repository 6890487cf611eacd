import { describe, expect, test } from 'bun:test'
import { coincheck } from '../../../src/sources/exchanges/coincheck.ts'
import { readTicker, tradingSymbols } from '../../support/ask-venue.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/* Not read: trades_btc_jpy (no VWAP of ours reads Coincheck). No list of pairs was recorded. */
describe('coincheck, recorded', () => {
  test.skipIf(!recordedAvailable)('a ticker keeps the spelling that ccxt loses', () => {
    const { body, expected } = recorded('crypto/coincheck/ticker_btc_jpy')
    expect(readTicker(coincheck, 'btc_jpy', body)).toEqual({
      bid: '5053001.0',
      ask: '5053397.0',
      last: '5052540.0',
      bookAt: 1_644_249_683_000,
      lastAt: null,
    })
    expect(expected).toMatchObject({ bid: '5053001', ask: '5053397', last: '5052540', timestamp: 1_644_249_683_000 })
  })
})

const TICKER = { last: 13_636_500, bid: 13_636_000, ask: 13_637_156, volume: 2.5, timestamp: 1_700_000_000 }

describe('coincheck, constructed', () => {
  test.each(['last', 'bid', 'ask', 'timestamp'])('a ticker without %s is refused by name', (name) => {
    const body = JSON.stringify({ ...TICKER, [name]: undefined })
    expect(unreadable(() => readTicker(coincheck, 'btc_jpy', body))).toBe(`reply.${name} is missing`)
  })

  test('the pair is in the question: without it the venue answers about BTC whatever was meant', () => {
    expect(coincheck.tickers(['btc_jpy'])[0]!.path).toBe('/api/ticker?pair=btc_jpy')
  })

  test('the error object speaks for itself', () => {
    const body = '{"success":false,"error":"invalid pair"}'
    expect(unreadable(() => readTicker(coincheck, 'btc_jpy', body))).toContain('invalid pair')
  })

  test('an auction and a stop are no trading', () => {
    const rows = ['available', 'itayose', 'stop'].map((status) => ({ pair: `${status}_jpy`, status, timestamp: 1 }))
    expect(tradingSymbols(coincheck, JSON.stringify({ exchange_status: rows }))).toEqual(['available_jpy'])
    expect(unreadable(() => coincheck.instruments.read('{}'))).toBe('reply.exchange_status is missing')
  })
})

import { describe, expect, test } from 'bun:test'
import { VENUES } from '../../../src/sources/exchanges/venues.ts'
import { Unreadable } from '../../../src/sources/query.ts'

const venuesOf = (pair: string) => VENUES.filter(({ symbols }) => pair in symbols).map(({ source }) => source.name)

/** Bodies that no venue sends as an answer, whatever was asked. */
const GARBAGE = [
  '',
  '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>',
  '{"result":',
  'null',
  'true',
  '0',
  '"OK"',
  '[null]',
  '[[]]',
  '[[null]]',
  '[{}]',
  '[7]',
  '{"result":null,"error":null,"data":null,"code":null}',
  '{"error":[],"result":[]}',
  '{"error":"x","result":{}}',
  '{"code":"0","data":[null]}',
  '{"code":"0","data":{}}',
  '{"retCode":0,"result":{"category":"spot","list":[null]},"time":1}',
  '{"success":1,"data":null}',
  '{"success":1,"data":{"pairs":{}}}',
  '{"symbols":{}}',
  '{"__proto__":{"bid":"1","ask":"1","last":"1"}}',
]

describe('all exchanges', () => {
  test('every pair is priced where the methods say', () => {
    const dollars = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex']
    const table: Readonly<Record<string, readonly string[]>> = {
      'BTC/USD': [...dollars, 'binanceus'],
      'ETH/USD': dollars,
      'SOL/USD': dollars,
      'XRP/USD': ['coinbase', 'kraken', 'bitstamp', 'bitfinex'],
      'ADA/USD': ['coinbase', 'kraken', 'bitstamp', 'bitfinex'],
      'DOGE/USD': ['coinbase', 'kraken', 'bitstamp', 'bitfinex'],
      'BTC/USDT': ['binance', 'okx', 'gateio'],
      'ETH/USDT': ['okx', 'gateio'],
      'SOL/USDT': ['binance', 'okx', 'gateio', 'bybit'],
      'XRP/USDT': ['binance', 'okx', 'bybit'],
      'ADA/USDT': ['binance', 'okx', 'bybit'],
      'DOGE/USDT': ['binance', 'okx', 'bybit'],
      'BTC/EUR': dollars,
      'BTC/GBP': ['coinbase', 'kraken', 'bitstamp', 'gemini'],
      'ETH/EUR': dollars,
      'SOL/EUR': ['coinbase', 'kraken', 'bitstamp', 'binance'],
      'BTC/JPY': ['kraken', 'bitflyer', 'bitbank', 'coincheck'],
      'ETH/JPY': ['kraken', 'bitflyer', 'bitbank'],
      'SOL/JPY': ['binance', 'bitbank'],
      'USDT/USD': [...dollars, 'binanceus', 'okx'],
      'USDC/USD': ['kraken', 'bitstamp', 'gemini', 'bitfinex'],
      'PAXG/USD': ['coinbase', 'kraken', 'gemini'],
      'PAXG/USDT': ['binance', 'okx'],
      'XAUT/USD': ['kraken', 'bitfinex'],
      'XAUT/USDT': ['okx', 'bybit'],
      'EUR/USD': ['kraken', 'bitstamp'],
      'EUR/USDT': ['binance'],
      'GBP/USD': ['kraken', 'bitstamp'],
      'USD/JPY': ['kraken'],
      'USD/CHF': ['kraken'],
      'USD/CAD': ['kraken'],
    }
    const pairs = new Set(VENUES.flatMap(({ symbols }) => Object.keys(symbols)))
    expect([...pairs].toSorted()).toEqual(Object.keys(table).toSorted())
    for (const [pair, names] of Object.entries(table)) expect([pair, venuesOf(pair)]).toEqual([pair, [...names]])
  })

  test('names and symbols are unique', () => {
    expect(new Set(VENUES.map(({ source }) => source.name)).size).toBe(13)
    for (const { symbols } of VENUES) {
      expect(new Set(Object.values(symbols)).size).toBe(Object.keys(symbols).length)
    }
  })

  test('the seven venues of the VWAP have trades, and bars where turnover is exact', () => {
    const withTrades = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex', 'okx', 'gateio']
    expect(VENUES.filter(({ trades }) => trades).map(({ source }) => source.name)).toEqual(withTrades)
    expect(VENUES.filter(({ bars }) => bars).map(({ source }) => source.name)).toEqual(['kraken', 'okx', 'gateio'])
  })

  describe.each(VENUES.map((venue) => [venue.source.name, venue] as const))('%s', (_name, venue) => {
    const [symbol] = Object.values(venue.symbols)
    const queries = [
      venue.instruments,
      ...venue.tickers(Object.values(venue.symbols)),
      ...(venue.trades ? [venue.trades(symbol!, { id: '12', at: 1_700_000_000_000 })] : []),
      ...(venue.bars ? [venue.bars(symbol!)] : []),
    ]

    test('asks over https, in whole paths, within its own rate', () => {
      for (const { path, provider } of queries) {
        expect(new URL(provider.origin).protocol).toBe('https:')
        expect(new URL(path, provider.origin).href).toBe(`${provider.origin}${path}`)
        expect(provider.name).toBe(venue.source.name)
      }
      // All tickers of a round leave at once, with a page of trades and bars for each pair behind them.
      expect(queries.length + 6).toBeLessThanOrEqual(venue.source.rate.requests)
    })

    test('declares its rights and limits', () => {
      const { rights, termsNote, timeoutMs, maxBytes, terms } = venue.source
      expect({ rights, termsNote, timeoutMs }).toEqual({
        rights: 'attribution',
        termsNote: 'public market data; not reviewed by counsel',
        timeoutMs: 2500,
      })
      expect(maxBytes).toBeWithin(2 ** 17, 2 ** 24)
      expect(new URL(terms).protocol).toBe('https:')
    })

    test('no symbols are no questions', () => {
      expect(venue.tickers([])).toEqual([])
    })

    test('garbage never gets past a reader, nor breaks it', () => {
      for (const { path, read } of queries) {
        for (const body of GARBAGE) {
          let value: unknown
          try {
            value = read(body)
          } catch (error) {
            if (!(error instanceof Unreadable)) throw new Error(`${path} broke on ${body}: ${String(error)}`)
            continue
          }
          // Some garbage is the empty answer of some venue; a price it is never.
          expect([path, body, Object.keys(value as object)]).toEqual([path, body, []])
        }
      }
    })
  })
})

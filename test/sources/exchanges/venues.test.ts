import { describe, expect, test } from 'bun:test'
import { TOKEN_VENUES } from '../../../src/feeds/prices/gold-answer.ts'
import { LEG_CURRENCIES, legPair, legVenues } from '../../../src/feeds/prices/fx-venues.ts'
import { HYBRID_VENUES } from '../../../src/feeds/prices/hybrid-venues.ts'
import { NATIVE_VENUES } from '../../../src/feeds/prices/native-price.ts'
import { SPOT_PAIRS, VWAP_PAIRS } from '../../../src/feeds/prices/pairs.ts'
import { PEG_VENUES, spotTethers, spotVenues } from '../../../src/feeds/prices/spot-legs.ts'
import { USD_VENUES, USDT_VENUES } from '../../../src/feeds/prices/vwap.ts'
import { VENUES } from '../../../src/sources/exchanges/venues.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'

const HYBRIDS = SPOT_PAIRS.filter(({ quote }) => quote !== 'USD').map(({ name }) => name)

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
  test('every pair that a venue is asked for is part of a price, and enough venues show it', () => {
    const coins = SPOT_PAIRS.filter(({ quote }) => quote === 'USD').map(({ base }) => base)
    const votes: Readonly<Record<string, readonly string[]>> = Object.assign(
      {},
      HYBRID_VENUES,
      ...coins.map((coin) => {
        const tethers = spotTethers(coin)
        return {
          [`${coin}/USD`]: spotVenues(coin).filter((venue) => !tethers.includes(venue)),
          [`${coin}/USDT`]: tethers,
        }
      }),
      { 'POL/USD': NATIVE_VENUES.usd, 'POL/USDT': NATIVE_VENUES.usdt },
      ...VWAP_PAIRS.map(({ base }) => ({ [`${base}/USDT`]: [...spotTethers(base), ...USDT_VENUES] })),
      ...Object.entries(PEG_VENUES).map(([coin, venues]) => ({ [`${coin}/USD`]: venues })),
      ...Object.entries(TOKEN_VENUES).map(([token, { usd, usdt }]) => ({
        [`${token}/USD`]: usd,
        [`${token}/USDT`]: usdt,
      })),
      ...LEG_CURRENCIES.map((currency) => {
        const { live, tether, implied } = legVenues(currency)
        const direct = HYBRID_VENUES[`BTC/${currency}`] ?? []
        return {
          [legPair(currency)]: live,
          [`${currency}/USDT`]: tether,
          [`BTC/${currency}`]: [...direct, ...implied],
        }
      }),
    )
    const asked = VENUES.flatMap(({ source, symbols }) => Object.keys(symbols).map((pair) => `${source.name} ${pair}`))
    const used = Object.entries(votes).flatMap(([pair, names]) => names.map((name) => `${name} ${pair}`))
    expect(asked.toSorted()).toEqual([...new Set(used)].toSorted())
    for (const coin of coins) expect([coin, spotVenues(coin).length >= 5]).toEqual([coin, true])
    for (const pair of HYBRIDS) expect([pair, HYBRID_VENUES[pair]!.length >= 2]).toEqual([pair, true])
  })

  test('names and symbols are unique', () => {
    expect(new Set(VENUES.map(({ source }) => source.name)).size).toBe(VENUES.length)
    for (const { symbols } of VENUES) {
      expect(new Set(Object.values(symbols)).size).toBe(Object.keys(symbols).length)
    }
  })

  test('whoever tells of trades is in the VWAP, and bars stand in for nothing but trades', () => {
    const withTrades = VENUES.filter(({ trades }) => trades).map(({ source }) => source.name)
    expect(withTrades.toSorted()).toEqual([...USD_VENUES, ...USDT_VENUES].toSorted())
    expect(USD_VENUES.length).toBeGreaterThan(USDT_VENUES.length)
    expect(VENUES.filter(({ bars, trades }) => bars && !trades)).toEqual([])
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
            if (!(error instanceof UnreadableReply)) throw new Error(`${path} broke on ${body}: ${String(error)}`)
            continue
          }
          // Some garbage is the empty answer of some venue; a price it is never.
          expect([path, body, Object.keys(value as object)]).toEqual([path, body, []])
        }
      }
    })
  })
})

import { describe, expect, test } from 'bun:test'
import { bitfinex } from '../../../src/sources/exchanges/bitfinex.ts'
import { readTicker, readTrades, tickerQuery, tradingSymbols } from '../../support/ask-venue.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/* Not read: book_p0_fixture, candles_hist_fixture (see ../minutes), status_deriv, liquidations_fixture, ws_* (sockets). */
describe('bitfinex, recorded', () => {
  test.skipIf(!recordedAvailable)('the asked row is read, the funding row beside it is not', () => {
    const { body } = recorded('crypto/bitfinex/tickers')
    expect(tickerQuery(bitfinex, 'tBTCUSD', 'tETHUSD').read(body)).toEqual({
      tBTCUSD: { bid: '7381.6', ask: '7381.7', last: '7381.2', bookAt: null, lastAt: null },
    })
  })

  test.skipIf(!recordedAvailable)('a last price with all its digits', () => {
    expect(readTicker(bitfinex, 'tBTCUSD', recorded('crypto/bitfinex/ticker_fixture').body)).toEqual({
      bid: '10645',
      ask: '10647',
      last: '10644.00645389',
      bookAt: null,
      lastAt: null,
    })
  })

  test.skipIf(!recordedAvailable)('a trade of the documentation', () => {
    expect(readTrades(bitfinex, 'tBTCUSD', recorded('crypto/bitfinex/trades_hist_fixture').body)).toEqual([
      { id: '388063448', price: '10682', size: '1.918524', at: 1_567_526_214_876 },
    ])
  })

  test.skipIf(!recordedAvailable)('the list spells our pairs as we ask for them, except the later DOGE', () => {
    const listed = tradingSymbols(bitfinex, recorded('crypto/bitfinex/conf_pair_exchange').body)
    expect(listed).toHaveLength(293)
    expect(Object.values(bitfinex.symbols).filter((symbol) => !listed.includes(symbol))).toEqual(['tDOGE:USD'])
  })
})

describe('bitfinex, constructed', () => {
  test('one question for all symbols, in exact digits whatever their spelling', () => {
    const query = tickerQuery(bitfinex, 'tBTCUSD', 'tXAUT:USD')
    expect(query.path).toBe('/v2/tickers?symbols=tBTCUSD,tXAUT:USD')
    const body = '[["tXAUT:USD",1.3e-07,1,76756.660000000003,1,0,0,2E3,1,1,1],["tDOGE:USD",1,1,1,1,1,1,1,1,1,1]]'
    expect(query.read(body)).toEqual({
      'tXAUT:USD': { bid: '0.00000013', ask: '76756.660000000003', last: '2000', bookAt: null, lastAt: null },
    })
    expect(query.read('[]')).toEqual({})
    expect(bitfinex.tickers([])).toEqual([])
  })

  test('null and zero are no price', () => {
    expect(readTicker(bitfinex, 'tUDCUSD', '[["tUDCUSD",null,0,0,0,0,0,1.0,1,1,1]]')).toMatchObject({
      bid: null,
      ask: null,
      last: '1.0',
    })
  })

  test('a short row is refused at the place where it ends', () => {
    expect(unreadable(() => readTicker(bitfinex, 'tBTCUSD', '[["tBTCUSD",1,2,3]]'))).toBe('reply[0][7] is missing')
    expect(unreadable(() => readTicker(bitfinex, 'tBTCUSD', '[7]'))).toContain('reply[0] is not a list')
  })

  test('an error list is the words of the venue', () => {
    const body = '["error",10020,"symbol: invalid"]'
    expect(unreadable(() => readTicker(bitfinex, 'tBTCUSD', body))).toContain('10020 symbol: invalid')
    expect(unreadable(() => readTrades(bitfinex, 'tBTCUSD', body))).toContain('10020')
    expect(unreadable(() => bitfinex.instruments.read(body))).toContain('10020')
    expect(unreadable(() => bitfinex.instruments.read('[]'))).toBe('reply[0] is missing')
  })

  test('a sale has a size too, and the known trade stays in the page', () => {
    const body = '[[11,2000,-1e-05,100.5],[10,1000,0.5,100]]'
    expect(readTrades(bitfinex, 'tBTCUSD', body)).toEqual([
      { id: '10', price: '100', size: '0.5', at: 1_000 },
      { id: '11', price: '100.5', size: '0.00001', at: 2_000 },
    ])
    expect(readTrades(bitfinex, 'tBTCUSD', body, { id: '10', at: 1_000 }).map(({ id }) => id)).toEqual(['10', '11'])
    expect(bitfinex.trades!('tBTCUSD', { id: '10', at: 1_000 }).path).toBe(
      '/v2/trades/tBTCUSD/hist?limit=1000&sort=1&start=1000',
    )
  })
})

import { describe, expect, test } from 'bun:test'
import type { Said } from '../../../src/sources/perpetual.ts'
import { dydx } from '../../../src/sources/perpetuals/dydx.ts'
import { asExpected, asking, expectedSettlements, readHistory } from '../../support/perpetual-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/* Not read: candles, orderbook, time, trades, ws_* (other calls). */
describe('dydx, recorded', () => {
  const said = (rate: string, mark: string, amount: string): Said => ({
    funding: { rate, unit: 'fraction', isExpected: true, estimate: null, nextAt: null },
    intervalHours: 1,
    mark,
    openInterest: { amount, unit: 'coins' },
    at: null,
  })

  test.skipIf(!recordedAvailable)('every coin is found in the list of all markets, without an index', () => {
    const { body } = recorded('crypto/dydx/perpetual_markets')
    expect(asking(dydx, 'BTC-USD').read(body)).toEqual({ BTC: said('0.00000254545454545455', '89919.2', '381.7348') })
    expect(asking(dydx, 'ETH-USD').read(body)).toEqual({ ETH: said('0.00000125', '3103.01', '7457.108') })
    expect(asking(dydx, 'SOL-USD').read(body)).toEqual({ SOL: said('-0.00000143181818181818', '135.3', '41917.9') })
  })

  test.skipIf(!recordedAvailable)(
    'a live market of September 2026, with `openInterest` and not `baseOpenInterest`',
    () => {
      const { body } = recorded('crypto/dydx/perpetualMarkets_ETH_2026')
      expect(asking(dydx, 'ETH-USD').read(body)).toEqual({
        ETH: said('-0.00010754166666666667', '2449.812772', '6873.883'),
      })
      expect(unreadable(() => asking(dydx, 'BTC-USD').read(body))).toBe('reply.markets.BTC-USD is missing')
    },
  )

  test.skipIf(!recordedAvailable)('what was paid is what ccxt reads, oldest first', () => {
    const { body, expected } = recorded('crypto/dydx/historical_funding')
    expect(asExpected(readHistory(dydx, 'BTC', body))).toEqual(expectedSettlements(expected))
  })
})

describe('dydx, constructed', () => {
  const ROW = { ticker: 'BTC-USD', nextFundingRate: '0.00001', oraclePrice: '1.1', openInterest: '5' }
  const read = (row: object) => asking(dydx, 'BTC-USD').read(JSON.stringify({ markets: { 'BTC-USD': row } }))

  test.each(Object.keys(ROW))('a market without %s is refused by name', (name) => {
    expect(unreadable(() => read({ ...ROW, [name]: undefined }))).toBe(`reply.markets.BTC-USD.${name} is missing`)
  })

  test('an error is the words of the venue', () => {
    const body = JSON.stringify({ errors: [{ msg: 'ticker must be a valid ticker' }] })
    expect(unreadable(() => asking(dydx, 'BTC-USD').read(body))).toContain('must be a valid ticker')
    expect(unreadable(() => readHistory(dydx, 'BTC', body))).toContain('must be a valid ticker')
  })
})

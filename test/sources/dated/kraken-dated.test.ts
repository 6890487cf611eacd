import { describe, expect, test } from 'bun:test'
import { krakenDated } from '../../../src/sources/dated/kraken-dated.ts'
import type { DatedTerms } from '../../../src/sources/dated/dated.ts'
import type { PerpetualAsset } from '../../../src/sources/perpetual.ts'
import { listOf, tickersOf } from '../../support/dated-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const list = listOf(krakenDated)
const tickers = tickersOf(krakenDated)

const SERVER_TIME = '2026-11-18T17:00:00.500Z'
const AT = Date.parse(SERVER_TIME)
const answer = (rows: readonly unknown[]) =>
  `{"result":"success","serverTime":"${SERVER_TIME}","tickers":[${rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join()}]}`
const instruments = (rows: readonly object[]) => JSON.stringify({ result: 'success', instruments: rows })

describe('kraken futures, recorded', () => {
  test.skipIf(!recordedAvailable)('dates of 2021, in small letters, among other coins, perpetuals and indices', () => {
    const at = (asset: PerpetualAsset, iso: string): DatedTerms => ({
      asset,
      kind: 'inverse',
      expiresAt: Date.parse(iso),
    })
    // Four in the afternoon in London: 15:00 UTC in summer, 16:00 in winter.
    expect(list.read(recorded('crypto/krakenfutures/instruments_2021').body)).toEqual({
      FI_XBTUSD_210730: at('BTC', '2021-07-30T15:00:00Z'),
      FI_XBTUSD_210924: at('BTC', '2021-09-24T15:00:00Z'),
      FI_XBTUSD_211231: at('BTC', '2021-12-31T16:00:00Z'),
      FI_ETHUSD_210730: at('ETH', '2021-07-30T15:00:00Z'),
      FI_ETHUSD_210924: at('ETH', '2021-09-24T15:00:00Z'),
      FI_ETHUSD_211231: at('ETH', '2021-12-31T16:00:00Z'),
    })
  })

  test.skipIf(!recordedAvailable)('a list and tickers without dated futures', () => {
    expect(list.read(recorded('crypto/krakenfutures/instruments').body)).toEqual({})
    expect(tickers.read(recorded('crypto/krakenfutures/tickers').body)).toEqual({})
  })

  test.skipIf(!recordedAvailable)('a month among a perpetual and two indices', () => {
    expect(tickers.read(recorded('crypto/krakenfutures/tickers_vendor_example_dated').body)).toEqual({
      FI_XBTUSD_211231: {
        mark: '20478.5',
        index: '21087.8',
        openInterest: { amount: '10087', unit: 'usd' },
        at: Date.parse('2022-06-17T11:00:31.335Z'),
      },
    })
  })

  test.skipIf(!recordedAvailable)('a single row of half a year', () => {
    expect(tickers.read(answer([recorded('crypto/krakenfutures/ticker_dated_row_sample').body]))).toEqual({
      FI_ETHUSD_220624: {
        mark: '2925.72',
        index: '2893.71',
        openInterest: { amount: '3023363.00000000', unit: 'usd' },
        at: AT,
      },
    })
  })
})

const ROW = {
  symbol: 'FF_SOLUSD_261225',
  markPrice: 181.25,
  indexPrice: 180,
  openInterest: 1500.5,
  suspended: false,
}

describe('kraken futures, constructed', () => {
  test('linear ones are counted in coins', () => {
    expect(tickers.read(answer([ROW]))).toEqual({
      FF_SOLUSD_261225: { mark: '181.25', index: '180', openInterest: { amount: '1500.5', unit: 'coins' }, at: AT },
    })
    const row = { symbol: 'FF_XBTUSD_261225', tradeable: true, lastTradingTime: '2026-12-25T16:00:00.000Z' }
    expect(list.read(instruments([row]))).toEqual({
      FF_XBTUSD_261225: { asset: 'BTC', kind: 'linear', expiresAt: Date.parse('2026-12-25T16:00:00Z') },
    })
    for (const other of [{ tradeable: false }, { symbol: 'FF_XBTEUR_261225' }, { symbol: 'PF_XBTUSD' }])
      expect(list.read(instruments([{ ...row, ...other }]))).toEqual({})
    expect(unreadable(() => list.read(instruments([{ ...row, lastTradingTime: 'soon' }])))).toContain('ISO 8601')
  })

  test('suspended ones, other coins, perpetuals and pairs in euros are left out', () => {
    const others = [
      { suspended: true },
      { symbol: 'FF_LTCUSD_261225' },
      { symbol: 'PF_SOLUSD' },
      { symbol: 'PI_XBTUSD' },
      { symbol: 'FF_SOLEUR_261225' },
      { symbol: 'in_xbtusd' },
    ]
    for (const other of others) expect(tickers.read(answer([{ ...ROW, ...other }]))).toEqual({})
  })

  test('an error that came with status 200 is thrown', () => {
    expect(unreadable(() => tickers.read('{"result":"error","error":"apiLimitExceeded"}'))).toContain(
      'apiLimitExceeded',
    )
    expect(unreadable(() => tickers.read('{"result":"partial","tickers":[]}'))).toContain('partial')
  })
})

import { describe, expect, test } from 'bun:test'
import { kraken } from '../../../src/sources/perpetuals/kraken.ts'
import { asExpected, asking, expectedSettlements, readHistory } from '../../support/perpetual-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const tickers = asking(kraken, 'tickers')

/* Not read: candles_*, instruments*, orderbook, public_executions, ws_* (other calls). */
describe('kraken futures, recorded', () => {
  test.skipIf(!recordedAvailable)(
    'linear contracts are read, with funding in dollars per coin; inverse ones are not',
    () => {
      expect(tickers.read(recorded('crypto/krakenfutures/tickers').body)).toEqual({
        ETH: {
          funding: { rate: '0.000015', unit: 'money_per_coin', isExpected: false, estimate: '0.000012', nextAt: null },
          intervalHours: 1,
          mark: '3205.25',
          index: '3202.75',
          openInterest: { amount: '1000000.0', unit: 'coins' },
          at: 1_763_339_677_524,
        },
      })
    },
  )

  test.skipIf(!recordedAvailable)('a dated row of 2022 is none of ours', () => {
    const row = JSON.parse(recorded('crypto/krakenfutures/ticker_dated_row_sample').body) as object
    const list = { result: 'success', serverTime: '2022-02-18T14:08:16.000Z', tickers: [row] }
    expect(tickers.read(JSON.stringify(list))).toEqual({})
  })

  test.skipIf(!recordedAvailable)('a list of inverse, dated and index rows holds nothing of ours', () => {
    expect(tickers.read(recorded('crypto/krakenfutures/tickers_vendor_example_dated').body)).toEqual({})
  })

  test.skipIf(!recordedAvailable)('what was paid is the relative rate, as ccxt reads it', () => {
    const { body, expected } = recorded('crypto/krakenfutures/historical_funding_rates')
    expect(asExpected(readHistory(kraken, 'BTC', body))).toEqual(expectedSettlements(expected))
    const sample = JSON.parse(recorded('crypto/krakenfutures/historical_funding_rates_sample').body) as object
    expect(readHistory(kraken, 'BTC', JSON.stringify({ result: 'success', ...sample }))).toEqual([
      { at: 1_535_731_200_000, rate: '0.000060779960000000' },
    ])
  })
})

describe('kraken futures, constructed', () => {
  const ROW = {
    symbol: 'pf_xbtusd',
    markPrice: 97_000.5,
    indexPrice: 97_000,
    openInterest: 1,
    fundingRate: -1.5e-9,
    fundingRatePrediction: 2e-9,
  }
  const answer = (row: object) =>
    JSON.stringify({ result: 'success', serverTime: '2026-11-18T12:00:00.000Z', tickers: [row] })

  test('exponents are written out and symbols come in either case', () => {
    expect(tickers.read(answer(ROW)).BTC!.funding).toMatchObject({ rate: '-0.0000000015', estimate: '0.000000002' })
  })

  test.each(Object.keys(ROW))('a contract without %s is refused by name', (name) => {
    expect(unreadable(() => tickers.read(answer({ ...ROW, [name]: undefined })))).toBe(
      `reply.tickers[0].${name} is missing`,
    )
  })

  test('an error with status 200 is the words of the venue', () => {
    const body = JSON.stringify({ result: 'error', error: 'apiLimitExceeded', serverTime: '2026-11-18T12:00:00.000Z' })
    expect(unreadable(() => tickers.read(body))).toContain('apiLimitExceeded')
    expect(unreadable(() => readHistory(kraken, 'BTC', body))).toContain('apiLimitExceeded')
  })
})

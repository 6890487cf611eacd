import { describe, expect, test } from 'bun:test'
import { okx } from '../../../src/sources/perpetuals/okx.ts'
import { asking, type ExpectedFunding, readHistory } from '../../support/perpetual-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const funding = asking(okx, 'funding-rate')
const openInterest = asking(okx, 'open-interest')
const mark = asking(okx, 'mark-price')
const index = asking(okx, 'index-tickers')

/* Not read: ticker_*, books_*, candles_*, instruments_*, opt_summary_*, insurance_fund_*, ws_* (other calls). */
describe('okx swaps, recorded', () => {
  test.skipIf(!recordedAvailable).each([
    ['funding_rate_ETH_2026', 'ETH', 1_789_677_909_944],
    ['funding_rate_fixture', 'BTC', 1_703_070_685_309],
  ] as const)('%s is what ccxt reads from it', (name, asset, at) => {
    const { body, expected } = recorded(`crypto/okx/${name}`)
    const { fundingRate, fundingTimestamp, interval } = expected as ExpectedFunding
    expect(interval).toBe('8h')
    expect(funding.read(body)).toEqual({
      [asset]: {
        funding: { rate: fundingRate, unit: 'fraction', isExpected: true, estimate: null, nextAt: fundingTimestamp },
        intervalHours: 8,
        at,
      },
    })
  })

  test.skipIf(!recordedAvailable)('open interest is in dollars, or in coins in replies without them', () => {
    expect(openInterest.read(recorded('crypto/okx/open_interest_ETH_2026').body)).toEqual({
      ETH: { openInterest: { amount: '1494667414.821943920992', unit: 'usd' }, at: 1_789_677_927_222 },
    })
    expect(openInterest.read(recorded('crypto/okx/open_interest_fixture').body)).toEqual({
      BTC: { openInterest: { amount: '555.55', unit: 'coins' }, at: 1_597_026_383_085 },
    })
  })

  test.skipIf(!recordedAvailable)('mark and index come apart', () => {
    expect(mark.read(recorded('crypto/okx/mark_price_fixture').body)).toEqual({
      BTC: { mark: '200', at: 1_597_026_383_085 },
    })
    expect(index.read(recorded('crypto/okx/index_tickers_fixture').body)).toEqual({
      BTC: { index: '43350', at: 1_649_419_644_492 },
    })
    expect(index.read(recorded('crypto/okx/index_price_2025').body)).toEqual({
      BTC: { index: '103895', at: 1_746_942_707_815 },
    })
  })

  test.skipIf(!recordedAvailable)('what was paid is the realised rate, oldest first', () => {
    const { body } = recorded('crypto/okx/funding_rate_history_fixture')
    // The example answers with the inverse contract.
    expect(unreadable(() => readHistory(okx, 'BTC', body))).toBe(
      'reply.data[0].instId is not BTC-USDT-SWAP: "BTC-USD-SWAP"',
    )
    expect(readHistory(okx, 'BTC', body.replaceAll('BTC-USD-SWAP', 'BTC-USDT-SWAP'))).toEqual([
      { at: 1_703_030_400_000, rate: '0.0002279755647389' },
      { at: 1_703_059_200_000, rate: '0.0000746572360545' },
    ])
  })
})

const ROW = {
  instId: 'BTC-USDT-SWAP',
  fundingRate: '0.0001',
  fundingTime: '14400000',
  nextFundingTime: '28800000',
  ts: '7',
}
const answer = (data: unknown, code = '0', msg = '') => JSON.stringify({ code, msg, data })

describe('okx swaps, constructed', () => {
  test('lists of all contracts are read for ours alone, and never for a dated or long-dated one', () => {
    const names = ['ETH-USDT-SWAP', 'BTC-USD-SWAP', 'BTC-USD_UM_XPERP-310404', 'SOL-USDT-SWAP', 'DOGE-USDT-SWAP']
    const read = funding.read(answer(names.map((instId) => ({ ...ROW, instId }))))
    expect(Object.keys(read).toSorted()).toEqual(['ETH', 'SOL'])
  })

  test('the interval is the distance of the next two settlements', () => {
    expect(funding.read(answer([ROW])).BTC!.intervalHours).toBe(4)
    const never = answer([{ ...ROW, nextFundingTime: ROW.fundingTime }])
    expect(unreadable(() => funding.read(never))).toContain('settles every 0 hours')
  })

  test.each(['instId', 'fundingRate', 'fundingTime', 'nextFundingTime', 'ts'])(
    'a rate without %s is refused',
    (name) => {
      expect(unreadable(() => funding.read(answer([{ ...ROW, [name]: undefined }])))).toBe(
        `reply.data[0].${name} is missing`,
      )
    },
  )

  test('HTTP 200 with another code is the words of the venue', () => {
    const body = answer([], '51001', "Instrument ID doesn't exist")
    for (const query of [funding, openInterest, mark, index])
      expect(unreadable(() => query.read(body))).toContain("51001 Instrument ID doesn't exist")
  })
})

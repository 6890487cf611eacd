import { describe, expect, test } from 'bun:test'
import { deribit } from '../../../src/sources/perpetuals/deribit.ts'
import { asking, readHistory } from '../../support/perpetual-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const btc = asking(deribit, '=BTC-PERPETUAL')
const sol = asking(deribit, '=SOL_USDC-PERPETUAL')

/* Not read here: book_summary_*, chain_*, get_*, historical_volatility_*, snapshot_*, ticker_option_*, ws_* (other calls). */
describe('deribit perpetuals, recorded', () => {
  test.skipIf(!recordedAvailable)('a live ticker of May 2026', () => {
    const { body, expected } = recorded('crypto/deribit/ticker_BTC-PERPETUAL')
    const { markPrice, indexPrice, timestamp } = expected as Record<string, string> & { timestamp: number }
    expect(btc.read(body)).toEqual({
      BTC: {
        // `current_funding`, not the mean of the last eight hours.
        funding: { rate: '0.0000122', unit: 'fraction', isExpected: false, estimate: null, nextAt: null },
        intervalHours: 8,
        mark: markPrice!,
        index: indexPrice!,
        openInterest: { amount: '1012315080', unit: 'usd' },
        at: timestamp,
      },
    })
  })

  test.skipIf(!recordedAvailable)('what an hour cost is its own row', () => {
    const { body } = recorded('crypto/deribit/funding_rate_history_sample')
    expect(readHistory(deribit, 'BTC', body)).toEqual([{ at: 1_569_891_600_000, rate: '-0.0000004739622041017375' }])
  })
})

describe('deribit perpetuals, constructed', () => {
  const ROW = {
    instrument_name: 'SOL_USDC-PERPETUAL',
    current_funding: 0,
    mark_price: 180.5,
    index_price: 180.25,
    open_interest: 1234.5,
    timestamp: 1,
  }
  const answer = (result: object) => JSON.stringify({ jsonrpc: '2.0', result })

  test('the linear contract counts its open interest in coins', () => {
    expect(sol.read(answer(ROW)).SOL).toMatchObject({
      funding: { rate: '0' },
      openInterest: { amount: '1234.5', unit: 'coins' },
    })
  })

  test.each(Object.keys(ROW))('a ticker without %s is refused by name', (name) => {
    expect(unreadable(() => sol.read(answer({ ...ROW, [name]: undefined })))).toBe(`reply.result.${name} is missing`)
  })

  test('another instrument and an error are no answers', () => {
    expect(unreadable(() => btc.read(answer(ROW)))).toContain('is not BTC-PERPETUAL')
    const error = JSON.stringify({ jsonrpc: '2.0', error: { message: 'Invalid params', code: -32_602 } })
    expect(unreadable(() => btc.read(error))).toContain('Invalid params')
  })

  test('the history is asked for with both of its ends', () => {
    expect(deribit.history('ETH', 5, 9).path).toBe(
      '/api/v2/public/get_funding_rate_history?instrument_name=ETH-PERPETUAL&start_timestamp=5&end_timestamp=9',
    )
  })
})

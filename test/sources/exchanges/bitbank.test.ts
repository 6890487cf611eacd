import { describe, expect, test } from 'bun:test'
import { bitbank } from '../../../src/sources/exchanges/bitbank.ts'
import { readTicker, tradingSymbols } from '../../support/ask-venue.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/* Not read: candlestick_sample, transaction_row_sample (no VWAP of ours reads bitbank). No ticker was recorded. */
describe('bitbank, recorded', () => {
  test.skipIf(!recordedAvailable)('the list', () => {
    expect(bitbank.instruments.read(recorded('crypto/bitbank/spot_pairs_sample').body)).toEqual([
      { symbol: 'btc_jpy', trading: true },
    ])
  })
})

const ROW = { sell: '13637156', buy: '13636000', last: '13636500', timestamp: 1_700_000_000_123, vol: '1' }
const answer = (data: unknown) => JSON.stringify({ success: 1, data })
const pair = (name: string, stops: object) => ({ name, is_enabled: true, stop_order: false, ...stops })

describe('bitbank, constructed', () => {
  test('buy is the bid and sell the ask', () => {
    expect(bitbank.tickers(['btc_jpy'])[0]!.path).toBe('/btc_jpy/ticker')
    expect(readTicker(bitbank, 'btc_jpy', answer(ROW))).toEqual({
      bid: '13636000',
      ask: '13637156',
      last: '13636500',
      bookAt: 1_700_000_000_123,
      lastAt: null,
    })
  })

  test.each(['buy', 'sell', 'last', 'timestamp'])('a ticker without %s is refused by name', (name) => {
    const body = answer({ ...ROW, [name]: undefined })
    expect(unreadable(() => readTicker(bitbank, 'btc_jpy', body))).toBe(`reply.data.${name} is missing`)
  })

  test('a suspended pair has no sides', () => {
    expect(readTicker(bitbank, 'sol_jpy', answer({ ...ROW, sell: null, buy: null }))).toMatchObject({
      bid: null,
      ask: null,
    })
  })

  test('success 0 is the code of the venue', () => {
    const body = '{"success":0,"data":{"code":10000}}'
    expect(unreadable(() => readTicker(bitbank, 'btc_jpy', body))).toContain('code 10000')
    expect(unreadable(() => bitbank.instruments.read(body))).toContain('code 10000')
  })

  test('a pair is suspended by stopping its orders while it stays enabled', () => {
    const pairs = [
      pair('btc_jpy', {}),
      pair('mkr_jpy', { stop_order: true }),
      pair('eth_jpy', { stop_buy_order: true }),
      pair('sol_jpy', { is_enabled: false }),
    ]
    expect(tradingSymbols(bitbank, answer({ pairs }))).toEqual(['btc_jpy'])
  })

  test('the list is asked at the other host, under the same name', () => {
    expect(bitbank.instruments.provider.origin).toBe('https://api.bitbank.cc')
    expect(bitbank.instruments.provider.name).toBe(bitbank.source.name)
  })
})

import { describe, expect, test } from 'bun:test'
import { bitget } from '../../../src/sources/perpetuals/bitget.ts'
import { asking, type ExpectedFunding, readHistory } from '../../support/perpetual-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const tickers = asking(bitget, 'tickers?category=USDT-FUTURES&symbol=BTCUSDT')
const current = asking(bitget, 'current-fund-rate?symbol=BTCUSDT')

/* Not read: mix_{candles,contracts,history_fund_rate,merge_depth}_* and uta_orderbook_fixture (other calls), ws_*. */
describe('bitget futures, recorded', () => {
  test.skipIf(!recordedAvailable)('a live ticker of December 2025', () => {
    expect(tickers.read(recorded('crypto/bitget/uta_tickers_fixture').body)).toEqual({
      BTC: {
        mark: '90216.4',
        index: '90247.5410266912815894',
        openInterest: { amount: '27606.0718', unit: 'coins' },
        at: 1_765_444_282_230,
      },
    })
  })

  test.skipIf(!recordedAvailable)('the running rate is what ccxt reads from it', () => {
    const { body, expected } = recorded('crypto/bitget/uta_current_fund_rate_sample')
    const { fundingRate, fundingTimestamp } = expected as ExpectedFunding
    expect(current.read(body)).toEqual({
      BTC: {
        funding: { rate: fundingRate, unit: 'fraction', isExpected: true, estimate: null, nextAt: fundingTimestamp },
        intervalHours: 8,
        at: 1_761_659_449_917,
      },
    })
    expect(current.read(recorded('crypto/bitget/uta_current_fund_rate_fixture').body)).toMatchObject({
      BTC: { funding: { rate: '0.000071', nextAt: 1_743_062_400_000 }, intervalHours: 8 },
    })
  })

  test.skipIf(!recordedAvailable).each([
    ['uta_open_interest_fixture', '2243.019', 1_730_969_652_411],
    ['mix_open_interest_fixture', '34278.06', 1_695_796_781_616],
  ])('%s is in coins, as ccxt reads it', (name, amount, at) => {
    const { body, expected } = recorded(`crypto/bitget/${name}`)
    expect(tickers.read(body)).toEqual({ BTC: { openInterest: { amount, unit: 'coins' }, at } })
    if (expected !== null) expect(expected).toMatchObject({ openInterestAmount: amount, timestamp: at })
  })

  test.skipIf(!recordedAvailable).each([
    ['mix_symbol_price_fixture', 'reply.data[0].category is missing'],
    ['mix_ticker_fixture', 'reply.data[0].category is missing'],
    ['mix_tickers_fixture', 'reply.data[0].category is missing'],
  ])('%s does not say how its contract is settled, and is refused', (name, words) => {
    expect(unreadable(() => tickers.read(recorded(`crypto/bitget/${name}`).body))).toBe(words)
  })

  test.skipIf(!recordedAvailable).each([
    ['mix_current_fund_rate_fixture', 'reply.data[0].nextUpdate is missing'],
    ['mix_funding_time_fixture', 'reply.data[0].fundingRate is missing'],
    ['mix_funding_time_sample', 'reply.data[0].fundingRate is missing'],
  ])('%s has no rate with its interval', (name, words) => {
    expect(unreadable(() => current.read(recorded(`crypto/bitget/${name}`).body))).toBe(words)
  })

  test.skipIf(!recordedAvailable)('what was paid is turned round', () => {
    expect(readHistory(bitget, 'BTC', recorded('crypto/bitget/uta_history_fund_rate_fixture').body)).toEqual([
      { at: 1_754_870_400_000, rate: '0.0001' },
      { at: 1_754_899_200_000, rate: '0.0001' },
    ])
  })
})

const answer = (data: unknown, code = '00000') => JSON.stringify({ code, msg: 'words', requestTime: 3, data })

describe('bitget futures, constructed', () => {
  const TICKER = {
    category: 'USDT-FUTURES',
    symbol: 'BTCUSDT',
    markPrice: '1.1',
    indexPrice: '1',
    openInterest: '5',
    ts: '2',
  }
  const RATE = { symbol: 'BTCUSDT', fundingRate: '-0.0001', fundingRateInterval: '4', nextUpdate: '9' }

  test.each(Object.keys(TICKER))('a ticker without %s is refused by name', (name) => {
    expect(unreadable(() => tickers.read(answer([{ ...TICKER, [name]: undefined }])))).toBe(
      `reply.data[0].${name} is missing`,
    )
  })

  test.each(Object.keys(RATE))('a rate without %s is refused by name', (name) => {
    expect(unreadable(() => current.read(answer([{ ...RATE, [name]: undefined }])))).toBe(
      `reply.data[0].${name} is missing`,
    )
  })

  test('an interval of four hours is one, and the coin-settled contract is not ours', () => {
    expect(current.read(answer([RATE])).BTC).toMatchObject({ intervalHours: 4, at: 3 })
    expect(unreadable(() => tickers.read(answer([{ ...TICKER, category: 'COIN-FUTURES' }])))).toContain('USDT-FUTURES')
  })

  test('another code is the words of the venue, an empty list no contract', () => {
    for (const query of [tickers, current]) {
      expect(unreadable(() => query.read(answer(null, '40034')))).toContain('40034 words')
      expect(query.read(answer([]))).toEqual({})
    }
  })
})

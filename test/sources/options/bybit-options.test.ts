import { describe, expect, test } from 'bun:test'
import { bybitOptions } from '../../../src/sources/options/bybit-options.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/*
 * ws_* are read in test/feeds/options. Not read: instruments_option_* (the chain names its own), historical_volatility_*.
 */
const chain = (body: string, coin = 'BTC') => bybitOptions.chain(coin).read(body)
const said = (...list: readonly unknown[]): string =>
  JSON.stringify({ retCode: 0, retMsg: 'OK', result: { category: 'option', list }, time: 1_711_162_003_672 })

const ROW = {
  symbol: 'BTC-27MAR26-70000-P-USDT',
  bid1Price: '10',
  ask1Price: '11',
  markIv: '0.45',
  underlyingPrice: '97000',
  openInterest: '1',
}

describe('bybit options, recorded', () => {
  test.skipIf(!recordedAvailable)('one of 2024 that nobody quotes', () => {
    expect(chain(recorded('crypto/bybit/option_tickers_sample').body)).toEqual({
      at: 1_711_162_003_672,
      quotes: [
        {
          symbol: 'BTC-27DEC24-55000-P',
          expiry: Date.parse('2024-12-27T08:00:00Z'),
          strike: '55000',
          kind: 'put',
          markIv: '88.6600',
          twoSided: false,
          forward: '71690.55303594',
          bidIv: null,
          askIv: null,
          bid: null,
          ask: null,
          volume: '0',
        },
      ],
      interest: { 'BTC-27DEC24-55000-P': '0.01' },
    })
  })

  test.skipIf(!recordedAvailable).each(['tickers_option_fixture', 'tickers_vendor_2026_b'])(
    'one of 2022 with an offer and no bid: %s',
    (name) => {
      const { at, quotes, interest } = chain(recorded(`crypto/bybit/${name}`).body)
      expect([at, interest]).toEqual([1_672_376_592_395, { 'BTC-30DEC22-18000-C': '6.3' }])
      expect(quotes).toMatchObject([
        { strike: '18000', kind: 'call', markIv: '75.6700', twoSided: false, forward: '16590.42' },
      ])
    },
  )

  test.skipIf(!recordedAvailable)('a single row with both sides', () => {
    const row: unknown = JSON.parse(recorded('crypto/bybit/option_ticker_row_sample').body)
    expect(chain(said(row))).toMatchObject({
      quotes: [
        {
          strike: '39000',
          kind: 'call',
          markIv: '55.7700',
          twoSided: true,
          bidIv: '54.7800',
          askIv: '56.3800',
          bid: '3205',
          ask: '3315',
          forward: '37649.67254894',
          volume: '4.56',
        },
      ],
      interest: { 'BTC-26JAN24-39000-C': '19.67' },
    })
  })

  test
    .skipIf(!recordedAvailable)
    .each(['tickers_vendor_2026_a', 'tickers_vendor_2026_c', 'tickers_linear_ETHUSDT_2026'])(
    'another category is refused: %s',
    (name) => {
      expect(unreadable(() => chain(recorded(`crypto/bybit/${name}`).body))).toMatch(
        /^reply\.result\.category is not option: "(inverse|spot|linear)"$/,
      )
    },
  )
})

describe('bybit options', () => {
  test('asks once for a whole chain', () => {
    expect(bybitOptions.chain('ETH').path).toBe('/v5/market/tickers?category=option&baseCoin=ETH')
  })

  test('a side without a volatility, or without a word about it, has none', () => {
    const read = (fields: object) => {
      const { bidIv, askIv } = chain(said({ ...ROW, ...fields })).quotes[0]!
      return [bidIv, askIv]
    }
    expect(read({ bid1Iv: '0.44', ask1Iv: '0' })).toEqual(['44.00', null])
    expect(read({ bid1Iv: '', ask1Iv: '0.46' })).toEqual([null, '46.00'])
    expect(read({})).toEqual([null, null])
  })

  test('the same option settled in two currencies is in the chain twice', () => {
    const { quotes } = chain(said(ROW, { ...ROW, symbol: 'BTC-27MAR26-70000-P' }))
    expect(quotes.map(({ strike }) => strike)).toEqual(['70000', '70000'])
  })

  test.each([
    ['{"retCode":10001,"retMsg":"Illegal category","result":{}}', 'the provider answered: 10001 Illegal category'],
    [said({ ...ROW, ask1Price: undefined }), 'reply.result.list[0].ask1Price is missing'],
    [said({ ...ROW, markIv: '-1' }), 'reply.result.list[0].markIv is not a price: "-1"'],
  ])('names what is wrong: %s', (body, message) => {
    expect(unreadable(() => chain(body))).toBe(message)
  })
})

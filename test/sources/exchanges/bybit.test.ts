import { describe, expect, test } from 'bun:test'
import { bybit } from '../../../src/sources/exchanges/bybit.ts'
import { readTicker, tradingSymbols, type ExpectedTicker } from '../../support/ask-venue.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/*
 * Not read: recent_trade_fixture, kline_fixture (no VWAP of ours reads Bybit), orderbook_fixture, every *_linear_*,
 * *_option_* and the rest of the derivatives, ws_* (sockets).
 */
describe('bybit, recorded', () => {
  test.skipIf(!recordedAvailable).each(['tickers_spot_fixture', 'tickers_vendor_2026_c'])(
    'the spot ticker of %s',
    (name) => {
      const { expected } = recorded('crypto/bybit/tickers_spot_fixture')
      const { bid, ask, last } = expected as ExpectedTicker
      expect(readTicker(bybit, 'BTCUSDT', recorded(`crypto/bybit/${name}`).body)).toEqual({
        bid,
        ask,
        last,
        bookAt: 1_673_859_087_947,
        lastAt: null,
      })
    },
  )

  test.skipIf(!recordedAvailable).each([
    ['tickers_vendor_2026_a', 'BTCUSD', 'inverse'],
    ['tickers_vendor_2026_b', 'BTC-30DEC22-18000-C', 'option'],
    ['tickers_linear_ETHUSDT_2026', 'ETHUSDT', 'linear'],
  ])('the derivative of %s is no spot price', (name, symbol, category) => {
    const { body } = recorded(`crypto/bybit/${name}`)
    expect(unreadable(() => readTicker(bybit, symbol, body))).toBe(`reply.result.category is not spot: "${category}"`)
  })

  test.skipIf(!recordedAvailable)('the spot list', () => {
    expect(bybit.instruments.read(recorded('crypto/bybit/instruments_spot_fixture').body)).toEqual([
      { symbol: 'BTCUSDT', trading: true },
    ])
  })
})

const ROW = { symbol: 'SOLUSDT', bid1Price: '1.10', ask1Price: '1.20', lastPrice: '1.15' }
const answer = (row: object) =>
  JSON.stringify({ retCode: 0, retMsg: 'OK', result: { category: 'spot', list: [row] }, time: 1_700_000_000_000 })

describe('bybit, constructed', () => {
  test.each(['symbol', 'bid1Price', 'ask1Price', 'lastPrice'])('a ticker without %s is refused by name', (name) => {
    const body = answer({ ...ROW, [name]: undefined })
    expect(unreadable(() => readTicker(bybit, 'SOLUSDT', body))).toBe(`reply.result.list[0].${name} is missing`)
  })

  test('a reply without its time is no reply', () => {
    const body = answer(ROW).replace('"time"', '"tome"')
    expect(unreadable(() => readTicker(bybit, 'SOLUSDT', body))).toBe('reply.time is missing')
  })

  test('empty texts and zeros are no prices', () => {
    expect(readTicker(bybit, 'SOLUSDT', answer({ ...ROW, bid1Price: '', ask1Price: '0' }))).toMatchObject({
      bid: null,
      ask: null,
      last: '1.15',
    })
  })

  test('HTTP 200 with another code is the words of the venue', () => {
    const body = '{"retCode":10001,"retMsg":"Not supported symbols","result":{},"retExtInfo":{},"time":1}'
    expect(unreadable(() => readTicker(bybit, 'SOLUSDT', body))).toContain('10001 Not supported symbols')
    expect(unreadable(() => bybit.instruments.read(body))).toContain('10001')
  })

  test('another symbol than the asked one is refused, an empty list is no quote', () => {
    expect(unreadable(() => readTicker(bybit, 'XRPUSDT', answer(ROW)))).toContain('symbol is not XRPUSDT')
    const body = '{"retCode":0,"retMsg":"OK","result":{"category":"spot","list":[]},"time":1}'
    expect(bybit.tickers(['SOLUSDT'])[0]!.read(body)).toEqual({})
  })

  test('a market before its opening does not trade', () => {
    expect(tradingSymbols(bybit, answer({ symbol: 'SOLUSDT', status: 'PreLaunch' }))).toEqual([])
  })

  test('the mirror host is asked', () => {
    expect(bybit.source.origin).toBe('https://api.bytick.com')
  })
})

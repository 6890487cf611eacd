import { describe, expect, test } from 'bun:test'
import { gemini } from '../../../src/sources/exchanges/gemini.ts'
import {
  asExpected,
  expectedTrades,
  readTicker,
  readTrades,
  tradingSymbols,
  type ExpectedTicker,
} from '../../support/ask-venue.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/* Not read: ticker_v2_BTCUSD (has no last trade), candles_v2_sample (no turnover), book_btcusd, ws_* (sockets). */
describe('gemini, recorded', () => {
  test.skipIf(!recordedAvailable)(
    'a ticker is what ccxt reads from it; the time of its volume stamps nothing else',
    () => {
      const { body, expected } = recorded('crypto/gemini/pubticker_BTCUSD')
      const { bid, ask, last } = expected as ExpectedTicker
      expect(readTicker(gemini, 'btcusd', body)).toEqual({
        bid,
        ask,
        last,
        bookAt: null,
        lastAt: null,
        aliveAt: Date.parse('2019-08-12T05:30:00Z'),
      })
    },
  )

  test.skipIf(!recordedAvailable)('trades are turned round', () => {
    const { body, expected } = recorded('crypto/gemini/trades_btcusd')
    const trades = readTrades(gemini, 'btcusd', body)
    expect(trades).toHaveLength(50)
    const first = expectedTrades(expected)
    expect(first).toHaveLength(10)
    expect(asExpected(trades.slice(0, 10))).toEqual(first)
    expect(trades.at(-1)).toEqual({ id: '7756154092', price: '11410.49', size: '0.03', at: 1_565_662_735_226 })
  })

  test.skipIf(!recordedAvailable)(
    'the list, which was cut, has all our pairs in lower case but the one in pounds',
    () => {
      const listed = tradingSymbols(gemini, recorded('crypto/gemini/symbols_details_all_trimmed').body)
      expect(listed).toHaveLength(12)
      expect(Object.values(gemini.symbols).filter((symbol) => !listed.includes(symbol))).toEqual(['btcgbp'])
    },
  )

  test.skipIf(!recordedAvailable)('an unknown symbol is the words of the venue', () => {
    const { body } = recorded('crypto/gemini/error_bad_symbol')
    expect(unreadable(() => readTicker(gemini, 'bla', body))).toContain("Supplied value 'bla' is not a valid symbol")
  })
})

const TICKER = { bid: '1.0001', ask: '1.0002', last: '1.0002', volume: { USDT: '1', USD: '1', timestamp: 1 } }
const trade = (tid: string, type = 'buy') =>
  `{"timestamp":2,"timestampms":2000,"tid":${tid},"price":"10.5","amount":"0.5","exchange":"gemini","type":"${type}"}`

describe('gemini, constructed', () => {
  test.each(['bid', 'ask', 'last'])('a ticker without %s is refused by name', (name) => {
    const body = JSON.stringify({ ...TICKER, [name]: undefined })
    expect(unreadable(() => readTicker(gemini, 'usdtusd', body))).toBe(`reply.${name} is missing`)
  })

  test('an error without a message is still an error', () => {
    expect(unreadable(() => readTicker(gemini, 'btcusd', '{"result":"error","reason":"System"}'))).toContain('error')
  })

  test('trades are asked after an id, or else after a time in milliseconds', () => {
    expect(gemini.trades!('btcusd', { id: null, at: 1_789_455_809_123 }).path).toBe(
      '/v1/trades/btcusd?limit_trades=500&timestamp=1789455809123',
    )
    expect(gemini.trades!('btcusd', { id: '2840140934218800', at: 1 }).path).toBe(
      '/v1/trades/btcusd?limit_trades=500&since_tid=2840140934218799',
    )
    expect(gemini.paging).toBe('newest')
  })

  test('ids longer than a float keep their digits, and block trades are left out', () => {
    const body = `[${trade('9007199254740993999')},${trade('9007199254740993998', 'block')},${trade('9007199254740993997')}]`
    expect(readTrades(gemini, 'btcusd', body).map(({ id }) => id)).toEqual([
      '9007199254740993997',
      '9007199254740993999',
    ])
  })

  test('closed markets do not trade, limit-only ones do', () => {
    const body = JSON.stringify(
      ['open', 'limit_only', 'post_only', 'cancel_only', 'closed'].map((status) => ({
        symbol: status.toUpperCase(),
        status,
      })),
    )
    expect(tradingSymbols(gemini, body)).toEqual(['open', 'limit_only'])
  })
})

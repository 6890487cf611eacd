import { describe, expect, test } from 'bun:test'
import { gate } from '../../../src/sources/exchanges/gate.ts'
import { readTicker, readTrades, tradingSymbols, type ExpectedTicker } from '../../support/ask-venue.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/* Not read: spot_order_book_*, futures_*, delivery_*, options_* (derivatives), ws_* (sockets). */
describe('gate, recorded', () => {
  test.skipIf(!recordedAvailable)('a ticker is what ccxt reads from it and stamps nothing', () => {
    const { body, expected } = recorded('crypto/gate/spot_tickers_BTC_USDT')
    const { bid, ask, last } = expected as ExpectedTicker
    expect(readTicker(gate, 'BTC_USDT', body)).toEqual({ bid, ask, last, bookAt: null, lastAt: null })
  })

  test.skipIf(!recordedAvailable)('of the whole list only the asked row will do', () => {
    const { body } = recorded('crypto/gate/spot_tickers')
    expect(readTicker(gate, 'BTC_USDT', body)).toEqual({
      bid: '26019.8',
      ask: '26019.9',
      last: '26019.8',
      bookAt: null,
      lastAt: null,
    })
    expect(unreadable(() => readTicker(gate, 'ETH_USDT', body))).toContain('currency_pair is not ETH_USDT')
  })

  test.skipIf(!recordedAvailable).each(['spot_trades_fixture', 'spot_trades_vendor'])('the trade of %s', (name) => {
    expect(readTrades(gate, 'BTC_USDT', recorded(`crypto/gate/${name}`).body)).toEqual([
      { id: '1232893232', price: '0.03', size: '0.15', at: 1_548_000_000_123 },
    ])
  })

  test.skipIf(!recordedAvailable)('a bar has its turnover second and its volume seventh', () => {
    expect(gate.bars!('BTC_USDT').read(recorded('crypto/gate/spot_candlesticks_fixture').body)).toEqual([
      { start: 1_717_246_800_000, volume: '17.07790000', turnover: '1157762.86821200' },
    ])
  })

  test.skipIf(!recordedAvailable)('the older bar, which has no volume in coins, is refused', () => {
    const { body } = recorded('crypto/gate/spot_candlesticks_vendor')
    expect(unreadable(() => gate.bars!('BTC_USDT').read(body))).toBe('reply[0][7] is missing')
  })

  test.skipIf(!recordedAvailable)('the list has all our pairs', () => {
    const listed = tradingSymbols(gate, recorded('crypto/gate/spot_currency_pairs_majors').body)
    expect(listed).toHaveLength(7)
    expect(listed).toEqual(expect.arrayContaining(Object.values(gate.symbols)))
  })
})

const ROW = { currency_pair: 'BTC_USDT', last: '1.15', lowest_ask: '1.20', highest_bid: '1.10' }

describe('gate, constructed', () => {
  test.each(['currency_pair', 'last', 'lowest_ask', 'highest_bid'])(
    'a ticker without %s is refused by name',
    (name) => {
      const body = JSON.stringify([{ ...ROW, [name]: undefined }])
      expect(unreadable(() => readTicker(gate, 'BTC_USDT', body))).toBe(`reply[0].${name} is missing`)
    },
  )

  test('an empty side is no price, an empty list no quote', () => {
    expect(readTicker(gate, 'BTC_USDT', JSON.stringify([{ ...ROW, highest_bid: '' }]))).toMatchObject({ bid: null })
    expect(gate.tickers(['BTC_USDT'])[0]!.read('[]')).toEqual({})
  })

  test('the error object speaks for itself', () => {
    const body = '{"label":"INVALID_CURRENCY_PAIR","message":"Invalid currency pair"}'
    expect(unreadable(() => readTicker(gate, 'BTC_USDT', body))).toContain('Invalid currency pair')
    expect(unreadable(() => readTrades(gate, 'BTC_USDT', '{"label":"TOO_BUSY"}'))).toContain('TOO_BUSY')
  })

  test('trades are asked from a whole second on and keep the known one', () => {
    const since = { id: '1', at: 1_548_000_000_999 }
    expect(gate.trades!('ETH_USDT', since).path).toBe(
      '/api/v4/spot/trades?currency_pair=ETH_USDT&limit=1000&from=1548000000',
    )
    const trade = (id: string, ms: string) =>
      `{"id":"${id}","create_time":"1548000000","create_time_ms":"${ms}","side":"buy","amount":"1","price":"2"}`
    const body = `[${trade('10', '1548000000999.9')},${trade('9', '1548000000999.1')},${trade('1', '1548000000001.0')}]`
    expect(readTrades(gate, 'ETH_USDT', body, since).map(({ id }) => id)).toEqual(['1', '9', '10'])
  })

  test('the running bar is left out', () => {
    const bar = (start: string, closed: string) => [start, '200.5', '1', '1', '1', '1', '2', closed]
    const body = JSON.stringify([bar('60', 'true'), bar('120', 'false')])
    expect(gate.bars!('BTC_USDT').read(body)).toEqual([{ start: 60_000, volume: '2', turnover: '200.5' }])
  })

  test('a pair that can only be sold does not trade', () => {
    const body = '[{"id":"SOL_USDT","trade_status":"sellable"},{"id":"BTC_USDT","trade_status":"tradable"}]'
    expect(tradingSymbols(gate, body)).toEqual(['BTC_USDT'])
  })

  test('its name in canonical strings is gateio', () => {
    expect(gate.source.name).toBe('gateio')
  })
})

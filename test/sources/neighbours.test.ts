import { describe, expect, test } from 'bun:test'
import { binanceDaily } from '../../src/sources/daily/binance-daily.ts'
import { bitstamp as bitstampBooks } from '../../src/sources/books/bitstamp.ts'
import { coinbase as coinbaseBooks } from '../../src/sources/books/coinbase.ts'
import { kraken as krakenBooks } from '../../src/sources/books/kraken.ts'
import { VENUES } from '../../src/sources/exchanges/venues.ts'
import { binance as binanceForced } from '../../src/sources/liquidations/binance.ts'
import { bybit as bybitForced } from '../../src/sources/liquidations/bybit.ts'
import type { Venue } from '../../src/sources/market.ts'
import { OPTION_VENUES } from '../../src/sources/options/option-venues.ts'
import type { PerpetualVenue } from '../../src/sources/perpetual.ts'
import { PERPETUAL_VENUES } from '../../src/sources/perpetuals/venues.ts'
import { readTicker, readTrades } from '../support/ask-venue.ts'
import { recorded, recordedAvailable } from '../support/recorded.ts'
import { unreadable } from '../support/unreadable.ts'

/**
 * What another endpoint of a provider says is no answer to what was asked: it is refused, and the refusal names what is
 * missing. A provider that moves a path, or mixes up two replies, must not become a number.
 */

const spot = (name: string): Venue => VENUES.find(({ source }) => source.name === name)!
const perpetual = (name: string): PerpetualVenue => PERPETUAL_VENUES.find((venue) => venue.name === name)!

type Reader = (body: string) => unknown

const ticker =
  (venue: string, symbol: string): Reader =>
  (body) =>
    readTicker(spot(venue), symbol, body)
const trades =
  (venue: string, symbol: string): Reader =>
  (body) =>
    readTrades(spot(venue), symbol, body)
const contract =
  (venue: string): Reader =>
  (body) =>
    perpetual(venue).tickers[0]!.read(body)
const paid =
  (venue: string): Reader =>
  (body) =>
    perpetual(venue).history('BTC', 0, Date.now()).read(body)
const chain =
  (venue: string): Reader =>
  (body) =>
    OPTION_VENUES.find(({ source }) => source.name === venue)!
      .chain('BTC')
      .read(body)

const COINBASE = ticker('coinbase', 'BTC-USD')

const REFUSED: readonly (readonly [file: string, read: Reader, why: string])[] = [
  // Contracts in coins stand beside those in dollars, under other symbols.
  ['binance/coinm_depth_BTCUSD_PERP', contract('binance'), 'reply.symbol is not BTCUSDT: "BTCUSD_PERP"'],
  ['binance/coinm_depth_dated_2021', contract('binance'), 'reply.symbol is not BTCUSDT: "BTCUSD_211231"'],
  ['binance/coinm_funding_rate_history_BTCUSD_PERP', paid('binance'), 'symbol is not BTCUSDT: "BTCUSD_PERP"'],
  ['binance/options_exercisehistory_vendor', paid('binance'), 'symbol is not BTCUSDT: "BTC-220121-60000-P"'],
  ['binance/usdm_delivery_price_vendor', paid('binance'), 'reply[0].symbol is missing'],
  ['binance/usdm_trades_BTCUSDT', paid('binance'), 'reply[0].symbol is missing'],
  ['binance/usdm_depth_BTCUSDT', contract('binance'), 'reply.symbol is missing'],
  ['binance/usdm_book_ticker_BTCUSDT', contract('binance'), 'reply.lastFundingRate is missing'],
  ['binance/usdm_ticker24h_BTCUSDT', contract('binance'), 'reply.lastFundingRate is missing'],
  ['binance/spot_price_BTCUSDT', contract('binance'), 'reply.lastFundingRate is missing'],
  ['binance/spot_avg_price_BTCUSDT', ticker('binance', 'BTCUSDT'), 'reply is not a list'],
  // An hour is no day: the first of these begins at 20:00 UTC.
  ['binance/spot_klines_1h_BTCUSDT_7d', (body) => binanceDaily.days('BTC').read(body), 'starts at 1672516800000, not'],
  ['bitbank/transaction_row_sample', ticker('bitbank', 'btc_jpy'), 'reply.data is missing'],
  // A book of one level has three numbers a row, a trade four.
  ['bitfinex/book_p0_fixture', trades('bitfinex', 'tBTCUSD'), 'reply[0][3] is missing'],
  ['bitfinex/liquidations_fixture', trades('bitfinex', 'tBTCUSD'), 'reply[0][2] is missing'],
  ['bitfinex/status_deriv', trades('bitfinex', 'tBTCUSD'), 'reply[0][2] is not a text: null'],
  ['bitget/mix_candles_fixture', contract('bitget'), 'reply.data[0] is not an object'],
  ['bitget/mix_contracts_fixture', contract('bitget'), 'reply.data[0].category is missing'],
  // The version before told paid rates as a list.
  ['bitget/mix_history_fund_rate_fixture', paid('bitget'), 'reply.data is not an object'],
  ['bitget/mix_merge_depth_fixture', paid('bitget'), 'reply.data.resultList is missing'],
  ['bitget/uta_orderbook_fixture', paid('bitget'), 'reply.data.resultList is missing'],
  ['bitstamp/eur_usd', ticker('bitstamp', 'eurusd'), 'reply.bid is missing'],
  ['bybit/delivery_price_fixture', contract('bybit'), 'reply.result.category is not linear: "option"'],
  ['bybit/orderbook_fixture', contract('bybit'), 'reply.result.category is missing'],
  ['bybit/historical_volatility_fixture', chain('bybit'), 'reply.result is not an object'],
  ['coinbase/advanced_candles_BTC-USD', COINBASE, 'reply.bid is missing'],
  ['coinbase/advanced_product_BTC-USD', COINBASE, 'reply.bid is missing'],
  ['coinbase/advanced_product_book_BTC-USD', COINBASE, 'reply.bid is missing'],
  ['coinbase/advanced_ticker_BTC-USD', COINBASE, 'reply.bid is missing'],
  ['coinbase/exchange_stats_BTC-USD', COINBASE, 'reply.bid is missing'],
  ['coinbase/advanced_products', (body) => spot('coinbase').instruments.read(body), 'reply is not a list'],
  ['coinbase/advanced_products_future', (body) => spot('coinbase').instruments.read(body), 'reply is not a list'],
  ['deribit/get_expirations_any', chain('deribit'), 'reply.result is not a list'],
  ['deribit/get_expirations_btc_option', chain('deribit'), 'reply.result is not a list'],
  ['deribit/get_last_trades', contract('deribit'), 'reply.result.instrument_name is missing'],
  ['deribit/get_last_trades_option_combo', contract('deribit'), 'reply.result.instrument_name is missing'],
  ['deribit/get_tradingview_chart_data', contract('deribit'), 'reply.result.instrument_name is missing'],
  ['deribit/historical_volatility_sample', chain('deribit'), 'reply.result[0] is not an object'],
  ['dydx/candles', contract('dydx'), 'reply.markets is missing'],
  ['dydx/orderbook', contract('dydx'), 'reply.markets is missing'],
  ['dydx/time', contract('dydx'), 'reply.markets is missing'],
  ['dydx/trades', paid('dydx'), 'reply.historicalFunding is missing'],
  ['gate/delivery_contracts_vendor', ticker('gateio', 'BTC_USDT'), 'reply[0].currency_pair is missing'],
  ['gate/delivery_tickers_vendor', ticker('gateio', 'BTC_USDT'), 'reply[0].currency_pair is missing'],
  ['gate/options_contracts_vendor', ticker('gateio', 'BTC_USDT'), 'reply[0].currency_pair is missing'],
  ['gate/options_tickers_sample', ticker('gateio', 'BTC_USDT'), 'reply[0].currency_pair is missing'],
  ['gate/options_tickers_vendor', ticker('gateio', 'BTC_USDT'), 'reply[0].currency_pair is missing'],
  ['gate/futures_candlesticks_fixture', paid('gateio'), 'reply[0].r is missing'],
  ['gate/futures_liq_orders_fixture', trades('gateio', 'BTC_USDT'), 'reply[0].id is missing'],
  ['gate/futures_liq_orders_sample', trades('gateio', 'BTC_USDT'), 'reply[0].id is missing'],
  ['gate/futures_liq_orders_vendor', trades('gateio', 'BTC_USDT'), 'reply[0].id is missing'],
  ['gate/futures_order_book_2023', contract('gateio'), 'reply.name is missing'],
  ['gate/futures_order_book_fixture', contract('gateio'), 'reply.name is missing'],
  ['gate/spot_order_book_2021', ticker('gateio', 'BTC_USDT'), 'reply is not a list'],
  ['gate/spot_order_book_vendor', ticker('gateio', 'BTC_USDT'), 'reply is not a list'],
  // Everything of Hyperliquid has one address, and only the question tells them apart.
  ['hyperliquid/allMids_2023', contract('hyperliquid'), 'reply is not a list'],
  ['hyperliquid/meta_2023', contract('hyperliquid'), 'reply is not a list'],
  ['hyperliquid/meta_sample', contract('hyperliquid'), 'reply is not a list'],
  ['hyperliquid/l2Book_BTC', contract('hyperliquid'), 'reply is not a list'],
  ['hyperliquid/l2Book_DYDX_2023', contract('hyperliquid'), 'reply is not a list'],
  ['hyperliquid/l2_book_snapshot_vendor', contract('hyperliquid'), 'reply is not a list'],
  ['hyperliquid/candleSnapshot_2023', paid('hyperliquid'), 'reply[0].coin is missing'],
  ['hyperliquid/candle_snapshot_vendor', paid('hyperliquid'), 'reply[0].coin is missing'],
  ['hyperliquid/recent_trades_BTC', paid('hyperliquid'), 'reply[0].fundingRate is missing'],
  ['hyperliquid/userFills_backstop_liquidator_2026', paid('hyperliquid'), 'reply[0].coin is not BTC: "HMSTR"'],
  ['krakenfutures/candles_mark', contract('kraken'), 'reply.result is missing'],
  ['krakenfutures/candles_spot', contract('kraken'), 'reply.result is missing'],
  ['krakenfutures/candles_trade', contract('kraken'), 'reply.result is missing'],
  ['krakenfutures/orderbook', contract('kraken'), 'reply.tickers is missing'],
  ['krakenfutures/public_executions', paid('kraken'), 'reply.result is missing'],
  ['okx/insurance_fund_fixture', ticker('okx', 'BTC-USDT'), 'reply.data[0].instId is missing'],
]

describe.skipIf(!recordedAvailable)('the reply of another endpoint', () => {
  test.each(REFUSED)('%s is refused', (file, read, why) => {
    expect(unreadable(() => read(recorded(`crypto/${file}`).body))).toContain(why)
  })
})

/** Frames of a recording, one after the other. */
const framesOf = (file: string): readonly string[] => {
  const sent = JSON.parse(recorded(`crypto/${file}`).body) as unknown
  return (Array.isArray(sent) ? sent : [sent]).map((frame) => JSON.stringify(frame))
}

describe.skipIf(!recordedAvailable)('frames of another channel', () => {
  test.each([
    ['bybit/ws_legacy_v2_liquidation', 5],
    ['bybit/ws_option_tickers_book_trades', null],
    ['bybit/ws_spot_trades_book', 6],
    ['bybit/ws_ticker_linear_fixture', 1],
    ['bybit/ws_ticker_option_fixture', 1],
  ])('%s: none is a liquidation', (file, count) => {
    const kinds = framesOf(file).map((frame) => bybitForced.read(frame).kind)
    expect(new Set(kinds)).toEqual(new Set(['other']))
    if (count !== null) expect(kinds).toHaveLength(count)
  })

  test.each([
    'kraken/v2_ws_book_snapshot',
    'kraken/v2_ws_book_update',
    'kraken/v2_ws_ohlc_update',
    'kraken/v2_ws_trade_update',
  ])('%s: none is a best price', (file) => {
    expect(framesOf(file).map((frame) => krakenBooks.reader()(frame))).toEqual([{ kind: 'other' }])
  })

  test.each([
    'coinbase/advanced_ws_candles',
    'coinbase/advanced_ws_l2_data_snapshot',
    'coinbase/advanced_ws_market_trades',
    'coinbase/advanced_ws_ticker',
  ])('%s: of another feed of the same company, and refused', (file) => {
    for (const frame of framesOf(file))
      expect(unreadable(() => coinbaseBooks.reader()(frame))).toContain('reply.type is missing')
  })

  test('bitstamp/ws_live_trades_2022: fifteen, and none is a best price', () => {
    expect(framesOf('bitstamp/ws_live_trades_2022').map((frame) => bitstampBooks.reader()(frame).kind)).toEqual(
      Array.from({ length: 15 }, () => 'other'),
    )
  })

  test('contracts in coins are read as what they are, and none of them is priced in dollars', () => {
    const read = framesOf('binance/ws_coinm_mark_liquidation').map((frame) => binanceForced.read(frame))
    const forced = read.flatMap((frame) => (frame.kind === 'liquidations' ? frame.liquidations : []))
    expect(forced.length).toBeGreaterThan(0)
    for (const { symbol } of forced) expect([symbol, binanceForced.contracts[symbol]]).toEqual([symbol, undefined])
  })
})

describe.skipIf(!recordedAvailable)('the reply of another endpoint in the same form', () => {
  test('days of the futures of Binance are those of its spot market, under another address', () => {
    const bars = binanceDaily.days('BTC').read(recorded('crypto/binance/usdm_klines_1d_BTCUSDT').body)
    expect(bars[0]).toEqual({ start: Date.UTC(2020, 9, 14), high: '11550.00', low: '11280.50' })
    expect(bars).toHaveLength(5)
  })

  test("the book of Deribit's perpetual repeats its ticker", () => {
    expect(contract('deribit')(recorded('crypto/deribit/get_order_book').body)).toMatchObject({
      BTC: { mark: '87006.21', index: '86992.82', openInterest: { amount: '1139551440', unit: 'usd' } },
    })
  })
})

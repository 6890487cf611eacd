import { binance as sockets } from '../../../src/sources/books/binance.ts'
import { binanceBars } from '../../../src/sources/bars/binance-bars.ts'
import { binanceDaily } from '../../../src/sources/daily/binance-daily.ts'
import { binanceDated } from '../../../src/sources/dated/binance-dated.ts'
import { binanceDepth } from '../../../src/sources/depth/binance.ts'
import { binance } from '../../../src/sources/exchanges/binance.ts'
import { binance as forced } from '../../../src/sources/liquidations/binance.ts'
import { binance as futures } from '../../../src/sources/perpetuals/binance.ts'
import { asking } from '../perpetual-reply.ts'
import { dated, datedList, days, depth, fiveMinutes, instruments, paid, perpetual, ticker } from './askers.ts'
import { bestPrices, liquidations } from './frames.ts'
import { changed, gives, type Recordings, refused, unasked } from './reading.ts'
import { datedFacts, pastInterest, perpetuals } from './say-derivatives.ts'

const inList = (body: string): string => `[${body}]`

/** Its spot market and its futures; options stand in `binance-options.ts`. */
export const BINANCE: Recordings = {
  coinm_basis_current_quarter_BTCUSD: unasked('the basis of a dated contract, worked out by the venue'),
  coinm_book_ticker_all_trimmed: unasked('best prices of contracts in coins'),
  coinm_depth_BTCUSD_PERP: unasked('the book of a contract in coins'),
  coinm_depth_dated_2021: unasked('the book of a dated contract in coins'),
  coinm_exchange_info_trimmed: datedList(binanceDated),
  coinm_funding_rate_history_BTCUSD_PERP: unasked('rates paid for a contract in coins'),
  coinm_open_interest_BTCUSD_PERP: gives(binanceDated.interest!('BTCUSD_PERP'), datedFacts),
  coinm_premium_index_pair_BTCUSD: dated(binanceDated, 'pair=BTCUSD'),
  coinm_ticker24h_all_trimmed: unasked('a day of contracts in coins'),
  spot_agg_trades_BTCUSDT: unasked('aggregated trades: no VWAP reads Binance'),
  spot_avg_price_BTCUSDT: unasked('the mean price of five minutes'),
  spot_book_ticker_BTCUSDT: unasked('best prices without the last one'),
  spot_depth_BTCUSDT: depth(binanceDepth, 'BTCUSDT'),
  spot_exchange_info_trimmed: instruments(binance),
  spot_klines_1d_BTCUSDT_year: days(binanceDaily),
  spot_klines_1h_BTCUSDT_7d: refused(binanceDaily.days('BTC')),
  spot_klines_1m_BTCUSDT_range: unasked('bars of one minute: days alone are asked for'),
  spot_klines_5m_BTCUSDT: [fiveMinutes(binanceBars), refused(binanceDaily.days('BTC'))],
  spot_price_BTCUSDT: unasked('the last price alone'),
  spot_ticker24h_BTCUSDT: changed(ticker(binance, 'BTCUSDT'), 'the row in a list', inList),
  spot_ticker24h_DOGEUSDT: changed(ticker(binance, 'DOGEUSDT'), 'the row in a list', inList),
  spot_ticker24h_many: ticker(binance, 'BTCUSDT', 'ETHUSDT'),
  spot_trades_BTCUSDT: unasked('trades: no VWAP reads Binance'),
  usdm_basis_vendor: unasked('the basis of a perpetual, worked out by the venue'),
  usdm_book_ticker_BTCUSDT: unasked('best prices of a perpetual'),
  usdm_delivery_price_vendor: unasked('prices of delivery'),
  usdm_depth_BTCUSDT: unasked('the book of a perpetual'),
  usdm_exchange_info_2021_majors: unasked('the list of contracts in USDT'),
  usdm_exchange_info_trimmed: unasked('the list of contracts in USDT'),
  usdm_funding_info_trimmed: gives(futures.terms!, perpetuals),
  usdm_funding_rate_history_BTCUSDT: paid(futures, 'BTC'),
  usdm_klines_1d_BTCUSDT: unasked('days of a perpetual'),
  usdm_open_interest_BTCUSDT: perpetual(futures, 'openInterest?symbol=BTCUSDT'),
  usdm_open_interest_ETHUSDT_2026: perpetual(futures, 'openInterest?symbol=ETHUSDT'),
  usdm_open_interest_hist_BTCUSDT: gives(futures.interest!('BTC', 0, 300_000)[0]!, pastInterest),
  usdm_premium_index_BTCUSDT: perpetual(futures, 'premiumIndex?symbol=BTCUSDT'),
  usdm_premium_index_ETHUSDT_2026: perpetual(futures, 'premiumIndex?symbol=ETHUSDT'),
  // The whole list, which was cut to contracts of other coins.
  usdm_premium_index_all_trimmed: refused(asking(futures, 'premiumIndex?symbol=BTCUSDT')),
  usdm_ticker24h_BTCUSDT: unasked('a day of a perpetual'),
  usdm_trades_BTCUSDT: unasked('trades of a perpetual'),
  ws_coinm_mark_liquidation: unasked('the socket of contracts in coins, on another host'),
  ws_spot_trade_book_depth: bestPrices(sockets),
  ws_usdm_force_order_fixture: liquidations(forced),
  ws_usdm_mark_funding_oi_liquidation: liquidations(forced),
}

import { bitstamp as bitstampBooks } from '../../../src/sources/books/bitstamp.ts'
import { bitstampDepth } from '../../../src/sources/depth/bitstamp.ts'
import { bitstamp } from '../../../src/sources/exchanges/bitstamp.ts'
import { bitstampMinutes } from '../../../src/sources/minutes/bitstamp-minutes.ts'
import { depth, instruments, minutes, ticker, trades } from './askers.ts'
import { passedOver } from './frames.ts'
import { type Recordings, unasked } from './reading.ts'

export const BITSTAMP: Recordings = {
  eur_usd: unasked('the rate at which the venue itself converts'),
  ohlc_btcusd_1d_2019: unasked('days: minutes alone are asked for'),
  ohlc_btcusd_1m: minutes(bitstampMinutes, 'btcusd', '2019-12-31T23:50Z', '2019-12-31T23:59Z'),
  order_book_btcusd: depth(bitstampDepth, 'btcusd'),
  order_book_ethusd_2022: depth(bitstampDepth, 'ethusd'),
  ticker_btcusd: ticker(bitstamp, 'btcusd'),
  trading_pairs_info: instruments(bitstamp),
  transactions_btcusd_hour: trades(bitstamp, 'btcusd'),
  ws_live_trades_2022: passedOver(bitstampBooks),
  ws_live_trades_diff_book: passedOver(bitstampBooks),
}

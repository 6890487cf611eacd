import { coinbase as coinbaseBooks } from '../../../src/sources/books/coinbase.ts'
import { coinbaseDepth } from '../../../src/sources/depth/coinbase.ts'
import { coinbase } from '../../../src/sources/exchanges/coinbase.ts'
import { coinbaseMinutes } from '../../../src/sources/minutes/coinbase-minutes.ts'
import { depth, instruments, minutes, ticker } from './askers.ts'
import { bestPrices } from './frames.ts'
import { type Recordings, unasked } from './reading.ts'

const advanced = (what: string) => unasked(`${what} of Coinbase Advanced, another API of the company`)

export const COINBASE: Recordings = {
  'advanced_candles_BTC-USD': advanced('candles'),
  'advanced_product_BTC-USD': advanced('one product'),
  'advanced_product_book_BTC-USD': advanced('a book'),
  advanced_products: advanced('products'),
  advanced_products_future: advanced('futures'),
  'advanced_ticker_BTC-USD': advanced('a ticker'),
  advanced_ws_candles: advanced('pushed candles'),
  advanced_ws_l2_data_snapshot: advanced('a pushed book'),
  advanced_ws_market_trades: advanced('pushed trades'),
  advanced_ws_ticker: advanced('a pushed ticker'),
  exchange_book_sample: depth(coinbaseDepth, 'BTC-USD'),
  'exchange_candles_BTC-USD_1m': minutes(coinbaseMinutes, 'BTC-USD', '2018-02-01T00:00Z', '2018-02-01T00:09Z'),
  exchange_products_sample: instruments(coinbase),
  exchange_products_trimmed: instruments(coinbase),
  'exchange_stats_BTC-USD': unasked('a day of one product'),
  'exchange_ticker_BTC-USD': ticker(coinbase, 'BTC-USD'),
  exchange_ticker_sample_2020: ticker(coinbase, 'USDC-USD'),
  ws_exchange_match_ticker_l2: bestPrices(coinbaseBooks),
}

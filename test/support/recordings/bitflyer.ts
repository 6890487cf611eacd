import { bitflyer } from '../../../src/sources/exchanges/bitflyer.ts'
import { instruments, ticker } from './askers.ts'
import { type Recordings, unasked } from './reading.ts'

export const BITFLYER: Recordings = {
  board: unasked('a book'),
  executions_sample: unasked('trades: no VWAP reads bitFlyer'),
  getmarkets: instruments(bitflyer),
  ticker_BTC_JPY: ticker(bitflyer, 'BTC_JPY'),
  ws_board_snapshot_ETH_JPY: unasked('a pushed book: bitFlyer is polled'),
  ws_ticker_executions_2021: unasked('pushed tickers and trades: bitFlyer is polled'),
  ws_ticker_executions_board: unasked('pushed tickers, trades and books: bitFlyer is polled'),
}

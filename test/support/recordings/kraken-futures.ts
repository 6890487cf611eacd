import { krakenDated } from '../../../src/sources/dated/kraken-dated.ts'
import { kraken as futures } from '../../../src/sources/perpetuals/kraken.ts'
import { dated, datedList, paid, perpetual } from './askers.ts'
import { changed, type Recordings, unasked } from './reading.ts'

const listed = (row: string): string =>
  `{"result":"success","serverTime":"2022-02-18T14:08:16.000Z","tickers":[${row}]}`

export const KRAKEN_FUTURES: Recordings = {
  candles_mark: unasked('candles of a mark'),
  candles_spot: unasked('candles of an index'),
  candles_trade: unasked('candles of trades'),
  historical_funding_rates: paid(futures, 'BTC'),
  historical_funding_rates_sample: changed(paid(futures, 'BTC'), 'with the word of success', (body) =>
    body.replace('{', '{"result":"success",'),
  ),
  instruments: datedList(krakenDated),
  instruments_2021: datedList(krakenDated),
  orderbook: unasked('a book of a perpetual'),
  public_executions: unasked('trades of a perpetual'),
  ticker_dated_row_sample: changed(dated(krakenDated), 'the row in a list', listed),
  tickers: [perpetual(futures, 'tickers'), dated(krakenDated)],
  tickers_vendor_example_dated: dated(krakenDated),
  ws_ticker_fixture: unasked('a pushed ticker: futures of Kraken are polled'),
  ws_ticker_lite_trades_2021: unasked('pushed tickers and trades: futures of Kraken are polled'),
  ws_ticker_trade_book_liquidation: unasked('pushed tickers, trades and books: futures of Kraken are polled'),
}

import { gate as gateBooks } from '../../../src/sources/books/gate.ts'
import { gate } from '../../../src/sources/exchanges/gate.ts'
import { gate as futures } from '../../../src/sources/perpetuals/gate.ts'
import { bars, instruments, paid, perpetual, ticker, trades } from './askers.ts'
import { bestPrices, part, passedOver } from './frames.ts'
import { elsewhere, type Recordings, refused, unasked } from './reading.ts'

const forced = unasked('liquidations: Gate is no venue of liquidations')
const option = unasked('options: Gate is no venue of options')
const spotBook = unasked('a book: Gate is no venue of depth')

export const GATE: Recordings = {
  delivery_contracts_vendor: unasked('dated futures: Gate is no venue of them'),
  delivery_tickers_vendor: unasked('dated futures: Gate is no venue of them'),
  futures_candlesticks_fixture: unasked('candles of a perpetual'),
  futures_contract_stats_fixture: unasked('statistics of a perpetual'),
  futures_contract_stats_vendor: unasked('statistics of a perpetual'),
  futures_contracts_contract_vendor: perpetual(futures, 'BTC_USDT'),
  futures_funding_rate_history_fixture: paid(futures, 'BTC'),
  futures_funding_rate_vendor: paid(futures, 'BTC'),
  futures_liq_orders_fixture: forced,
  futures_liq_orders_sample: forced,
  futures_liq_orders_vendor: forced,
  futures_order_book_2023: unasked('the book of a perpetual'),
  futures_order_book_fixture: unasked('the book of a perpetual'),
  futures_tickers_fixture: unasked('tickers of perpetuals, which do not tell what a contract holds'),
  futures_tickers_vendor: unasked('tickers of perpetuals, which do not tell what a contract holds'),
  futures_usdt_contracts_majors_2023: ['BTC', 'ETH', 'SOL'].map((coin) =>
    elsewhere(perpetual(futures, `${coin}_USDT`), 'out of the list of all contracts'),
  ),
  options_contracts_vendor: option,
  options_tickers_sample: option,
  options_tickers_vendor: option,
  spot_candlesticks_fixture: bars(gate, 'BTC_USDT'),
  // Older than the column with the volume in coins.
  spot_candlesticks_vendor: refused(gate.bars!('BTC_USDT')),
  spot_currency_pairs_majors: instruments(gate),
  spot_order_book: spotBook,
  spot_order_book_2021: spotBook,
  spot_order_book_vendor: spotBook,
  spot_tickers: ticker(gate, 'BTC_USDT'),
  spot_tickers_BTC_USDT: ticker(gate, 'BTC_USDT'),
  spot_trades_fixture: trades(gate, 'BTC_USDT'),
  spot_trades_vendor: trades(gate, 'BTC_USDT'),
  ws_futures_tickers_trades_book: passedOver(gateBooks),
  ws_spot_trades_book: part(bestPrices(gateBooks), 'frames of the fourth version', (frame) =>
    frame.includes('"channel"'),
  ),
}

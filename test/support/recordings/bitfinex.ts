import { bitfinex as bitfinexBooks } from '../../../src/sources/books/bitfinex.ts'
import { bitfinex } from '../../../src/sources/exchanges/bitfinex.ts'
import { bitfinexMinutes } from '../../../src/sources/minutes/bitfinex-minutes.ts'
import { instruments, minutes, ticker, trades } from './askers.ts'
import { bestPrices, framesOf } from './frames.ts'
import { changed, type Recordings, unasked } from './reading.ts'

/** The frames of one channel, after the message that names it. */
const subscribed = (channel: number, symbol: string) => (body: string) => {
  const told = JSON.stringify({ event: 'subscribed', channel: 'ticker', chanId: channel, symbol })
  return `[${[told, ...framesOf(body).filter((frame) => frame.startsWith(`[${channel},`))].join()}]`
}

export const BITFINEX: Recordings = {
  book_p0_fixture: unasked('a book'),
  candles_hist_fixture: minutes(bitfinexMinutes, 'tBTCUSD', '2023-03-10T16:22Z', '2023-03-10T16:22Z'),
  conf_pair_exchange: instruments(bitfinex),
  liquidations_fixture: unasked('liquidations: Bitfinex is no venue of liquidations'),
  status_deriv: unasked('the state of a perpetual: Bitfinex is no venue of perpetuals'),
  ticker_fixture: ticker(bitfinex, 'tBTCUSD'),
  tickers: ticker(bitfinex, 'tBTCUSD', 'tETHUSD'),
  trades_hist_fixture: trades(bitfinex, 'tBTCUSD'),
  ws_deriv_status_liquidations: unasked('pushed states and liquidations of perpetuals'),
  ws_spot_trades_book_ticker: changed(
    bestPrices(bitfinexBooks),
    'the channel of tickers, with a message before it that names its symbol',
    subscribed(147_794, 'tBTCUSD'),
  ),
}

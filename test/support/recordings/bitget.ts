import { bitget } from '../../../src/sources/perpetuals/bitget.ts'
import { paid, perpetual } from './askers.ts'
import { elsewhere, type Recordings, unasked } from './reading.ts'

const BITGET_TICKERS = 'tickers?category=USDT-FUTURES&symbol=BTCUSDT'
const retired = (what: string) => unasked(`${what} of the version before the unified account`)

export const BITGET: Recordings = {
  mix_candles_fixture: retired('candles'),
  mix_contracts_fixture: retired('contracts'),
  mix_current_fund_rate_fixture: retired('a rate without its interval'),
  mix_funding_time_fixture: retired('the time of the next payment'),
  mix_funding_time_sample: retired('the time of the next payment'),
  mix_history_fund_rate_fixture: retired('rates paid'),
  mix_merge_depth_fixture: retired('a book'),
  mix_open_interest_fixture: elsewhere(perpetual(bitget, BITGET_TICKERS), 'a call for open interest alone'),
  mix_symbol_price_fixture: retired('prices of a contract'),
  mix_ticker_fixture: retired('a ticker'),
  mix_tickers_fixture: retired('tickers'),
  uta_current_fund_rate_fixture: perpetual(bitget, 'current-fund-rate?symbol=BTCUSDT'),
  uta_current_fund_rate_sample: perpetual(bitget, 'current-fund-rate?symbol=BTCUSDT'),
  uta_history_fund_rate_fixture: paid(bitget, 'BTC'),
  uta_open_interest_fixture: elsewhere(perpetual(bitget, BITGET_TICKERS), 'a call for open interest alone'),
  uta_orderbook_fixture: unasked('a book'),
  uta_tickers_fixture: perpetual(bitget, BITGET_TICKERS),
  ws_futures_ticker_trade_book_liquidation: unasked('pushed tickers, trades and books: Bitget is polled'),
  ws_spot_trade_book: unasked('pushed trades and books of its spot market'),
}

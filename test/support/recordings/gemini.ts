import { gemini as geminiBooks } from '../../../src/sources/books/gemini.ts'
import { gemini } from '../../../src/sources/exchanges/gemini.ts'
import { tickerQuery } from '../ask-venue.ts'
import { instruments, ticker, trades } from './askers.ts'
import { bestPrices } from './frames.ts'
import { type Recordings, refused, unasked } from './reading.ts'

export const GEMINI: Recordings = {
  book_btcusd: unasked('a book'),
  candles_v2_sample: unasked('candles, which have no turnover'),
  error_bad_symbol: refused(tickerQuery(gemini, 'btcusd')),
  pubticker_BTCUSD: ticker(gemini, 'btcusd'),
  symbols_details_all_trimmed: instruments(gemini),
  ticker_v2_BTCUSD: unasked('a ticker without the last price'),
  trades_btcusd: trades(gemini, 'btcusd'),
  ws_v2_v3_trades_book: bestPrices(geminiBooks),
}

import { kraken as krakenBooks } from '../../../src/sources/books/kraken.ts'
import { krakenDaily } from '../../../src/sources/daily/kraken-daily.ts'
import { krakenDepth } from '../../../src/sources/depth/kraken.ts'
import { kraken } from '../../../src/sources/exchanges/kraken.ts'
import { bars, depth, instruments, ticker, trades } from './askers.ts'
import { bestPrices, part, passedOver } from './frames.ts'
import { type Recordings, refused, unasked } from './reading.ts'

export const KRAKEN: Recordings = {
  spot_asset_pairs_2025: instruments(kraken),
  spot_asset_pairs_trimmed: instruments(kraken),
  spot_depth: depth(krakenDepth, 'XBTUSDT'),
  spot_ohlc: [bars(kraken, 'XBTUSDT'), refused(krakenDaily.days('BTC'))],
  spot_system_status: unasked('whether the venue works'),
  spot_ticker: ticker(kraken, 'XBTUSDT'),
  spot_trades: trades(kraken, 'XBTUSDT'),
  v2_ws_book_snapshot: passedOver(krakenBooks),
  v2_ws_book_update: passedOver(krakenBooks),
  v2_ws_ohlc_update: passedOver(krakenBooks),
  v2_ws_ticker_snapshot: bestPrices(krakenBooks),
  v2_ws_trade_update: passedOver(krakenBooks),
  ws_v1_v2_trade_book_ticker: part(bestPrices(krakenBooks), 'frames of the second version', (frame) =>
    frame.startsWith('{'),
  ),
}

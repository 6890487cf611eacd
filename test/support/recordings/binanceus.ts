import { binanceDepth } from '../../../src/sources/depth/binance.ts'
import { binanceus } from '../../../src/sources/exchanges/binanceus.ts'
import { depth, instruments } from './askers.ts'
import { changed, type Recordings } from './reading.ts'

export const BINANCEUS: Recordings = {
  // Its books are not asked for. They are those of Binance in form.
  spot_depth_2021: changed(depth(binanceDepth, 'BTCUSDT'), 'by the reader of Binance', (body) => body),
  spot_exchange_info_trimmed: instruments(binanceus),
}

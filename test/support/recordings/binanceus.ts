import { binanceDepth } from '../../../src/sources/depth/binance.ts'
import { binanceus } from '../../../src/sources/exchanges/binanceus.ts'
import { depth, instruments } from './askers.ts'
import { elsewhere, type Recordings } from './reading.ts'

export const BINANCEUS: Recordings = {
  // Its books are not asked for. They are those of Binance in form.
  spot_depth_2021: elsewhere(depth(binanceDepth, 'BTCUSDT'), 'by the reader of Binance'),
  spot_exchange_info_trimmed: instruments(binanceus),
}

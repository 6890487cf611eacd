import { bitbank } from '../../../src/sources/exchanges/bitbank.ts'
import { instruments } from './askers.ts'
import { type Recordings, unasked } from './reading.ts'

export const BITBANK: Recordings = {
  candlestick_sample: unasked('candles: no VWAP reads bitbank'),
  spot_pairs_sample: instruments(bitbank),
  transaction_row_sample: unasked('a trade: no VWAP reads bitbank'),
}

import { coincheck } from '../../../src/sources/exchanges/coincheck.ts'
import { ticker } from './askers.ts'
import { type Recordings, unasked } from './reading.ts'

export const COINCHECK: Recordings = {
  ticker_btc_jpy: ticker(coincheck, 'btc_jpy'),
  trades_btc_jpy: unasked('trades: no VWAP reads Coincheck'),
}

import type { Venue } from '../market.ts'
import { binance } from './binance.ts'
import { binanceus } from './binanceus.ts'
import { bitbank } from './bitbank.ts'
import { bitfinex } from './bitfinex.ts'
import { bitflyer } from './bitflyer.ts'
import { bitstamp } from './bitstamp.ts'
import { bybit } from './bybit.ts'
import { coinbase } from './coinbase.ts'
import { coincheck } from './coincheck.ts'
import { gate } from './gate.ts'
import { gemini } from './gemini.ts'
import { kraken } from './kraken.ts'
import { okx } from './okx.ts'

/**
 * Every exchange that this service reads: yen markets, then dollar markets, then USDT markets. A listed exchange is
 * asked for the symbols in its file and votes on their prices.
 */
export const VENUES: readonly Venue[] = [
  bitflyer,
  bitbank,
  coincheck,
  coinbase,
  kraken,
  bitstamp,
  gemini,
  bitfinex,
  binanceus,
  binance,
  okx,
  gate,
  bybit,
]

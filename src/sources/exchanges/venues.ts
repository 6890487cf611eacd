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

/** Every exchange this service reads: dollar markets, then USDT markets, then yen markets. */
export const VENUES: readonly Venue[] = [
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
  bitflyer,
  bitbank,
  coincheck,
]

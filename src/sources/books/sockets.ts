import { binance } from './binance.ts'
import { binanceus } from './binanceus.ts'
import { bitfinex } from './bitfinex.ts'
import { bitstamp } from './bitstamp.ts'
import type { BookSocket } from './book-socket.ts'
import { coinbase } from './coinbase.ts'
import { gate } from './gate.ts'
import { gemini } from './gemini.ts'
import { kraken } from './kraken.ts'
import { okx } from './okx.ts'

/** All sockets for best prices. */
export const BOOK_SOCKETS: readonly BookSocket[] = [
  coinbase,
  kraken,
  bitstamp,
  gemini,
  bitfinex,
  binanceus,
  binance,
  okx,
  gate,
]

import { binance as venue } from '../exchanges/binance.ts'
import { socketSource } from '../liquidations/liquidation.ts'
import { binanceLike } from './binance-family.ts'

/** The public data host's sister for sockets. At most 1024 streams; the venue ends each connection after a day. */
export const binance = binanceLike(
  venue,
  socketSource({ name: 'binancebooks', origin: 'wss://data-stream.binance.vision', terms: venue.source.terms }),
)

import { binance as venue } from '../exchanges/binance.ts'
import { socketSource } from '../liquidations/liquidation.ts'
import { binanceLike } from './binance-family.ts'

/** The sockets of the public data host. They allow 1024 streams, and the venue closes each connection after a day. */
export const binance = binanceLike(
  venue,
  socketSource({ name: 'binancebooks', origin: 'wss://data-stream.binance.vision', terms: venue.source.terms }),
)

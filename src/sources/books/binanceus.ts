import { binanceus as venue } from '../exchanges/binanceus.ts'
import { socketSource } from '../liquidations/liquidation.ts'
import { binanceLike } from './binance-family.ts'

export const binanceus = binanceLike(
  venue,
  socketSource({ name: 'binanceusbooks', origin: 'wss://stream.binance.us:9443', terms: venue.source.terms }),
)

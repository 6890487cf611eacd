import { binanceDepth } from './binance.ts'
import { bitstampDepth } from './bitstamp.ts'
import { coinbaseDepth } from './coinbase.ts'
import type { DepthVenue } from './depth.ts'
import { krakenDepth } from './kraken.ts'
import { okxDepth } from './okx.ts'

/** Every exchange whose order books are read: books in dollars, then books in USDT. */
export const DEPTH_VENUES: readonly DepthVenue[] = [coinbaseDepth, krakenDepth, bitstampDepth, binanceDepth, okxDepth]

import type { PerpetualVenue } from '../perpetual.ts'
import { binance } from './binance.ts'
import { bitget } from './bitget.ts'
import { bybit } from './bybit.ts'
import { deribit } from './deribit.ts'
import { dydx } from './dydx.ts'
import { gate } from './gate.ts'
import { hyperliquid } from './hyperliquid.ts'
import { kraken } from './kraken.ts'
import { okx } from './okx.ts'

/** Every exchange whose perpetual futures are read, by name. */
export const PERPETUAL_VENUES: readonly PerpetualVenue[] = [
  binance,
  bitget,
  bybit,
  deribit,
  dydx,
  gate,
  hyperliquid,
  kraken,
  okx,
]

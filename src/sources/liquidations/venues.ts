import { binance } from './binance.ts'
import { bybit } from './bybit.ts'
import type { LiquidationVenue } from './liquidation.ts'
import { okx } from './okx.ts'

/** Every exchange whose liquidations are gathered, by name. */
export const LIQUIDATION_VENUES: readonly LiquidationVenue[] = [binance, bybit, okx]

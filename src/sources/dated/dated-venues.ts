import { binanceDated } from './binance-dated.ts'
import { bybitDated } from './bybit-dated.ts'
import type { DatedVenue } from './dated.ts'
import { deribitDated } from './deribit-dated.ts'
import { krakenDated } from './kraken-dated.ts'
import { okxDated } from './okx-dated.ts'

/** Every exchange whose dated futures are read, by name. */
export const DATED_VENUES: readonly DatedVenue[] = [binanceDated, bybitDated, deribitDated, krakenDated, okxDated]

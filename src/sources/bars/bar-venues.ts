import { binanceBars } from './binance-bars.ts'
import type { BarVenue } from './five-minute-bar.ts'
import { krakenBars } from './kraken-bars.ts'
import { okxBars } from './okx-bars.ts'

/** The venues of five-minute bars: three without a common owner. */
export const BAR_VENUES: readonly BarVenue[] = [binanceBars, krakenBars, okxBars]

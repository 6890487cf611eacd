import { binanceDaily } from './binance-daily.ts'
import type { DailyVenue } from './daily-bar.ts'
import { krakenDaily } from './kraken-daily.ts'
import { okxDaily } from './okx-daily.ts'

/** The venues of daily ranges: three without a common owner. */
export const DAILY_VENUES: readonly DailyVenue[] = [binanceDaily, okxDaily, krakenDaily]

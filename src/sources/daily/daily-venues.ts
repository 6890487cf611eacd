import { binanceDaily } from './binance-daily.ts'
import type { DailyVenue } from './daily-bar.ts'
import { krakenDaily } from './kraken-daily.ts'
import { okxDaily } from './okx-daily.ts'

/** Where ranges of days are read: three venues with no common owner. */
export const DAILY_VENUES: readonly DailyVenue[] = [binanceDaily, okxDaily, krakenDaily]

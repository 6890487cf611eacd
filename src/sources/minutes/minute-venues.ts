import { bitfinexMinutes } from './bitfinex-minutes.ts'
import { bitstampMinutes } from './bitstamp-minutes.ts'
import { coinbaseMinutes } from './coinbase-minutes.ts'
import type { MinuteVenue } from './minute-bar.ts'

/** Where the minutes of the past are read: three dollar markets with no common owner. */
export const MINUTE_VENUES: readonly MinuteVenue[] = [coinbaseMinutes, bitstampMinutes, bitfinexMinutes]

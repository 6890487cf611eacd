import { bitfinexMinutes } from './bitfinex-minutes.ts'
import { bitstampMinutes } from './bitstamp-minutes.ts'
import { coinbaseMinutes } from './coinbase-minutes.ts'
import type { MinuteVenue } from './minute-bar.ts'

/** The venues of past minutes: three dollar markets without a common owner. */
export const MINUTE_VENUES: readonly MinuteVenue[] = [coinbaseMinutes, bitstampMinutes, bitfinexMinutes]

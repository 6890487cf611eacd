import { exampleDollars } from '../../prices/price-example.ts'
import { EXAMPLE_AT, EXAMPLE_TICK, EXAMPLE_TICK_MS } from '../../venue-parts.ts'
import { nextFridays } from '../../math/expiry-calendar.ts'
import { DAY_SECONDS, inSeconds } from '../../../time-units.ts'
import type { ExpiryAnswer } from './expiry-answer.ts'
import { isNear, timesOf } from './expiry-times.ts'
import { MAIN_VENUES } from '../chains/main-chain.ts'

/** Plausible values, taken from no venue: weeks from the next Friday, coins of bitcoin that are open, puts over calls. */
const ROWS = [
  [0, 18_400, 0.81],
  [1, 6_200, 0.74],
  [2, 3_100, 0.69],
  [4, 121_000, 0.44],
  [9, 24_500, 0.52],
  [13, 15_900, 0.58],
  [17, 98_000, 0.49],
  [30, 52_000, 0.46],
] as const

/** How many coins are open for each bitcoin. */
const TIMES: Readonly<Record<string, number>> = { ETH: 14 }

/** An example answer about any coin. */
export const expiryExample = (currency: string): ExpiryAnswer => {
  const price = exampleDollars(currency)
  const times = TIMES[currency] ?? 1
  const [first = 0] = nextFridays(EXAMPLE_TICK_MS, 1)
  const named = ROWS.map(([weeks, coins, put_call_ratio]) => ({
    ...timesOf(inSeconds(first) + weeks * 7 * DAY_SECONDS, EXAMPLE_TICK),
    open_interest_coins: coins * times,
    open_interest_usd: Math.round(coins * times * price),
    put_call_ratio,
  }))
  const [next, ...upcoming] = named
  return {
    currency,
    next: next!,
    within_24h: isNear(next!.time, EXAMPLE_TICK),
    upcoming,
    source: 'listed',
    sources: MAIN_VENUES.slice(0, 1),
    exchange_count: 1,
    missing: [],
    confidence: 1,
    degraded: false,
    observed_at: EXAMPLE_AT,
    fetched_at: EXAMPLE_TICK,
  }
}

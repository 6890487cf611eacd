import { type DlcPair, rests } from '../../dlc/terms/pairs.ts'
import { marketHours } from '../../feeds/prices/market-hours.ts'
import { tickEvidence } from '../../store/events/breaches.ts'
import type { Candidate } from '../../store/events/event-decision.ts'
import type { TickStore } from '../../store/events/events.ts'
import { KEEP_TICKS_MS, type Tick } from '../../store/events/ticks.ts'
import { HOUR_MS } from '../../time-units.ts'

/**
 * Which recorded price resolves an event. It depends only on the maturity and not on the time of this call, so a
 * courier that was down for days finds the same price.
 */

export type SettlingPrice =
  | { readonly kind: 'price'; readonly tick: Tick; readonly evidence: Candidate['evidence'] }
  | { readonly kind: 'no_tick' | 'lost_ticks' }

/** The greatest age, at the maturity, of a price from before the market closed. */
const CARRY_MS = 120 * HOUR_MS

/** After this time all prices from before the close are recorded. */
const RECORDING_MS = 60_000

/**
 * The first tick at or after the maturity; while the market is closed at the maturity, the last one before the close.
 *
 * @param at maturity, Unix milliseconds
 */
export const settlingPrice = async (
  ticks: Pick<TickStore, 'firstFrom' | 'lastBefore'>,
  pair: DlcPair,
  at: number,
  now: number,
): Promise<SettlingPrice> => {
  const market = rests(pair) ? marketHours(at) : null
  if (market?.status === 'closed') {
    if (now < market.since + RECORDING_MS) return { kind: 'no_tick' }
    const tick = await ticks.lastBefore(pair, market.since)
    if (tick && tick.at >= at - CARRY_MS) {
      const evidence = { ...tickEvidence(pair, tick), market: 'closed', closedAt: market.since }
      return { kind: 'price', tick, evidence }
    }
  }
  const tick = await ticks.firstFrom(pair, at)
  if (!tick) return { kind: 'no_tick' }
  // Older prices may have been deleted, so the oldest stored one need not be the first.
  const isFirst = tick.sequence === 1 || now <= at + KEEP_TICKS_MS || (await ticks.lastBefore(pair, at)) !== null
  return isFirst ? { kind: 'price', tick, evidence: tickEvidence(pair, tick) } : { kind: 'lost_ticks' }
}

import type { Declined, Earlier, TickContext } from '../feed.ts'
import { type FxValue, fxValue } from '../math/fx-agreement.ts'
import { statedAge } from './confidence.ts'
import type { Basis, FxCarry } from './price-carry.ts'
import { CARRIED_METHOD, fxConfidence, heldConfidence } from './fx-confidence.ts'
import { FIXING_EXPIRE_MS, type Fixed, fixingOf, fixingsOf } from './fixings.ts'
import { isInRails, legPair } from './fx-venues.ts'
import { type LegBallot, legBallot, type LegVote } from './fx-votes.ts'
import type { Beside } from './hybrid-venues.ts'
import { type MarketHours, marketHours } from './market-hours.ts'

/** The votes of a leg and the result they gave. */
export interface LegEvidence {
  readonly ballot: LegBallot
  readonly found: FxValue<LegVote>
  /** The fixings, if they had an influence on the value. */
  readonly fixings: readonly Fixed[]
}

/** The value of one currency against the dollar, unrounded. */
export interface FxLeg {
  readonly kind: 'leg'
  /** `EUR/USD`, `USD/JPY`: the direction in which the market quotes it. */
  readonly pair: string
  readonly value: number
  readonly sources: readonly string[]
  readonly basis: Basis
  /** The confidence factor: 1 for an agreement of markets, 0.7 for a fallback, 0.5 for a carried value. */
  readonly method: number
  readonly confidence: number
  /** Time of the oldest quote that was used, Unix milliseconds. */
  readonly at: number
  /** `null` for a carried value: its votes were in the answer when it was live. */
  readonly evidence: LegEvidence | null
  readonly market: MarketHours
}

/** The inputs of a leg besides the boards. */
export interface LegOptions {
  /** The last snapshot of this leg's own pair. */
  readonly carried: Earlier<FxCarry> | null
  /** The direct prices beside a cross that the leg goes into. */
  readonly beside?: Beside | null
}

/**
 * A currency against the dollar at this tick (methods 1.5). While the market is open, the value that markets agree on,
 * or the fixings. While it is closed, the last market value from before the close, or the fixings.
 */
export const fxLeg = (
  context: TickContext,
  currency: string,
  { carried, beside = null }: LegOptions,
): FxLeg | Declined => {
  const market = marketHours(context.now)
  if (market.status === 'open') return tradedLeg(context, currency, beside, market)
  return carriedLeg(context.now, currency, carried, market) ?? fixedLeg(context, currency, market)
}

/**
 * The last value from before the close, if markets made it. A value made from fixings is not carried, because a newer
 * fixing may have been published since.
 */
const carriedLeg = (
  now: number,
  currency: string,
  carried: Earlier<FxCarry> | null,
  market: MarketHours,
): FxLeg | null => {
  if (carried === null) return null
  const { value, observedAt, sources, basis } = carried.carry
  if (basis !== 'live' && basis !== 'carried') return null
  if (observedAt >= market.since || now - observedAt > FIXING_EXPIRE_MS) return null
  return {
    kind: 'leg',
    pair: legPair(currency),
    value,
    sources,
    basis: 'carried',
    method: CARRIED_METHOD,
    confidence: heldConfidence(CARRIED_METHOD, Math.floor((now - observedAt) / 1000)),
    at: observedAt,
    evidence: null,
    market,
  }
}

const NO_VOTES = { votes: [], configured: 0, unheard: [], usdt: null, coin: null } as const

/**
 * The market is closed and there is no value from before the close. The few quotes of a closed market are not used,
 * only fixings.
 */
const fixedLeg = (context: TickContext, currency: string, market: MarketHours): FxLeg | Declined =>
  judged(context, currency, { ...NO_VOTES, tau: 0 }, null, market)

const tradedLeg = (
  context: TickContext,
  currency: string,
  beside: Beside | null,
  market: MarketHours,
): FxLeg | Declined => judged(context, currency, legBallot(context, currency, beside), beside, market)

const BASIS = { market: 'live', lone: 'live', fixing: 'fixing' } as const

const judged = (
  { boards, now }: TickContext,
  currency: string,
  ballot: LegBallot,
  beside: Beside | null,
  market: MarketHours,
): FxLeg | Declined => {
  const fixings = fixingsOf(boards, currency, now).filter(({ price }) => isInRails(currency, price))
  const found = fxValue(ballot.votes, ballot, fixingOf(fixings), beside?.venues)
  if (!('value' in found)) return found
  const entered: readonly (LegVote | Fixed)[] =
    found.kind === 'market' ? found.agreement.used : found.kind === 'lone' ? found.votes : fixings
  const oldestFixing = Math.min(...fixings.map(({ at }) => at))
  return {
    kind: 'leg',
    pair: legPair(currency),
    value: found.value,
    sources: entered.map(({ source }) => source).toSorted(),
    basis: BASIS[found.kind],
    method: found.method,
    confidence: fxConfidence(found, ({ at }) => statedAge(now - at), statedAge(now - oldestFixing)),
    at: Math.min(...entered.map(({ at }) => at)),
    evidence: { ballot, found, fixings: areDeciding(found, ballot, beside) ? fixings : [] },
    market,
  }
}

/**
 * Whether the fixings had an influence. They had none if a live quote is among the agreeing votes, and at least one
 * voting venue has no vote beside the cross.
 */
const areDeciding = (found: FxValue<LegVote>, { votes }: LegBallot, beside: Beside | null): boolean =>
  found.kind !== 'market' ||
  found.agreement.used.every(({ origin }) => origin !== 'live') ||
  votes.every(({ source }) => beside?.venues.includes(source))

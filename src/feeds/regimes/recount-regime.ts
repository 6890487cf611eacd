import { jcs, type Json } from '../../canonical/jcs.ts'
import { pick } from '../pick.ts'
import { MOST_AHEAD_SECONDS } from '../recount-inputs.ts'
import type { RegimeCandidate, HoldRule } from './held-regime.ts'

/** What recounts of regimes share. */

type Body = Readonly<Record<string, Json>>

/** Whether a body repeats these values. */
export const repeats = (body: Body, found: Body): boolean =>
  Object.entries(pick(body, Object.keys(found))).every(([name, value]) => jcs(value) === jcs(found[name]))

/** Whether a time has come at the time of an answer, by clocks that may differ a little. */
export const hasCome = (since: number, at: number): boolean => since - at <= MOST_AHEAD_SECONDS

/**
 * Whether what holds now allows the regime that is published: it is that, or another one is about to take its place.
 *
 * @param at Unix seconds of the answer
 */
export const isAllowed = <R extends string>(
  now: { readonly outcome: R; readonly isUrgent: boolean },
  {
    regime,
    regime_since: entered,
    candidate,
  }: { readonly regime: R; readonly regime_since: number; readonly candidate: RegimeCandidate<R> | null },
  at: number,
  { holdSeconds }: Pick<HoldRule, 'holdSeconds'>,
): boolean =>
  hasCome(entered, at) &&
  (candidate === null
    ? regime === now.outcome
    : !now.isUrgent &&
      candidate.regime === now.outcome &&
      regime !== now.outcome &&
      hasCome(candidate.since, at) &&
      at - candidate.since < holdSeconds)

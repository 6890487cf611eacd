import { jcs, type Json } from '../../canonical/jcs.ts'
import { pick } from '../pick.ts'
import type { Candidate, HoldRule } from './held-regime.ts'

/** What recounts of regimes share. */

type Body = Readonly<Record<string, Json>>

/** Whether a body repeats these values. */
export const repeats = (body: Body, found: Body): boolean =>
  Object.entries(pick(body, Object.keys(found))).every(([name, value]) => jcs(value) === jcs(found[name]))

/**
 * Whether what holds now allows the regime that is published: it is that, or another one is about to take its place.
 *
 * @param at Unix seconds of the answer
 */
export const isAllowed = <R extends string>(
  now: { readonly outcome: R; readonly isUrgent: boolean },
  { regime, candidate }: { readonly regime: R; readonly candidate: Candidate<R> | null },
  at: number,
  { holdSeconds }: Pick<HoldRule, 'holdSeconds'>,
): boolean =>
  candidate === null
    ? regime === now.outcome
    : !now.isUrgent && candidate.regime === now.outcome && regime !== now.outcome && at - candidate.since < holdSeconds

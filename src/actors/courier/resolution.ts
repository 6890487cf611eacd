import type { AttemptProblem } from '../../store/events/attempts.ts'
import { GRACE_SECONDS } from '../../dlc/terms/threshold.ts'
import type { Decision } from '../../store/events/event-record.ts'
import { HOUR_MS } from '../../time-units.ts'

/** The result of an attempt to resolve an event. */
export type Resolution =
  /** Its outcome is decided: `decided` by this call, `before` by an earlier one. */
  | { readonly kind: 'decided' | 'before'; readonly decision: Decision }
  | Waiting
  /** It does not exist, or was never paid: there is nothing to resolve. */
  | { readonly kind: 'gone' }

export interface Waiting {
  readonly kind: 'waiting'
  readonly reason: WaitReason
  /** Nothing changes by itself before this time, Unix milliseconds. */
  readonly askAgainAt: number
}

export type WaitReason =
  /** Its maturity lies ahead. */
  | 'immature'
  /** It is not public yet: its payment is being settled. */
  | 'offered'
  /** Its cancellation is being paid. */
  | 'cancelling'
  /** It has no resolver, so an administrator must attest it. */
  | 'administrator'
  /** A price from before the expiry may still come. */
  | 'ticks'
  /** The price that it needs has not been recorded yet. */
  | 'no_tick'
  /** The prices of its time have been deleted, so an administrator must decide. */
  | 'lost_ticks'
  /** Its address gave no usable answer, or another process is asking it. */
  | 'asked'
  /** This process already asks as many addresses as it may at once. */
  | 'busy'
  | AttemptProblem

/** How long a missing price is waited for. After that the recorded ones are used, and the operator is warned. */
export const GRACE_MS = GRACE_SECONDS * 1000

/** Pause before the next try, where the reason may end at any moment. */
export const SOON_MS = 5_000
/** The same, where only a person can end the reason. */
export const LATER_MS = HOUR_MS

export const waiting = (reason: WaitReason, askAgainAt: number): Waiting => ({ kind: 'waiting', reason, askAgainAt })

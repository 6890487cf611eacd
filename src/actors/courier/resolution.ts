import type { AttemptProblem } from '../../store/events/attempts.ts'
import { GRACE_SECONDS } from '../../dlc/terms/threshold.ts'
import type { Decision } from '../../store/events/event-record.ts'
import { HOUR_MS } from '../../time-units.ts'

/** The result of an attempt to settle an event. */
export type Resolution =
  /** Its outcome is decided: `decided` by this call, `before` by an earlier one. */
  | { readonly kind: 'decided' | 'before'; readonly decision: Decision }
  | Waiting
  /** It never was, or was never paid for: there is nothing to settle. */
  | { readonly kind: 'gone' }

export interface Waiting {
  readonly kind: 'waiting'
  readonly reason: WaitReason
  /** Unix milliseconds before which nothing changes by itself. */
  readonly askAgainAt: number
}

export type WaitReason =
  /** Its time has not come. */
  | 'immature'
  /** It is not public yet: its payment is on its way. */
  | 'offered'
  /** Its cancellation is being paid. */
  | 'cancelling'
  /** It has no resolver. */
  | 'administrator'
  /** A price from before the expiry may still come. */
  | 'ticks'
  /** No price of its time, or none of before the close, has been recorded yet. */
  | 'no_tick'
  /** Prices of its time were recorded once and are kept no more: an administrator has to look. */
  | 'lost_ticks'
  /** Its address was asked in vain, or is being asked by another. */
  | 'asked'
  /** As many addresses are being asked as one process may ask at once. */
  | 'busy'
  | AttemptProblem

/** How long a silent feed is waited for before recorded ticks have to do, and before the operator is told. */
export const GRACE_MS = GRACE_SECONDS * 1000

/** When a process looks again at what may change at any moment. */
export const SOON_MS = 5_000
/** And at what only people can change. */
export const LATER_MS = HOUR_MS

export const waiting = (reason: WaitReason, askAgainAt: number): Waiting => ({ kind: 'waiting', reason, askAgainAt })

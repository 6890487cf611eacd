/**
 * States of a DLC event and the transitions between them, as one table. Nothing else may change a state
 * (interface 7.5). The inner states are those of a creation and a cancellation that wait for their payment.
 */

export const EVENT_KINDS = ['threshold', 'enum', 'numeric'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/**
 * `offered`: announced to a payer who has not paid yet; in no list, on no schedule.
 * `announced`: paid for and watched.
 * `cancelling`: a cancellation is being paid; nothing may be decided until that payment is spent or released.
 * `decided`: the outcome is fixed and durable, the signatures are not made yet.
 * `attested`: signed. `withdrawn`: never paid; its id is used up all the same.
 */
export const EVENT_STATES = ['offered', 'announced', 'cancelling', 'decided', 'attested', 'withdrawn'] as const
export type EventState = (typeof EVENT_STATES)[number]

export type Trigger =
  | 'activate'
  | 'withdraw'
  | 'breach'
  | 'expire'
  | 'hold_cancellation'
  | 'release_cancellation'
  | 'cancel'
  | 'resolve'
  | 'administer'
  | 'attest'

/** Why an outcome was decided; published with the attestation. */
export const REASONS = ['breach', 'expiry', 'cancel', 'resolver', 'manual'] as const
export type Reason = (typeof REASONS)[number]

export interface Transition {
  readonly from: EventState
  readonly trigger: Trigger
  readonly to: EventState
  readonly kinds: readonly EventKind[]
  /** Only for transitions that decide an outcome. */
  readonly reason?: Reason
}

const EVERY: readonly EventKind[] = ['threshold', 'enum', 'numeric']
const THRESHOLD: readonly EventKind[] = ['threshold']
const DATED: readonly EventKind[] = ['enum', 'numeric']

export const TRANSITIONS: readonly Transition[] = [
  { from: 'offered', trigger: 'activate', to: 'announced', kinds: EVERY },
  { from: 'offered', trigger: 'withdraw', to: 'withdrawn', kinds: EVERY },
  { from: 'announced', trigger: 'breach', to: 'decided', kinds: THRESHOLD, reason: 'breach' },
  { from: 'announced', trigger: 'expire', to: 'decided', kinds: THRESHOLD, reason: 'expiry' },
  { from: 'announced', trigger: 'hold_cancellation', to: 'cancelling', kinds: THRESHOLD },
  { from: 'cancelling', trigger: 'release_cancellation', to: 'announced', kinds: THRESHOLD },
  { from: 'cancelling', trigger: 'cancel', to: 'decided', kinds: THRESHOLD, reason: 'cancel' },
  { from: 'announced', trigger: 'resolve', to: 'decided', kinds: DATED, reason: 'resolver' },
  { from: 'announced', trigger: 'administer', to: 'decided', kinds: DATED, reason: 'manual' },
  { from: 'decided', trigger: 'attest', to: 'attested', kinds: EVERY },
]

/** The only transition of a trigger. Scripts of the store take their states from it. */
export const wayOf = (trigger: Trigger): Transition => {
  const way = TRANSITIONS.find((row) => row.trigger === trigger)
  if (!way) throw new RangeError(`there is no way of ${trigger}`)
  return way
}

/** The order of states. A restore moves an event only forward in it. */
export const PROGRESS: Readonly<Record<EventState, number>> = {
  offered: 0,
  withdrawn: 0,
  announced: 1,
  cancelling: 1,
  decided: 2,
  attested: 3,
}

export type PublicStatus = 'registered' | 'pending' | 'attested' | 'settled'

/** The public status; `null` if the event is not public. A decided event does not show its outcome yet. */
export const publicStatus = (kind: EventKind, state: EventState): PublicStatus | null => {
  if (state === 'offered' || state === 'withdrawn') return null
  if (state === 'attested') return kind === 'threshold' ? 'attested' : 'settled'
  return kind === 'threshold' ? 'registered' : 'pending'
}

/**
 * A circuit breaker that closes by itself. After several failures in a row a provider is not asked for some time. Then
 * one request is sent as a trial, and its success closes the circuit. The pause doubles with each failed trial.
 */
export interface Circuit {
  /** `null` when a request may be sent, otherwise until when (Unix milliseconds) none may. */
  blockedUntil(now: number): number | null
  succeeded(): void
  /** The request that was allowed was not sent: the next one is the trial. */
  unsent(now: number): void
  /** @param until when the provider allows the next request, if it says so: the pause is at least so long */
  failed(now: number, until?: number): void
  readonly state: 'closed' | 'open' | 'trial'
}

/** Failures in a row that open the circuit: more than one poll of a venue that is asked for each pair separately. */
const THRESHOLD = 12
const FIRST_PAUSE_MS = 2_000
/** Three polls of an exchange, so that a venue that answers again is used again soon. */
const LONGEST_PAUSE_MS = 15_000
/** After this time a trial without a result is ignored. */
const TRIAL_MS = 5_000

export const createCircuit = (): Circuit => {
  let row = 0
  let pauses = 0
  let openedAt = 0
  let openUntil = 0
  let state: Circuit['state'] = 'closed'
  return {
    get state() {
      return state
    },
    blockedUntil: (now) => {
      if (state === 'closed') return null
      // After the clock was set back, the end of the pause is not known: a trial tells more.
      if (now >= openedAt && now < openUntil) return openUntil
      // One trial is sent, and its result counts for all callers.
      state = 'trial'
      openedAt = now
      openUntil = now + TRIAL_MS
      return null
    },
    succeeded: () => {
      // A request that was sent before the circuit opened says nothing about the pause since.
      if (state === 'open') return
      row = 0
      pauses = 0
      state = 'closed'
    },
    unsent: (now) => {
      if (state !== 'trial') return
      state = 'open'
      openUntil = now
    },
    failed: (now, until) => {
      row++
      if (state === 'closed' && row < THRESHOLD && until === undefined) return
      // A request that was sent before the circuit opened is not the trial: it can only bring a later word.
      if (state === 'open') {
        openUntil = Math.max(openUntil, until ?? 0)
        return
      }
      // A provider may ask for no pause at all, and refuse again.
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pauses++)
      openedAt = now
      openUntil = Math.max(now + pause, until ?? 0)
      state = 'open'
    },
  }
}

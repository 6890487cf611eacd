/**
 * A circuit breaker that closes by itself. After several failures in a row a provider is not asked for some time. Then
 * one request is sent as a trial, and its success closes the circuit. The pause doubles with each failed trial.
 */
export interface Circuit {
  /** `null` when a request may be sent, otherwise until when (Unix milliseconds) none may. */
  blockedUntil(now: number): number | null
  succeeded(): void
  /** @param until when the provider allows the next request, if it says so */
  failed(now: number, until?: number): void
  readonly state: 'closed' | 'open' | 'trial'
}

/** Failures in a row that open the circuit: more than one poll of a venue that is asked for each pair separately. */
const THRESHOLD = 12
const FIRST_PAUSE_MS = 2_000
/** Three polls of an exchange, so that a venue that answers again is used again soon. */
const LONGEST_PAUSE_MS = 15_000
/** After this time a trial without a result is ignored: its request may never have been sent (a full rate window). */
const TRIAL_MS = 5_000

export const createCircuit = (): Circuit => {
  let row = 0
  let pauses = 0
  let openUntil = 0
  let state: Circuit['state'] = 'closed'
  return {
    get state() {
      return state
    },
    blockedUntil: (now) => {
      if (state === 'closed') return null
      if (now < openUntil) return openUntil
      // One trial is sent, and its result counts for all callers.
      state = 'trial'
      openUntil = now + TRIAL_MS
      return null
    },
    succeeded: () => {
      row = 0
      pauses = 0
      state = 'closed'
    },
    failed: (now, until) => {
      row++
      if (state === 'closed' && row < THRESHOLD && until === undefined) return
      // A request that was sent before the circuit opened is not the trial, so its result changes nothing.
      if (state === 'open' && until === undefined) return
      openUntil = until ?? now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pauses++)
      state = 'open'
    },
  }
}

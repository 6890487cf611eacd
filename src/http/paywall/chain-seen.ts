import type { Clock } from '../../ports.ts'
import type { SettlerStates } from '../../store/claims/settler-state.ts'
import { shared } from '../wire/shared.ts'

/**
 * A settling worker reports every few seconds that it runs, and when its node last answered. An older report is not
 * used.
 */
export const SETTLER_KNOWN_MS = 60_000
const LOOK_MS = 1_000

/** Whether the chain can be asked: a worker runs and its node answers. One read serves all requests of a second. */
export const chainSeen = (settlers: Pick<SettlerStates, 'read'>, clock: Clock): (() => Promise<boolean>) => {
  const look = shared(clock, LOOK_MS, settlers.read)
  return async () => {
    const state = await look()
    if (!state) return false
    const now = clock.now()
    return now - state.at <= SETTLER_KNOWN_MS && now - state.heardAt <= SETTLER_KNOWN_MS
  }
}

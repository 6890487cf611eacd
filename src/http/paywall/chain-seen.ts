import type { Clock } from '../../ports.ts'
import type { SettlerStates } from '../../store/claims/settler-state.ts'
import { shared } from '../wire/shared.ts'

/** A settling worker says every few seconds that it is there, and when it last heard its node. */
export const SETTLER_KNOWN_MS = 60_000
const LOOK_MS = 1_000

/** Whether the chain can be asked: by a worker that is there and hears its node. One look serves a second. */
export const chainSeen = (settlers: Pick<SettlerStates, 'read'>, clock: Clock): (() => Promise<boolean>) => {
  const look = shared(clock, LOOK_MS, settlers.read)
  return async () => {
    const state = await look()
    if (!state) return false
    const now = clock.now()
    return now - state.at <= SETTLER_KNOWN_MS && now - state.heardAt <= SETTLER_KNOWN_MS
  }
}

import type { Clock } from '../../ports.ts'
import { UnsafeStore } from './signer-faults.ts'

/** Whether a store keeps what is signed. The settings of a Redis may be mended while it runs. */

export interface StoreCheck {
  /** Why nothing may be signed with this store; `null` if it may. */
  problem(): Promise<string | null>
  readonly clock: Clock
  /** A store that was refused is asked again after this time. */
  readonly againMs: number
}

/** The check throws `UnsafeStore` while the store is refused. */
export const createStoreCheck = ({ problem, clock, againMs }: StoreCheck): (() => Promise<void>) => {
  let refused: { readonly at: number; readonly why: string } | null = null
  return async () => {
    // Absolute, so that a clock that is set back does not put the next question off.
    if (refused === null || Math.abs(clock.now() - refused.at) >= againMs) {
      const why = await problem()
      refused = why === null ? null : { at: clock.now(), why }
    }
    if (refused !== null) throw new UnsafeStore(refused.why)
  }
}

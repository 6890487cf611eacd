import { OracleConflict } from './attest-events.ts'
import type { SignerCause } from '../../store/events/signer-state.ts'
import { BadGuard } from './guard.ts'
import { RolledBack, WitnessAway } from './witness.ts'

/** Which errors stop the signer, and how. */

/** The store may lose what was signed. An operator can set it right while the signer waits. */
export class UnsafeStore extends Error {
  override readonly name = 'UnsafeStore'
}

/** After one of these nothing may be signed until a person has found which side is right. */
export const isFatal = (problem: unknown): boolean => problem instanceof OracleConflict || problem instanceof RolledBack

/** This process may not use its folder, so it releases the lease for a process that may use its own. */
export const isRefused = (problem: unknown): boolean => problem instanceof BadGuard || problem instanceof RolledBack

export const textOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem))

/** What the public is told: a message names folders and hosts. */
export const causeOf = (problem: unknown): SignerCause => {
  if (problem instanceof UnsafeStore) return 'store'
  return problem instanceof WitnessAway ? 'witness' : 'files'
}

import { OracleConflict } from './attest-events.ts'
import { BadGuard } from './guard.ts'
import { RolledBack } from './witness.ts'

/** Which errors stop the signer, and how. */

/** After one of these nothing may be signed until a person has found which side is right. */
export const isFatal = (problem: unknown): boolean => problem instanceof OracleConflict || problem instanceof RolledBack

/** This process may not use its folder, so it releases the lease for a process that may use its own. */
export const isRefused = (problem: unknown): boolean => problem instanceof BadGuard || problem instanceof RolledBack

export const textOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem))

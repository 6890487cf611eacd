import { OracleConflict } from './attest-events.ts'
import { BadGuard } from './guard.ts'
import { RolledBack } from './witness.ts'

/** What the signer makes of what goes wrong. */

/** After one of these nothing may be signed until somebody has found out who is right. */
export const isFatal = (problem: unknown): boolean => problem instanceof OracleConflict || problem instanceof RolledBack

/** The lease is of no use to who may not have the folder, and whoever has it needs it. */
export const isRefused = (problem: unknown): boolean => problem instanceof BadGuard || problem instanceof RolledBack

export const textOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem))

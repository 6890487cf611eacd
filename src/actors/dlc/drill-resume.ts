import type { Clock } from '../../ports.ts'
import { viewGuard } from './guard-view.ts'
import { viewJournal } from './journal-view.ts'
import type { DlcPaths } from './paths.ts'
import { leaveResume } from './take-resume.ts'

/**
 * `claros dlc resume`: an operator says that waiting events may be signed. The running signer reads this and goes on.
 */

export interface ResumeParts {
  readonly paths: DlcPaths
  /** x-only public key, hex. */
  readonly oracle: string
  readonly clock: Clock
}

export type ResumeOutcome =
  | { readonly kind: 'resumed'; readonly ids: readonly string[]; readonly left: number }
  /** These events do not wait. Nothing was changed. */
  | { readonly kind: 'not_waiting'; readonly ids: readonly string[] }
  /** No signer is running, and its next start would hold the events again. Nothing was changed. */
  | { readonly kind: 'no_signer' }
  /** The signer did not read it in time. It may still do so later. */
  | { readonly kind: 'not_taken' }

/** A running signer checks each second. */
const TAKEN_WITHIN_MS = 10_000
const LOOK_MS = 250

const look = ({ paths, oracle }: ResumeParts) => {
  const journal = viewJournal(paths.journal, oracle)
  journal?.close()
  return { waiting: journal?.waiting ?? new Set<string>(), end: journal?.end ?? null }
}

const isAtWork = ({ paths, oracle }: ResumeParts): boolean => {
  const guard = viewGuard(paths.guard, oracle)
  if (guard.kind === 'read') guard.close()
  return guard.kind === 'in_use'
}

/** @param given ids of the events to resume; empty: all that wait. Throws `BrokenJournal`. */
export const resumeOracle = async (parts: ResumeParts, given: readonly string[]): Promise<ResumeOutcome> => {
  const { waiting, end } = look(parts)
  const strangers = given.filter((id) => !waiting.has(id))
  if (strangers.length > 0) return { kind: 'not_waiting', ids: strangers }
  const ids = given.length > 0 ? given : [...waiting]
  if (ids.length === 0 || !end) return { kind: 'resumed', ids: [], left: waiting.size }
  if (!isAtWork(parts)) return { kind: 'no_signer' }
  leaveResume(parts.paths, { seen: end, ids })
  for (let waited = 0; waited < TAKEN_WITHIN_MS; waited += LOOK_MS) {
    await parts.clock.sleep(LOOK_MS)
    const now = look(parts).waiting
    if (ids.every((id) => !now.has(id))) return { kind: 'resumed', ids, left: now.size }
  }
  return { kind: 'not_taken' }
}

import type { LastBeat } from './heartbeat.ts'
import type { ChainEnd } from './journal-lines.ts'
import type { Journal } from './journal.ts'
import { RolledBack } from './witness.ts'

/** Checks, once and before anything is signed, whether this folder is the newest copy of its oracle. */

export interface AdmissionFacts {
  readonly journal: Pick<Journal, 'end' | 'hashAt' | 'ids' | 'isDecided' | 'replaces'>
  /** Events for which the guard holds a message. */
  readonly guarded: readonly string[]
  /** The end of the chain that the witness holds; `null` if there is no witness or it holds nothing yet. */
  readonly witnessed: ChainEnd | null
  /** The end of the chain that Redis holds. */
  readonly stored: ChainEnd | null
  readonly beat: LastBeat | null
  /** Whether Redis holds events of this oracle. */
  readonly hasEvents: boolean
}

const LAST = 'Put the newest copy back, and never run two. See docs/restore.md.'

const refuseBehind = ({ journal }: AdmissionFacts, who: string, seen: ChainEnd | null): void => {
  if (!seen || journal.replaces(seen)) return
  const { line } = journal.end()
  if (seen.line > line)
    throw new RolledBack(
      `the journal is behind: it ends with line ${line}, and ${who} has seen line ${seen.line}. This folder is an older copy. ${LAST}`,
    )
  if (journal.hashAt(seen.line) !== seen.hash)
    throw new RolledBack(`line ${seen.line} of the journal is another one than ${who} has seen. ${LAST}`)
}

/** Throws `RolledBack` if witness, Redis or guard hold more of this oracle than the folder, and names which. */
export const refuseOlderFolder = (proofs: AdmissionFacts): void => {
  const { journal, guarded, witnessed, stored, beat, hasEvents } = proofs
  const [first] = journal.ids()
  if (first === undefined && hasEvents)
    throw new RolledBack(`the journal holds no event, and Redis knows some: ORACLE_DIR is lost, or another. ${LAST}`)
  refuseBehind(proofs, 'the witness', witnessed)
  refuseBehind(proofs, 'Redis', stored)
  refuseBehind(proofs, 'the heartbeat', beat?.end ?? null)
  const ahead = guarded.filter((id) => !journal.isDecided(id))
  if (ahead.length > 0)
    throw new RolledBack(
      `the journal is behind the guard, which has seen ${ahead.length} events signed that the journal does not know ` +
        `to be decided, ${ahead[0]} among them. Run: npx claros dlc restore`,
    )
}

/** A heartbeat that is younger is fresh: a running signer writes one each second. */
const FRESH_MS = 10_000

/**
 * Why every event that is open now must wait for an operator. `null` if none must, because the witness knows this
 * journal or the signer ran in this folder a moment ago.
 *
 * @param now Unix milliseconds
 */
export const whyHold = (
  { witnessed, beat }: Pick<AdmissionFacts, 'witnessed' | 'beat'>,
  now: number,
): string | null => {
  if (witnessed) return null
  if (!beat) return 'there is no witness, and no heartbeat of the signer in this folder'
  const age = now - beat.at
  if (age < 0 || age > FRESH_MS) return `there is no witness, and the last heartbeat is ${Math.round(age / 1000)} s old`
  return beat.isInPlace ? null : 'there is no witness, and the folder was put here after its last heartbeat'
}

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { ChainEnd } from './journal-lines.ts'
import type { Oracle } from './oracle.ts'
import type { DlcPaths } from './paths.ts'

/** From the operator's word that events may be signed again to the journal's lines that say so. */

/** What the operator has looked at when he said so, and which events he meant. */
export interface Resumption {
  readonly seen: ChainEnd
  readonly ids: readonly string[]
}

/** Left for the signer at work, which takes it within a second. */
export const leaveResume = ({ resume }: Pick<DlcPaths, 'resume'>, resumption: Resumption): void => {
  const own = `${resume}.next`
  writeFileSync(own, JSON.stringify(resumption), { mode: 0o600 })
  renameSync(own, resume)
}

const readResume = ({ resume }: Pick<DlcPaths, 'resume'>): Resumption | null => {
  try {
    return JSON.parse(readFileSync(resume, 'utf8')) as Resumption
  } catch (problem) {
    if (problem instanceof SyntaxError || (problem as { code?: string }).code === 'ENOENT') return null
    throw problem
  }
}

/** A word that was given before the last hold, or about another journal, came here with an older copy. */
export const takeResume = (
  paths: Pick<DlcPaths, 'resume'>,
  { journal, clock, log }: Pick<Oracle, 'journal' | 'clock' | 'log'>,
): void => {
  const found = readResume(paths)
  if (!found) return
  const { seen, ids } = found
  if (seen.line >= journal.heldAt() && journal.hashAt(seen.line) === seen.hash) {
    const resumed = ids.filter((id) => journal.waiting.has(id))
    journal.append(...resumed.map((id) => ({ type: 'resumed', id, at: clock.now() }) as const))
    log.warn('oracle.resumed', { events: resumed.length })
  } else log.warn('oracle.resume_refused', { message: 'it was said of an older state of this folder' })
  rmSync(paths.resume, { force: true })
}

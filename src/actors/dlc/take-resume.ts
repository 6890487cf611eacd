import { readFileSync, rmSync } from 'node:fs'
import { writeWhole } from '../../files/write-whole.ts'
import type { ChainEnd } from './journal-lines.ts'
import type { Oracle } from './oracle.ts'
import type { DlcPaths } from './paths.ts'

/** Reads which events an operator has resumed, and writes that into the journal. */

/** The state of the journal that the operator saw, and the events that may be signed. */
export interface Resumption {
  readonly seen: ChainEnd
  readonly ids: readonly string[]
}

/** Writes the file for the running signer, which reads it within a second, also where root types the command. */
export const leaveResume = ({ resume }: Pick<DlcPaths, 'resume'>, resumption: Resumption): void =>
  writeWhole(resume, JSON.stringify(resumption))

const isResumption = (value: unknown): value is Resumption => {
  const { seen, ids } = (value ?? {}) as Partial<Resumption>
  return typeof seen?.line === 'number' && Array.isArray(ids)
}

/** `null` if there is no file; `broken` if it cannot be read. */
const readResume = ({ resume }: Pick<DlcPaths, 'resume'>): Resumption | 'broken' | null => {
  try {
    const found: unknown = JSON.parse(readFileSync(resume, 'utf8'))
    return isResumption(found) ? found : 'broken'
  } catch (problem) {
    if (problem instanceof SyntaxError) return 'broken'
    if ((problem as { code?: string }).code === 'ENOENT') return null
    throw problem
  }
}

const isOfThis = (journal: Oracle['journal'], { line, hash }: ChainEnd): boolean =>
  line >= journal.heldAt() && journal.hashAt(line) === hash

/** Refuses a file that is older than the last hold or about another journal: it came here with an older copy. */
export const takeResume = (
  paths: Pick<DlcPaths, 'resume'>,
  { journal, clock, log }: Pick<Oracle, 'journal' | 'clock' | 'log'>,
): void => {
  const found = readResume(paths)
  if (!found) return
  if (found === 'broken') log.warn('oracle.resume_refused', { message: 'it cannot be read' })
  else if (isOfThis(journal, found.seen)) {
    const resumed = found.ids.filter((id) => journal.waiting.has(id))
    journal.append(...resumed.map((id) => ({ type: 'resumed', id, at: clock.now() }) as const))
    log.warn('oracle.resumed', { events: resumed.length })
  } else log.warn('oracle.resume_refused', { message: 'it was given for an older state of this folder' })
  rmSync(paths.resume, { force: true })
}

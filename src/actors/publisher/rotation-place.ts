import { mkdtempSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { CLOCK_LEEWAY_SECONDS } from '../../canonical/key-validity.ts'
import { asOwnerOf } from '../../files/write-whole.ts'
import type { Clock } from '../../ports.ts'
import { BadKeys } from '../secret-file.ts'

/** What must hold where keys are rotated, before anything is written that stays for ever, and after it. */

interface SystemProblem {
  readonly code: string
  readonly path: string
}

const systemProblem = (problem: unknown): SystemProblem => {
  const { code, path = '' } = problem as { readonly code?: string; readonly path?: string }
  if (problem instanceof Error && code !== undefined) return { code, path }
  throw problem
}

/** A folder in which files can be made and replaced. Throws `BadKeys`. */
export const assertWritable = (folder: string): void => {
  try {
    asOwnerOf(folder, () => rmdirSync(mkdtempSync(join(folder, '.writing-'))))
  } catch (problem) {
    throw new BadKeys(`${folder} cannot be written to (${systemProblem(problem).code}). Nothing was changed.`)
  }
}

/** Files that belong to documents which are in the store already. Throws `BadKeys` where they cannot be written. */
export const onceWritten = (write: () => void): void => {
  try {
    write()
  } catch (problem) {
    if (problem instanceof BadKeys) throw problem
    const { code, path } = systemProblem(problem)
    throw new BadKeys(
      `the documents are written, but not the files (${code}${path && ` at ${path}`}). Mend that, and run this again ` +
        'with the same --next.',
    )
  }
}

/**
 * The store's time, Unix milliseconds. Throws `BadKeys` if the clock of this machine says otherwise: one of the two is
 * wrong, and an end that is dated wrong stays for ever.
 */
export const assertOneClock = async (
  store: { time(): Promise<number> },
  clock: Pick<Clock, 'now'>,
): Promise<number> => {
  const before = clock.now()
  const time = await store.time()
  const after = clock.now()
  const offMs = time < before ? time - before : Math.max(0, time - after)
  if (Math.abs(offMs) <= CLOCK_LEEWAY_SECONDS * 1000) return time
  throw new BadKeys(
    `the clock of Redis is ${Math.round(Math.abs(offMs) / 1000)} s ${offMs > 0 ? 'ahead of' : 'behind'} that of this ` +
      'machine. Set both right first.',
  )
}

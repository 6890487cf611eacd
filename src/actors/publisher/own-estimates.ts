import { readFileSync, statSync } from 'node:fs'
import {
  type CheckedEstimates,
  checkedEstimates,
  ESTIMATES,
  type OwnEstimate,
} from '../../feeds/surprises/estimates-file.ts'
import type { Store } from '../../store/store.ts'

/** Estimates of economic releases, from a file of the operator. */

/** Ten times what 5,000 rows take. */
const MOST_BYTES = 4_000_000

/** The file at this path, or everything that is wrong with it. A pipe is not waited for. */
export const readEstimates = (path: string): CheckedEstimates => {
  try {
    const found = statSync(path)
    if (!found.isFile()) return { ok: false, faults: ['no file'] }
    if (found.size > MOST_BYTES) return { ok: false, faults: [`${found.size} bytes, at most ${MOST_BYTES}`] }
    return checkedEstimates(readFileSync(path, 'utf8'))
  } catch (problem) {
    return { ok: false, faults: [String(problem)] }
  }
}

/** Lays them where the surprises read them. Without a file, those of an earlier start are taken away. */
export const keepEstimates = async (
  boards: Store['boards'],
  estimates: readonly OwnEstimate[],
  now: number,
): Promise<unknown> => boards.write(ESTIMATES.id, now, { estimates })

import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * Whether this machine has what some tests need: `test.skipIf(!needs(…))`. The last lines of `npm test`
 * name what it lacks, with the number of skipped tests. A skip without a reason is a failure there.
 *
 * @param asker The module that asks: the test file, or what it imports, which is loaded once for several files.
 */
export const needs = (isThere: boolean, what: string, asker = Bun.main): boolean => {
  if (isThere) return true
  const note = { asker: relative(process.cwd(), asker), reason: `needs ${what}` }
  const kept = process.env['TEST_SKIPS']
  if (kept) appendFileSync(kept, `${JSON.stringify(note)}\n`)
  else process.stderr.write(`${note.asker} ${note.reason}: the tests of that are skipped.\n`)
  return false
}

export const onLinux = (): boolean => needs(process.platform === 'linux', 'Linux')
export const asRoot = (): boolean => needs(process.getuid?.() === 0, 'root')
/** Of root nothing is refused by the mode of a file or folder. */
export const notAsRoot = (): boolean => needs(process.getuid?.() !== 0, 'a user other than root')

import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * Whether this machine has what some tests need: `test.skipIf(!needs(…))`. What it lacks stands in the last lines of
 * `npm test`, beside the number of tests that were left out for it; a skip without a reason fails there.
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

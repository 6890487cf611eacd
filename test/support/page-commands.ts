import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Commands as they stand in a document. */

const ROOT = join(import.meta.dir, '../..')

/**
 * The blocks of a page that this test holds, in their order.
 *
 * @param test as the page names it: `chaos/restore.test.ts`
 */
export const blocksOf = (page: string, test: string): readonly string[] =>
  readFileSync(join(ROOT, page), 'utf8')
    .split(`<!-- tested by ${test} -->\n\n\`\`\`sh\n`)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('```')))

/** Runs commands of the page; `npx claros` is the program of this checkout. */
export const runCommands = async (script: string, env: Readonly<Record<string, string>>) => {
  const child = Bun.spawn(['sh', '-ec', `npx() { shift; node "${ROOT}/bin/claros.mjs" "$@"; }\n${script}`], {
    env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { out, errors, status }
}

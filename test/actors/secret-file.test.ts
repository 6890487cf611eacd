import { afterAll, expect, test } from 'bun:test'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { asRoot } from '../support/needs.ts'

/** Who may read a key, where an orchestrator hands it out as a file of root and of a group. */

const folder = mkdtempSync(join(tmpdir(), 'claros-secret-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [USER, GROUP] = [10_002, 10_007]
const SECRET_FILE = resolve(import.meta.dir, '../../src/actors/secret-file.ts')

let files = 0
const key = (mode: number, owner: number, group: number): string => {
  const path = join(folder, `key-${++files}`)
  writeFileSync(path, `${'1'.repeat(64)}\n`)
  chownSync(path, owner, group)
  chmodSync(path, mode)
  return path
}

/** What a process of that user, in these groups, makes of the file. */
const readBy = async (path: string, user: number, groups: readonly number[]): Promise<string> => {
  const program = `import { readSecret } from ${JSON.stringify(SECRET_FILE)}
    process.setgroups(${JSON.stringify(groups)})
    process.setgid(${user})
    process.setuid(${user})
    try {
      console.log(readSecret(${JSON.stringify(path)}).length)
    } catch (problem) {
      console.log(problem.message)
    }`
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', stderr: 'inherit' })
  return (await new Response(child.stdout).text()).trim()
}

const ROWS: readonly (readonly [
  what: string,
  file: () => string,
  user: number,
  groups: readonly number[],
  says: RegExp,
])[] = [
  ['its own file', () => key(0o600, USER, USER), USER, [USER], /^32$/],
  ['a file of root, by a group that it is in', () => key(0o440, 0, GROUP), USER, [USER, GROUP], /^32$/],
  ['such a file that everybody may read', () => key(0o444, 0, GROUP), USER, [USER, GROUP], /can be read by others/],
  ['such a file that the group may change', () => key(0o460, 0, GROUP), USER, [USER, GROUP], /can be read by others/],
  ['a file of another user, by a group', () => key(0o440, 10_009, GROUP), USER, [USER, GROUP], /can be read by others/],
  ['its own file that a group may read', () => key(0o640, USER, GROUP), USER, [USER, GROUP], /can be read by others/],
]

test.skipIf(!asRoot()).each(ROWS)('a process reads %s', async (_what, file, user, groups, says) => {
  expect(await readBy(file(), user, groups)).toMatch(says)
})

test.skipIf(!asRoot())('root has no group of its own', async () => {
  expect(await readBy(key(0o440, 0, 0), 0, [0])).toMatch(/can be read by others/)
})

import { afterAll, describe, expect, test } from 'bun:test'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ServerConfig } from '../src/config.ts'
import { openSecrets } from '../src/open-secrets.ts'
import { WRONG_SETTING } from '../src/system/exit-status.ts'
import { asRoot, needs } from './support/needs.ts'

/** Files of secrets that others can read: who is warned, and of what nobody is. */

const SRC = resolve(import.meta.dir, '../src')
const TMPFS = 0x01021994
const MEMORY = '/dev/shm'
const isMemory = (folder: string): boolean => existsSync(folder) && statfsSync(folder).type === TMPFS
const folders: string[] = []
/** A folder that others may enter. */
const newFolder = (parent = tmpdir()): string => {
  const folder = mkdtempSync(join(parent, 'claros-open-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const SECRET = 'ab'.repeat(32)
const secretIn = (folder: string, mode: number, name = 'secret'): string => {
  const path = join(folder, name)
  writeFileSync(path, `${SECRET}\n`)
  chmodSync(path, mode)
  return path
}
const warnings = (SERVER_SECRET_FILE: string) => openSecrets(ServerConfig.properties, { SERVER_SECRET_FILE })

describe.skipIf(!needs(!isMemory(tmpdir()), 'a folder for temporary files on a disk'))('on a disk', () => {
  test.each([0o644, 0o640, 0o604, 0o666])(
    'a file of this mode (%#) is warned of, with the command that closes it',
    (mode) => {
      const path = secretIn(newFolder(), mode)
      expect(warnings(path)).toEqual([
        `SERVER_SECRET_FILE names a file that others of this machine can read (mode ${mode.toString(8)}). Run: chmod 600 ${path}`,
      ])
      chmodSync(path, 0o600)
      expect(warnings(path)).toEqual([])
    },
  )

  test('the command works where the path holds a blank', () => {
    const path = secretIn(newFolder(), 0o644, 'my secret')
    expect(warnings(path)).toEqual([expect.stringContaining(`chmod 600 '${path}'`)])
  })

  test('a file in a folder that nobody else may enter is not', () => {
    const inner = join(newFolder(), 'own')
    mkdirSync(inner, { mode: 0o700 })
    const path = secretIn(inner, 0o644)
    expect(warnings(path)).toEqual([])
    chmodSync(inner, 0o711)
    expect(warnings(path)).toHaveLength(1)
  })

  test('what is no secret is not', () => {
    const path = secretIn(newFolder(), 0o644)
    expect(openSecrets(ServerConfig.properties, { PORT_FILE: path, LIGHTNING_TLS_CERT: path })).toEqual([])
  })

  test.skipIf(!asRoot())('root closes a file of another user, and leaves it his', () => {
    const path = secretIn(newFolder(), 0o644)
    chownSync(path, 10_002, 10_002)
    expect(warnings(path)).toEqual([expect.stringContaining(`Run: chmod 600 ${path}`)])
  })

  test.skipIf(!asRoot()).each([
    ['a group of this process alone may read, as orchestrators have it', 0o440, /^\[\]$/],
    ['everybody may read', 0o444, /mode 444\). Run: chown 10002 \S+ && chmod 400 /],
  ])('of a file of root that %s', async (_what, mode, says) => {
    const path = secretIn(newFolder(), mode)
    chownSync(path, 0, 10_007)
    const program = `import { openSecrets } from ${JSON.stringify(join(SRC, 'open-secrets.ts'))}
      process.setgroups([10007])
      process.setgid(10002)
      process.setuid(10002)
      console.log(JSON.stringify(openSecrets({ A: { secret: true } }, { A_FILE: ${JSON.stringify(path)} })))`
    const child = Bun.spawn([process.execPath, '-e', program], { cwd: SRC, stdout: 'pipe', stderr: 'inherit' })
    expect((await new Response(child.stdout).text()).trim()).toMatch(says)
  })

  test.each([
    ['server.ts', 'SERVER_SECRET'],
    ['worker.ts', 'RPC_URL'],
  ])('%s says it when it starts, and goes on', async (program, name) => {
    const folder = newFolder()
    const path = secretIn(folder, 0o644)
    writeFileSync(path, name === 'RPC_URL' ? `https://node.example/${SECRET}` : SECRET)
    const child = Bun.spawn([process.execPath, '--no-install', join(SRC, program)], {
      env: { PATH: process.env.PATH ?? '', HOME: folder, LOG_LEVEL: 'warn', [`${name}_FILE`]: path },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [status, said] = await Promise.all([child.exited, new Response(child.stderr).text()])
    const [warned, refused] = said.trim().split('\n')
    expect(JSON.parse(warned!)).toMatchObject({
      level: 'warn',
      event: 'setting.open_file',
      warning: expect.stringContaining(`${name}_FILE names a file`),
    })
    // It goes on to the next thing that is missing.
    expect([status, refused]).toEqual([WRONG_SETTING, expect.stringContaining('REDIS_URL is not set')])
    expect(said).not.toContain(SECRET)
  })
})

test.skipIf(!needs(isMemory(MEMORY), `tmpfs at ${MEMORY}`))('a file in memory is not warned of', () => {
  expect(warnings(secretIn(newFolder(MEMORY), 0o444))).toEqual([])
})

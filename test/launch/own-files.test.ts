import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onLinux } from '../support/needs.ts'

/** Files that an operator puts into the data folder reach the workers. No provider is asked: a worker refuses these before. */

const ROOT = resolve(import.meta.dir, '../..')
const root = mkdtempSync(join(tmpdir(), 'claros-own-files-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** What it logs, up to the line that names this setting. */
const toldOf = async (setting: string, files: Readonly<Record<string, string>>): Promise<string> => {
  const data = mkdtempSync(join(root, 'data-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(data, name), text)
  const child = Bun.spawn(['node', join(ROOT, 'launch.mjs'), 'src/start.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: data, HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let err = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stderr) {
    err += decoder.decode(chunk)
    // A slow machine starts the worker again, a fast one gives up.
    if (err.includes(`${setting}: `)) child.kill('SIGTERM')
  }
  await child.exited
  return err
}

describe.skipIf(!onLinux())('npm start', () => {
  test.each([
    ['calendar-official.json', '{}', 'CALENDAR_FILE'],
    ['calendar-estimates.csv', 'event,time\n', 'CALENDAR_ESTIMATES'],
  ])(
    'hands %s of the data folder to its workers, which name its faults',
    async (name, text, setting) => {
      const err = await toldOf(setting, { [name]: text })
      expect(err).toMatch(new RegExp(`${setting}: \\S*/data-\\S*/${name}: `))
    },
    120_000,
  )
})

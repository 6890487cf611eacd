import { afterAll, expect, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { testFolder } from '../support/test-folder.ts'

/** A machine with Node and nothing else: what only tells something asks for no Redis. */

const ROOT = resolve(import.meta.dir, '../..')
const { folder, remove } = testFolder()
afterAll(remove)
symlinkSync(Bun.which('node')!, join(folder, 'node'))

const launch = async (...args: readonly string[]) => {
  const child = Bun.spawn([join(folder, 'node'), join(ROOT, 'launch.mjs'), ...args], {
    env: { PATH: folder, HOME: folder },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [status, out, err] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { status, out, err }
}

test('--help and --settings are told where there is no Redis; a start says how to get one', async () => {
  const [help, demo, settings, start] = await Promise.all([
    launch('src/start.ts', '--help'),
    launch('src/demo/main.ts', '--help'),
    launch('src/start.ts', '--settings'),
    launch('src/start.ts'),
  ])
  expect(help).toMatchObject({ status: 0, err: '', out: expect.stringContaining('--port N') })
  expect(demo).toMatchObject({ status: 0, err: '', out: expect.stringContaining('--fast') })
  expect(settings).toMatchObject({ status: 0, err: '', out: expect.stringContaining('  PAY_TO   not set') })
  expect(start).toMatchObject({
    status: 1,
    out: '',
    err: expect.stringMatching(/^claros: redis-server was not found\. .*REDIS_URL/),
  })
}, 60_000)

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findUser } from '../../src/system/privileges.ts'
import { freePort } from '../support/free-port.ts'
import { asRoot, onLinux } from '../support/needs.ts'
import { testFolder } from '../support/test-folder.ts'
import { until } from '../support/until.ts'

/** Who a server is that was started as root with `RUN_AS=<name>`, as the kernel says it. */

const SERVER = join(import.meta.dir, '../../src/server.ts')
const ROOTS_GROUP = 10_007
const isAble = asRoot() && onLinux()

/** Real, effective, saved, and of files: all four must be his. */
const idsOf = (pid: number, what: 'Uid' | 'Gid' | 'Groups'): readonly number[] =>
  new RegExp(`^${what}:(.*)$`, 'm')
    .exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]!
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map(Number)

/** Users as machines have them: not nobody, which a server becomes without a name too, and of one the group is another. */
const USERS = readFileSync('/etc/passwd', 'utf8')
  .split('\n')
  .map((line) => line.split(':'))
  .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  .filter(({ name, uid, gid }) => uid > 0 && gid > 0 && name !== 'nobody')
const NAMES = [USERS.find(({ name }) => name === 'daemon'), USERS.find(({ uid, gid }) => uid !== gid)].flatMap(
  (user) => (user ? [user] : []),
)

let folder: string
let remove: () => void

let url: string
const children: Bun.Subprocess[] = []
beforeAll(async () => {
  ;({ folder, remove } = testFolder())
  if (!isAble) return
  const port = await freePort()
  // On a port: whoever the server becomes may use it.
  const redis = Bun.spawn(
    ['redis-server', '--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes'],
    {
      stdio: ['ignore', 'ignore', 'ignore'],
    },
  )
  children.push(redis)
  url = `redis://127.0.0.1:${port}`
  await until('the Redis answers', () =>
    Bun.spawnSync(['redis-cli', '-p', String(port), 'ping'])
      .stdout.toString()
      .includes('PONG'),
  )
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map((child) => child.exited))
  remove()
})

test.skipIf(!isAble).each(NAMES)('a server becomes $name, with nothing left of root', async ({ name, uid, gid }) => {
  const port = await freePort()
  // Root has groups besides its own on most machines, and they would go along.
  const program = `process.setgroups([${ROOTS_GROUP}]); await import(${JSON.stringify(SERVER)})`
  const server = Bun.spawn([process.execPath, '--no-install', '-e', program], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      LOG_LEVEL: 'error',
      REDIS_URL: url,
      RUN_AS: name,
      HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(server)
  await until('it answers', () =>
    fetch(`http://localhost:${port}/`).then(
      () => true,
      () => false,
    ),
  )
  expect(idsOf(server.pid, 'Uid')).toEqual([uid, uid, uid, uid])
  expect(idsOf(server.pid, 'Gid')).toEqual([gid, gid, gid, gid])
  expect(idsOf(server.pid, 'Groups')).toEqual([])
  expect(findUser(name)).toEqual({ uid, gid })
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

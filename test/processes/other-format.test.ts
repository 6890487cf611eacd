import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeys } from '../../src/actors/publisher/keys.ts'
import { names } from '../../src/store/redis/names.ts'
import { REFUSAL_WORDS } from '../../src/store/redis/refusal.ts'
import { WRONG_SETTING } from '../../src/system/exit-status.ts'
import { systemRandom } from '../../src/system/random.ts'
import { freePort } from '../support/free-port.ts'
import { startTestRedis, type TestRedis } from '../support/redis.ts'
import { markStore, OWN_FORMAT } from '../support/store/own-mark.ts'
import { testFolder } from '../support/test-folder.ts'
import { until } from '../support/until.ts'

/** Servers and workers as they are started, on a store that a newer release has moved or that forgets, before and while they run. */

const SRC = join(import.meta.dir, '../../src')
const MARK = names.format.mark()
const PROGRAMS = ['server.ts', 'worker.ts'] as const

let stack: TestRedis
let folder: string
let remove: () => void
let children: Bun.Subprocess[] = []
beforeAll(async () => {
  stack = await startTestRedis()
  ;({ folder, remove } = testFolder())
  createKeys(folder, systemRandom)
})
beforeEach(() => stack.flush())
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map((child) => child.exited))
  children = []
})
afterAll(async () => {
  await stack.stop()
  remove()
})

const start = async (program: (typeof PROGRAMS)[number]) => {
  const port = await freePort()
  const log = join(folder, `${children.length}-${port}.log`)
  writeFileSync(log, '')
  const child = Bun.spawn([process.execPath, '--no-install', join(SRC, program)], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      LOG_LEVEL: 'info',
      REDIS_URL: stack.url,
      KEYS_DIR: folder,
      ROLES: 'publisher',
      UPSTREAM_ORIGIN: 'http://127.0.0.1:9',
      HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_PORT: '0',
    },
    stdio: ['ignore', 'ignore', Bun.file(log)],
  })
  children.push(child)
  const said = () => readFileSync(log, 'utf8')
  return {
    child,
    port,
    said,
    stop: () => child.kill('SIGTERM'),
    /** From then on it ends in order. */
    started: () => until('it has started', () => /"event":"(?:server\.listening|worker\.running)"/.test(said())),
    ended: async () => ({ status: await child.exited, said: said() }),
  }
}
const atWork = () => stack.redis.hkeys(names.format.atWork())

describe.each(PROGRAMS)('%s', (program) => {
  test('refuses the store of a newer release with one sentence, for good', async () => {
    await markStore(stack.redis, OWN_FORMAT + 1)
    const { status, said } = await (await start(program)).ended()
    expect({ status, said }).toMatchObject({ status: WRONG_SETTING })
    expect(said).toMatch(/^claros: The data in this Redis has format \d+, written by [^\n]+\n$/m)
    expect((await stack.redis.keys('*')).filter((key) => !key.startsWith(MARK))).toEqual([])
  })

  test('marks an empty store, is at work, and ends for good when a newer release has moved it', async () => {
    const { child, port, started, ended } = await start(program)
    await started()
    const [name] = await atWork()
    expect(name).toContain(`/${child.pid}/`)
    expect(await stack.redis.get(MARK)).toStartWith(`${OWN_FORMAT} claros/`)
    await markStore(stack.redis, OWN_FORMAT + 1)
    if (program === 'server.ts') {
      const ask = async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/oracle/price/btc/usd`)
        return { status: answer.status, said: await answer.text() }
      }
      // A finding of the second before may still stand.
      const answer = await until('it sells nothing', async () =>
        ((found) => found.status === 503 && found)(await ask()),
      )
      expect(answer.status).toBe(503)
    }
    const { status, said } = await ended()
    expect({ status, said }).toMatchObject({ status: WRONG_SETTING })
    expect(said).toContain('"event":"store.other_format"')
    expect(await atWork()).toEqual([])
  })

  test('works on when its Redis is good again, and says what is wrong until then; it does not start on it', async () => {
    const { started, said, stop, ended } = await start(program)
    await started()
    await stack.redis.config('SET', 'appendonly', 'no')
    try {
      if (program === 'worker.ts') await until('it says so', () => said().includes(REFUSAL_WORDS.forgetful))
      const again = await (await start(program)).ended()
      expect(again.status).toBe(1)
      expect(again.said).toMatch(/^claros: Redis at \S+ has appendonly no\. .*docs\/restore\.md/m)
    } finally {
      await stack.redis.config('SET', 'appendonly', 'yes')
    }
    stop()
    expect((await ended()).status).toBe(0)
  }, 60_000)
})

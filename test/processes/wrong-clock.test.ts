import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createKeys } from '../../src/actors/publisher/keys.ts'
import { wrongClocks } from '../../src/http/endpoints/wrong-clocks.ts'
import { storeOn } from '../../src/store/store.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { testFolder } from '../support/test-folder.ts'
import { startTestRedis, type TestRedis } from '../support/redis.ts'

/** A worker as it is started, with a clock that is wrong. */

const ROOT = join(import.meta.dir, '../..')

let stack: TestRedis
let folder: string
let remove: () => void
const workers: Bun.Subprocess[] = []
beforeAll(async () => {
  stack = await startTestRedis()
  ;({ folder, remove } = testFolder())
  createKeys(folder, systemRandom)
})
afterAll(async () => {
  await stack.stop()
  remove()
})

afterEach(async () => {
  for (const worker of workers.splice(0)) {
    worker.kill('SIGKILL')
    await worker.exited
  }
})

test.each([2_500, -119_000, 86_400_000])(
  'a worker that is %p ms off says so, leaves nothing behind, and works when its clock comes right',
  async (off) => {
    await stack.flush()
    const store = storeOn(stack.redis, systemClock)
    // Providers answer at once that they have nothing.
    const providers = Bun.serve({ port: 0, fetch: () => new Response('', { status: 404 }) })
    const worker = Bun.spawn(
      [process.execPath, '--preload', join(ROOT, 'test/support/wrong-clock.ts'), join(ROOT, 'src/worker.ts')],
      {
        env: {
          ...process.env,
          WRONG_CLOCK_MS: String(off),
          REDIS_URL: stack.url,
          REDIS_DURABILITY: 'confirmed',
          KEYS_DIR: folder,
          ROLES: 'publisher',
          UPSTREAM_ORIGIN: providers.url.origin,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    workers.push(worker)
    const wrong = async () => wrongClocks(await store.totals.processes())
    while ((await wrong()).length === 0) await Bun.sleep(50)
    const [{ worker: name, offsetSeconds } = { worker: '', offsetSeconds: 0 }] = await wrong()
    expect(name).toContain(`/${worker.pid}/`)
    // Measured over one question, as far as its answer was on its way.
    expect(Math.abs(offsetSeconds - off / 1000)).toBeLessThan(Math.abs(off) / 2_000)
    // Its name, the format of the store, its public keys and their documents, which the store dates, and what it has counted; no timetable, no
    // notice, no board.
    const left = (await stack.redis.keys('*')).filter(
      (key) => !/:(?:processes|sums|\{format\}|at-work|public-keys|key-documents|write-probe)$/.test(key),
    )
    expect(left.filter((key) => !/^\{claros:\w+\}:\w+:(?:meta|stalled-check|marker|events)$/.test(key))).toEqual([])

    worker.kill('SIGUSR2')
    while ((await wrong()).length > 0) await Bun.sleep(50)
    while ((await stack.redis.zcard('{claros:ticks}:ticks:repeat')) === 0) await Bun.sleep(50)
    worker.kill('SIGTERM')
    const said = (await new Response(worker.stderr).text()).split('\n').filter((line) => line.includes('"clock.'))
    expect(said.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['clock.wrong', 'clock.right'])
    await worker.exited
    await providers.stop(true)
  },
  120_000,
)

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openAsker } from '../../../src/queues/ask.ts'
import { consume } from '../../../src/queues/consume.ts'
import { checkRedis, signingProblem } from '../../../src/store/redis/redis-check.ts'
import { lastingScript } from '../../../src/store/redis/lasting.ts'
import { names } from '../../../src/store/redis/names.ts'
import { BadRedis, connectRedis, leavesReplicas, redisAddress } from '../../../src/store/redis/redis.ts'
import { type SentinelGroup, startSentinelGroup } from '../../support/sentinel-group.ts'
import { orNothing, until } from '../../support/until.ts'

/** A real group of Sentinels: the primary is found through them, and found again when another takes over. */

const SEAL = { what: 'seal', rail: 'l402', change: 'CREATED', manageToken: '' } as const
const COUNTED = lastingScript(`return redis.call('INCR', KEYS[1])`, Number)

let group: SentinelGroup
/** What became of asking for a name that the Sentinels do not know: it takes ten seconds. */
let refused: Promise<unknown>

beforeAll(async () => {
  group = await startSentinelGroup()
  refused = connectRedis(redisAddress(group.url.replace(/[^/]*$/, 'other')), 'fails_fast').catch(
    (problem: unknown) => problem,
  )
}, 120_000)
afterAll(() => group.stop(), 120_000)

test('nothing is wrong with a group of three', async () => {
  const address = redisAddress(group.url)
  expect(await checkRedis(address)).toEqual([])
  expect(await signingProblem(address)).toBeNull()
})

test('another takes over: servers, workers and queues that wait in a read follow', async () => {
  const address = redisAddress(group.url)
  const server = await connectRedis(address, 'fails_fast')
  const worker = await connectRedis(address, 'waits')
  const queues = { connection: address, prefix: names.queuePrefix, leaves: leavesReplicas }
  const asker = await openAsker(queues, () => {}, 'asks')
  const answers = consume(
    queues,
    'asks',
    async ({ actor }) => `of ${actor}`,
    () => {},
  )
  let asked = 0
  const isAnswered = orNothing(
    async () => (await asker.ask({ actor: 'a', wish: SEAL }, `${asked++}`, 1_000)).kind === 'done',
  )
  try {
    await until('an answer', isAnswered)
    expect(await COUNTED.run(server, ['counted'], [])).toBe(1)
    await group.failOver()
    const now = await group.primary()
    for (const redis of [server, worker])
      await until(
        'the new primary takes what must last',
        orNothing(async () => (await COUNTED.run(redis, ['counted'], [])) > 1),
      )
    expect(Number(await now.hand.get('counted'))).toBeGreaterThanOrEqual(3)
    await until('an answer through the new primary', isAnswered)
    await group.whole()
  } finally {
    await Promise.all([answers.close(1_000), asker.close()])
    server.disconnect()
    worker.disconnect()
  }
}, 120_000)

test('a name that the Sentinels do not know is told', async () => {
  const problem = await refused
  expect(problem).toBeInstanceOf(BadRedis)
  expect(String(problem)).toContain('other of the Sentinels 127.0.0.1:')
  expect(String(problem)).toContain('Do the Sentinels know a primary by that name?')
}, 120_000)

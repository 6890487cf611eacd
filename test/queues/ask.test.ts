import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openAsker } from '../../src/queues/ask.ts'
import { consume } from '../../src/queues/consume.ts'
import { startRedis } from '../../src/store/redis/embedded-redis.ts'
import { connectRedis, redisAddress } from '../../src/store/redis/redis.ts'
import { testFolder } from '../support/test-folder.ts'
import { startTestRedis, type TestRedis } from '../support/redis.ts'

const SEAL = { what: 'seal', rail: 'l402', change: 'CREATED', manageToken: '' } as const

/** Asking over the queue: every question gets an answer, or the word that nothing is known. */

let stack: TestRedis
const ignore = () => {}
beforeEach(async () => void (stack = await startTestRedis()))
afterEach(() => stack.stop())

const addressOf = (url: string) => ({ connection: redisAddress(url), prefix: 'ask' })

test('an answer, a failure, nobody there, and a question that was answered before anybody listened', async () => {
  const address = addressOf(stack.url)
  const released = Promise.withResolvers<void>()
  const answer = async ({ actor }: { readonly actor: string }): Promise<string> => {
    if (actor === 'bad') throw new Error('no such thing')
    if (actor === 'slow') await released.promise
    return `${actor}!`
  }
  const worker = consume(address, 'asks', answer, ignore)
  const asker = await openAsker(address, ignore, 'asks')
  const ask = (actor: string, limitMs = 60_000) => asker.ask({ actor, wish: SEAL }, actor, limitMs)
  expect(await ask('good')).toEqual({ kind: 'done', result: 'good!' })
  expect(await ask('bad')).toEqual({ kind: 'failed', reason: 'no such thing' })
  expect(await ask('slow', 100)).toEqual({ kind: 'timeout' })
  released.resolve()
  const many = await Promise.all(Array.from({ length: 200 }, (_, i) => ask(`n${i}`)))
  expect(many).toEqual(many.map((_, i) => ({ kind: 'done', result: `n${i}!` })))
  await Promise.all([asker.close(), worker.close(2_000)])
}, 120_000)

test('who is paused takes nothing, from the first moment on: another does, or it waits until he is resumed', async () => {
  const { folder, remove } = testFolder()
  const server = await startRedis({ folder })
  const address = addressOf(`unix://${server.address.path}`)
  const taken: string[] = []
  const take = (who: string) => async () => {
    taken.push(who)
    return who
  }
  const paused = consume(address, 'asks', take('paused'), ignore)
  paused.pause()
  const asker = await openAsker(address, ignore, 'asks')
  const ask = (share: string, limitMs: number) => asker.ask({ actor: 'x', wish: SEAL }, share, limitMs)
  expect(await ask('nobody', 300)).toEqual({ kind: 'timeout' })
  paused.resume()
  while (taken.length < 1) await Bun.sleep(5)
  paused.pause()
  // One fetch may have been under way.
  await ask('last', 2_000)
  const before = taken.length
  const other = consume(address, 'asks', take('other'), ignore)
  for (let n = 0; n < 20; n++) expect(await ask(`n${n}`, 60_000)).toMatchObject({ kind: 'done' })
  expect(taken.slice(before).filter((who) => who === 'paused')).toEqual([])
  await Promise.all([asker.close(), paused.close(2_000), other.close(2_000)])
  await server.stop()
  remove()
}, 120_000)

test('Redis dies under questions of every age: all are told, and nothing is thrown where nobody catches it', async () => {
  const { folder, remove } = testFolder()
  let server = await startRedis({ folder })
  const redis = await connectRedis(server.address, 'waits')
  const address = addressOf(`unix://${server.address.path}`)
  const asker = await openAsker(address, ignore, 'asks')
  let [asked, told, asking] = [0, 0, true]
  const strangers = Array.from({ length: 400 }, async () => {
    while (asking) {
      const { kind } = await asker.ask({ actor: 'x', wish: SEAL }, String(asked++), 30)
      expect(kind).toBe('timeout')
      told++
      await Bun.sleep(1)
    }
  })
  for (let death = 0; death < 5; death++) {
    await Bun.sleep(300)
    const pid = Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1])
    process.kill(pid, 'SIGKILL')
    await server.exited
    server = await startRedis({ folder })
  }
  asking = false
  await Promise.all(strangers)
  expect(told).toBe(asked)
  // A connection that has just come back is asked to leave, not one that is still looking.
  await Bun.sleep(1_500)
  await asker.close()
  redis.disconnect()
  await server.stop()
  remove()
}, 120_000)

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePorts } from '../../../src/launch/free-port.ts'
import { openAsker } from '../../../src/queues/ask.ts'
import { consume } from '../../../src/queues/consume.ts'
import { type EmbeddedRedis, startRedis } from '../../../src/store/redis/embedded-redis.ts'
import { names } from '../../../src/store/redis/names.ts'
import type { Patience } from '../../../src/store/redis/patience.ts'
import { connectRedis, leavesReplicas } from '../../../src/store/redis/redis.ts'
import { type RedisProxy, startRedisProxy } from '../../support/redis-proxy.ts'
import { systemRandom } from '../../../src/system/random.ts'
import { orNothing, until } from '../../support/until.ts'

const SEAL = { what: 'seal', rail: 'l402', change: 'CREATED', manageToken: '' } as const

/** Connections that lead to the wrong server, or nowhere, are made anew: two real servers behind a proxy. */

let folder: string
let servers: readonly [EmbeddedRedis, EmbeddedRedis]
let hands: readonly [Redis, Redis]
let ports: readonly [number, number]
let proxy: RedisProxy

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'claros-two-'))
  servers = [await startRedis({ folder: join(folder, 'a') }), await startRedis({ folder: join(folder, 'b') })]
  hands = [new Redis(servers[0].address.path!), new Redis(servers[1].address.path!)]
  ports = Object.values(await freePorts(systemRandom, 'first', 'second')) as [number, number]
  for (const at of [0, 1] as const) {
    await hands[at].config('SET', 'port', ports[at])
    // A copy is asked for by one alone: nobody else is waited for.
    await hands[at].config('SET', 'repl-diskless-sync-delay', 0)
  }
})
afterAll(async () => {
  for (const hand of hands) hand.disconnect()
  await Promise.all(servers.map((server) => server.stop()))
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  for (const hand of hands) await hand.replicaof('NO', 'ONE')
  for (const hand of hands) await hand.flushall()
  await hands[1].replicaof('127.0.0.1', ports[0])
  await until(
    'the second copies the first',
    orNothing(async () => (await hands[1].info('replication')).includes('master_link_status:up')),
  )
  proxy = await startRedisProxy(servers[0].address)
}, 120_000)

/**
 * The second takes over, the proxy leads to it, and whoever is connected to the first stays connected. The first finds
 * nobody to copy: while it loads a copy it would answer LOADING, for as long as the machine is busy.
 */
const failOver = async (): Promise<void> => {
  await hands[1].replicaof('NO', 'ONE')
  await hands[0].replicaof('127.0.0.1', 1)
  proxy.lead(servers[1].address)
}

describe.each(['fails_fast', 'waits'] as const)('a connection that %s', (patience: Patience) => {
  test('leaves a primary that was demoted, and finds the new one', async () => {
    const redis = await connectRedis(proxy.address, patience)
    try {
      await redis.set('before', '1')
      await until(
        'the second has the copy',
        orNothing(async () => (await hands[1].get('before')) === '1'),
      )
      await failOver()
      await expect(redis.set('after', '1')).rejects.toThrow('READONLY')
      await until(
        'writes are taken',
        orNothing(() => redis.set('after', '1')),
      )
      expect(await hands[1].mget('before', 'after')).toEqual(['1', '1'])
    } finally {
      redis.disconnect()
      await proxy.stop()
    }
  })

  test('where there is no other primary, is made anew once a second at most, however much is written', async () => {
    await hands[0].replicaof('127.0.0.1', 1)
    const redis = await connectRedis(proxy.address, patience)
    try {
      const before = proxy.made()
      const since = performance.now()
      while (performance.now() - since < 1_500 || proxy.made() === before) {
        await redis.set('k', 'v').catch(() => {})
        await Bun.sleep(5)
      }
      const made = proxy.made() - before
      expect(made).toBeLessThanOrEqual(1 + (performance.now() - since) / 1_000)
    } finally {
      redis.disconnect()
      await proxy.stop()
    }
  })
})

test('only a replica is left: a store that is full, or a mistake of ours, keeps its connection', () => {
  const leaves = leavesReplicas()
  expect(leaves(new Error("OOM command not allowed when used memory > 'maxmemory'."))).toBe(false)
  expect(leaves(new Error('WRONGTYPE Operation against a key'))).toBe(false)
  const demoted = new Error("READONLY You can't write against a read only replica.")
  expect([leaves(demoted), leaves(demoted)]).toEqual([true, false])
})

test('a connection on which nothing comes back is made anew, though nobody closes it', async () => {
  const redis = await connectRedis(proxy.address, 'fails_fast')
  try {
    proxy.stallOpen()
    await expect(redis.set('k', 'v')).rejects.toThrow('Command timed out')
    await until(
      'commands are answered again',
      orNothing(() => redis.set('k', 'w')),
    )
    expect(await hands[0].get('k')).toBe('w')
  } finally {
    redis.disconnect()
    await proxy.stop()
  }
}, 120_000)

describe('a queue', () => {
  test('finds the new primary too: who asks, and who answers', async () => {
    const queues = { connection: proxy.address, prefix: names.queuePrefix, leaves: leavesReplicas }
    const told: string[] = []
    const asker = await openAsker(queues, (problem) => void told.push(problem.message), 'asks')
    const answers = consume(
      queues,
      'asks',
      async ({ actor }) => `of ${actor}`,
      (problem) => void told.push(problem.message),
    )
    let asked = 0
    const ask = () => asker.ask({ actor: 'a', wish: SEAL }, `share ${asked++}`, 1_000)
    try {
      await until(
        'an answer',
        orNothing(async () => (await ask()).kind === 'done'),
      )
      await failOver()
      await until(
        'an answer by the new primary',
        orNothing(async () => (await ask()).kind === 'done'),
      )
      expect(await hands[1].keys('*')).not.toEqual([])
    } finally {
      await Promise.all([answers.close(1_000), asker.close()])
      await proxy.stop()
    }
  }, 120_000)

  test('that hangs keeps nobody waiting for longer than a command may take', async () => {
    const queues = { connection: proxy.address, prefix: names.queuePrefix, leaves: leavesReplicas }
    const asker = await openAsker(queues, () => {}, 'asks')
    try {
      proxy.stall(true)
      const since = performance.now()
      expect((await asker.ask({ actor: 'a', wish: SEAL }, 'share', 500)).kind).toBe('timeout')
      expect(performance.now() - since).toBeLessThan(30_000)
      proxy.stall(false)
    } finally {
      await asker.close()
      await proxy.stop()
    }
  }, 120_000)
})

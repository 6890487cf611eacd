import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { freePorts } from '../../../src/launch/free-port.ts'
import { ledgerStore } from '../../../src/store/claims/ledger.ts'
import { lastingScript } from '../../../src/store/redis/lasting.ts'
import { NotLasting } from '../../../src/store/redis/lasting-line.ts'
import { names } from '../../../src/store/redis/names.ts'
import { runOf } from '../../../src/store/redis/one-primary.ts'
import { connectRedis } from '../../../src/store/redis/redis.ts'
import { systemRandom } from '../../../src/system/random.ts'
import { type RedisMember, startMember } from '../../support/redis-member.ts'
import { type RedisProxy, startRedisProxy } from '../../support/redis-proxy.ts'
import { orNothing, until } from '../../support/until.ts'

/**
 * A former primary that is cut off from its replicas and still answers, while another has taken over: what new connections
 * find, and old ones do not.
 */

const COUNTED = lastingScript(`return redis.call('INCR', KEYS[1])`, Number)
const SHARD = 'p0'

let folder: string
let former: RedisMember
let next: RedisMember
let replica: RedisMember
let proxy: RedisProxy
let worker: Redis

const at = ({ port }: RedisMember) => ({ host: '127.0.0.1', port })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'claros-one-primary-'))
  const ports = await freePorts(systemRandom, 'former', 'next', 'replica')
  former = await startMember(folder, ports.former)
  next = await startMember(folder, ports.next)
  replica = await startMember(folder, ports.replica)
})
afterAll(async () => {
  await Promise.all([former, next, replica].map((each) => each.stop()))
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await Promise.all([next, replica].map((each) => each.copies(former.port)))
  proxy = await startRedisProxy(at(former))
  worker = await connectRedis({ ...proxy.address, replicas: 1 }, 'waits')
  expect(await COUNTED.run(worker, ['counted'], [])).toBeGreaterThan(0)
})
afterEach(async () => {
  worker.disconnect()
  await proxy.stop()
  await former.hand.flushall()
})

/** Another takes over, with all that was written until then; whoever is connected stays where he is. */
const takeOver = async (): Promise<void> => {
  await until('it has all', async () => (await next.hand.get('counted')) === (await former.hand.get('counted')))
  await next.hand.replicaof('NO', 'ONE')
  await replica.copies(next.port)
  proxy.lead(at(next))
}
/** Ends every connection to a server but that over which is read. */
const endOthers = async (of = former): Promise<void> => {
  const [reading, own] = [await worker.client('ID'), await of.hand.client('ID')]
  const list = String(await of.hand.client('LIST'))
  const ids = [...list.matchAll(/^id=(\d+) .* flags=(\w+)/gm)].filter(([, , flags]) => !flags!.includes('S'))
  for (const [, id] of ids)
    if (Number(id) !== Number(reading) && Number(id) !== Number(own)) await of.hand.client('KILL', 'ID', Number(id))
}

test('what is read of the former primary is not vouched for by the next one; then both are left for it', async () => {
  await takeOver()
  await former.hand.xadd(names.ledger(SHARD), '*', 's', 'sold there alone')
  await endOthers()
  const read = await ledgerStore(worker)
    .oldest(SHARD, 10)
    .then(
      (found) => found.length,
      (thrown: unknown) => thrown,
    )
  expect(read === 0 || read instanceof Error).toBe(true)
  await until('both lead to the next one', async () => (await runOf(worker)) === (await runOf(next.hand)))
  expect(
    await until(
      'it vouches',
      orNothing(() => ledgerStore(worker).oldest(SHARD, 10)),
    ),
  ).toEqual([])
  expect(await COUNTED.run(worker, ['counted'], [])).toBeGreaterThan(1)
})

test('two that differ just after both were left are left again', async () => {
  await takeOver()
  await endOthers()
  await until(
    'both lead to the next one',
    orNothing(() => COUNTED.run(worker, ['counted'], [])),
  )
  // One alone is led back, within the second in which they are not left a second time.
  proxy.lead(at(former))
  const made = proxy.made()
  await endOthers(next)
  await until('it is led back', () => proxy.made() > made)
  proxy.lead(at(next))
  await until(
    'it vouches',
    orNothing(() => COUNTED.run(worker, ['counted'], [])),
  )
  expect(await runOf(worker)).toBe(await runOf(next.hand))
})

test('a server that could not be asked who it is is asked again', async () => {
  await former.hand.call('ACL', 'SETUSER', 'default', '-info')
  worker.disconnect(true)
  await until('it is connected again', () => worker.status === 'ready')
  await until(
    'the other as well',
    orNothing(async () => (await worker.ping()) === 'PONG'),
  )
  await Bun.sleep(200)
  const thrown = await COUNTED.run(worker, ['counted'], []).catch((problem: unknown) => problem)
  await former.hand.call('ACL', 'SETUSER', 'default', '+info')
  expect(thrown).toBeInstanceOf(NotLasting)
  await until(
    'it vouches',
    orNothing(() => COUNTED.run(worker, ['counted'], [])),
  )
})

test('what was begun to be read before it was left is not vouched for', async () => {
  const { oldest } = ledgerStore(worker)
  await former.hand.xadd(names.ledger(SHARD), '*', 's', 'sold')
  const read = worker.xrange.bind(worker)
  Object.defineProperty(worker, 'xrange', {
    configurable: true,
    value: async (...all: Parameters<typeof read>) => {
      const found = await read(...all)
      await takeOver()
      worker.disconnect(true)
      await until(
        'both lead to the next one',
        orNothing(() => COUNTED.run(worker, ['moved'], [])),
      )
      expect(await runOf(worker)).toBe(await runOf(next.hand))
      return found
    },
  })
  const thrown = await oldest(SHARD, 10).catch((problem: unknown) => problem)
  Reflect.deleteProperty(worker, 'xrange')
  expect(thrown).toBeInstanceOf(NotLasting)
})

test('a primary that answers, and whose replicas are gone, is left for the one that the address leads to', async () => {
  await takeOver()
  const thrown = await COUNTED.run(worker, ['counted'], []).catch((problem: unknown) => problem)
  expect(thrown).toBeInstanceOf(NotLasting)
  const counted = await until(
    'the next one takes what must last',
    orNothing(() => COUNTED.run(worker, ['counted'], [])),
  )
  expect(Number(await next.hand.get('counted'))).toBe(counted)
})

test('a primary whose replicas are gone stays where the address leads to no other', async () => {
  await Promise.all([next, replica].map((each) => each.hand.replicaof('NO', 'ONE')))
  const made = proxy.made()
  const reading = await worker.client('ID')
  for (let tries = 0; tries < 9; tries++)
    expect(await COUNTED.run(worker, ['counted'], []).catch((problem: unknown) => problem)).toBeInstanceOf(NotLasting)
  await until('it was looked up', () => proxy.made() > made)
  expect(await worker.client('ID')).toBe(reading)
})

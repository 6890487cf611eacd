import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Queue } from 'bullmq'
import type { Clock } from '../../src/ports.ts'
import { openScheduler } from '../../src/queues/scheduler.ts'
import { names } from '../../src/store/redis/names.ts'
import { redisAddress } from '../../src/store/redis/redis.ts'
import { systemClock } from '../../src/system/clock.ts'
import { freshRedis } from '../support/redis.ts'
import { type SignerRole, signerRole } from '../support/signer-role.ts'
import { until } from '../support/until.ts'
import { lanePrefix } from '../../src/queues/connection.ts'

/** Standing events as the signer's own repeatable job announces them. */

const SETTINGS = { STANDING_EVENTS: 'BTCUSD@1h+5h' }

const stack = await freshRedis()
let signers: SignerRole[]

beforeEach(async () => {
  signers = []
  await stack.store.events.ticks.append('BTCUSD', { at: Date.now(), price: '97012.34', sources: ['a'] })
})
afterEach(async () => {
  await Promise.all(signers.map((signer) => signer.stop()))
  for (const signer of signers) signer.remove()
})

const signer = (settings: Parameters<typeof signerRole>[1], clock?: Clock): SignerRole => {
  const made = signerRole(stack, settings, clock)
  signers.push(made)
  return made
}
const listed = async () =>
  (await stack.store.events.list({ kinds: ['standing'], status: 'all', count: 100 })).events.map(({ id }) => id)
const schedules = async () => {
  const queue = new Queue('standing', {
    connection: redisAddress(stack.url),
    prefix: lanePrefix(names.queuePrefix, 'standing'),
  })
  const found = await queue.getJobSchedulers(0, -1, true)
  await queue.close()
  return found.map(({ key, every }) => ({ key, every: Number(every) }))
}
/** Its slot is up to ten seconds away. */
const lookNow = async () => {
  const scheduler = openScheduler({ connection: redisAddress(stack.url), prefix: names.queuePrefix }, () => {})
  await scheduler.once('standing', 'standing', 0)
  await scheduler.close()
}
const filled = async (count: number) => {
  await lookNow()
  return until(`${count} events`, async () => {
    const found = await listed()
    return found.length >= count && found
  })
}
const wanted = (now: number) => {
  const first = Math.ceil((now / 1000 + 3_600) / 3_600) * 3_600
  return Array.from({ length: 4 }, (_, n) => `STANDING-BTCUSD-${first + 3_600 * n}`)
}
/** An hour may begin while a test runs: the first four are those of one of its moments. */
const expectWanted = (newestFirst: readonly string[], startedAt: number) =>
  expect([wanted(startedAt), wanted(Date.now())]).toContainEqual(newestFirst.toReversed().slice(0, 4))

test('a job announces them; a restart announces none again', async () => {
  const startedAt = Date.now()
  const one = signer(SETTINGS)
  await one.start()
  const found = await filled(4)
  expectWanted(found, startedAt)
  expect(await schedules()).toEqual([{ key: 'standing', every: 10_000 }])
  const lines = found.map((id) => one.lines(id))
  await one.stop()
  await one.start()
  const queue = new Queue('standing', {
    connection: redisAddress(stack.url),
    prefix: lanePrefix(names.queuePrefix, 'standing'),
  })
  await lookNow()
  const busy = async () => Object.values(await queue.getJobCounts('waiting', 'active')).some((count) => count > 0)
  do await Bun.sleep(200)
  while (await busy())
  await queue.close()
  const later = await listed()
  expect(later.slice(-found.length)).toEqual(found)
  const due = wanted(Date.now())
  expect(later.slice(0, -found.length).filter((id) => !due.includes(id))).toEqual([])
  expect(found.map((id) => one.lines(id))).toEqual(lines)
}, 120_000)

test('a machine whose clock is a day ahead announces what the store’s time wants, and nothing more', async () => {
  const ahead: Clock = { ...systemClock, now: () => systemClock.now() + 86_400_000 }
  const startedAt = Date.now()
  const one = signer(SETTINGS, ahead)
  await one.start()
  const found = await filled(4)
  expectWanted(found, startedAt)
  expect(found.filter((id) => !wanted(startedAt).includes(id) && !wanted(Date.now()).includes(id))).toEqual([])
}, 120_000)

test('without the setting there is no job, and the one of before is taken away', async () => {
  const one = signer(SETTINGS)
  await one.start()
  await one.stop()
  expect(await schedules()).toHaveLength(1)
  await one.start({ STANDING_EVENTS: '' })
  expect(await schedules()).toEqual([])
}, 120_000)

test('a bad setting is refused at start, naming every broken rule', async () => {
  const bad = signer({ STANDING_EVENTS: 'BTCUSD@7m+15m,NOPE@08:00Z+7d' })
  await expect(bad.start()).rejects.toThrow(/must divide a day[^]*NOPE is no pair/)
})

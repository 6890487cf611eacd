import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Redis } from 'ioredis'
import { createSettingsProbe, NEEDED_SETTINGS } from '../../../src/store/redis/needed-settings.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { partOf } from '../../support/part-of.ts'
import { startTestRedis, type TestRedis } from '../../support/redis.ts'

/** A Redis that was good at the start may lose a setting that stood in no file. */

let stack: TestRedis
beforeAll(async () => {
  stack = await startTestRedis()
})
afterAll(() => stack.stop())

/** A connection on which `CONFIG` ends so. */
const saying = (call: () => Promise<unknown>): Redis => partOf<Redis>({ call })

test.each([
  ['appendonly', 'no'],
  ['maxmemory-policy', 'allkeys-lru'],
])('%s %s is seen, and that it is good again', async (setting, bad) => {
  const probe = createSettingsProbe(stack.redis, systemClock)
  expect(await probe()).toBeNull()
  await stack.redis.config('SET', setting, bad)
  expect(await probe()).toBe('forgetful')
  await stack.redis.config('SET', setting, NEEDED_SETTINGS.find((each) => each.setting === setting)!.good)
  expect(await probe()).toBeNull()
})

const BAD = ['appendonly', 'no']

test.each([
  ['a command that it does not have', "ERR unknown command 'CONFIG'", 1],
  ['a command that is not allowed', 'NOPERM this user has no permissions to run the config command', 1],
  ['a password that is asked for', 'NOAUTH Authentication required.', 2],
  ['a lost connection', 'Connection is closed.', 2],
  ['a server that loads', 'LOADING Redis is loading the dataset in memory', 2],
])('%s stops no sale: it is asked again only where that may help', async (_what, message, times) => {
  let asked = 0
  const probe = createSettingsProbe(
    saying(() => {
      asked += 1
      return Promise.reject(new Error(message))
    }),
    systemClock,
  )
  expect([await probe(), await probe()]).toEqual([null, null])
  expect(asked).toBe(times * NEEDED_SETTINGS.length)
})

test('what was seen last counts while it does not answer, or answers by halves', async () => {
  let answer: () => Promise<unknown> = async () => BAD
  const probe = createSettingsProbe(
    saying(() => answer()),
    systemClock,
  )
  expect(await probe()).toBe('forgetful')
  answer = () => Promise.reject(new Error('Connection is closed.'))
  expect(await probe()).toBe('forgetful')
  answer = () => new Promise(() => {})
  expect(await probe()).toBe('forgetful')
})

test('a server that knows no such setting is good, and one that does not answer is asked once', async () => {
  expect(
    await createSettingsProbe(
      saying(async () => []),
      systemClock,
    )(),
  ).toBeNull()
  let asked = 0
  const probe = createSettingsProbe(
    saying(() => {
      asked += 1
      return new Promise(() => {})
    }),
    systemClock,
  )
  expect(await Promise.all([probe(), probe()])).toEqual([null, null])
  expect(asked).toBe(NEEDED_SETTINGS.length)
})

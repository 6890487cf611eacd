import { expect, test } from 'bun:test'
import { names } from '../../../src/store/redis/names.ts'
import { rateWindows } from '../../../src/store/redis/rate-windows.ts'
import { UnreadableRecord } from '../../../src/store/redis/stored.ts'
import { rateWindow } from '../../../src/system/rate-window.ts'
import { freshRedis } from '../../support/redis.ts'
import { weighed } from '../../support/weighed.ts'

/** One window for all workers, by the rules of the window of one process. */

const stack = await freshRedis()
/** Two workers. */
const [one, other] = [rateWindows(stack.redis), rateWindows(stack.redis)]
/** Longer than a test on a busy machine. */
const LONG_MS = 3_600_000

test('two workers share a window, and each provider has its own', async () => {
  expect(await one.take('okx', LONG_MS, weighed(2))).toBeNull()
  expect(await other.take('okx', LONG_MS, weighed(2))).toBeNull()
  for (const worker of [one, other])
    expect(await worker.take('okx', LONG_MS, weighed(2))).toBeWithin(LONG_MS - 60_000, LONG_MS + 1)
  expect(await other.take('kraken', LONG_MS, weighed(2))).toBeNull()
})

test('a question leaves the window with its time, and the last one takes the key with it', async () => {
  await stack.redis.rpush(names.rateWindow('old'), '1:1:o', `${Date.now() - 2 * LONG_MS}:1:u`)
  expect(await one.take('old', LONG_MS, weighed(1))).toBeNull()
  expect(await stack.redis.llen(names.rateWindow('old'))).toBe(1)
  expect(await stack.redis.pttl(names.rateWindow('old'))).toBeWithin(LONG_MS - 60_000, LONG_MS + 1)
})

test('a clock of Redis that is set back does not shut the window until the old time comes again', async () => {
  const key = names.rateWindow('ahead')
  await stack.redis.rpush(key, ...[1, 2].map((n) => `${Date.now() + n * 3 * LONG_MS}:1:o`))
  expect(await one.take('ahead', LONG_MS, weighed(2, { weight: 2 }))).toBeNull()
  expect(await one.take('ahead', LONG_MS, weighed(2))).toBeWithin(LONG_MS - 60_000, LONG_MS + 1)
  expect(await stack.redis.llen(key)).toBe(1)
  // A little ahead it is one of the window.
  await stack.redis.rpush(names.rateWindow('little'), `${Date.now() + 1_000}:2:o`)
  expect(await one.take('little', LONG_MS, weighed(2))).toBeWithin(LONG_MS - 60_000, LONG_MS + 1_001)
})

test('a part is kept for urgent questions, and what they take is not taken off the others', async () => {
  const take = async (window: string, isUrgent: boolean, weight = 1) =>
    (await one.take(window, LONG_MS, weighed(10, { isUrgent, weight, kept: 4 }))) === null
  expect([await take('a', false, 6), await take('a', false), await take('a', true, 4)]).toEqual([true, false, true])
  expect(await take('a', true)).toBe(false)
  expect([await take('b', true, 4), await take('b', false, 6), await take('b', false)]).toEqual([true, true, false])
  // Heavier than the part of the others, which nobody has taken any of.
  expect([await take('c', true), await take('c', false, 7), await take('c', false)]).toEqual([true, true, false])
})

test('a question heavier than all of it goes when nothing else is there', async () => {
  expect(await one.take('heavy', LONG_MS, weighed(3, { weight: 4 }))).toBeNull()
  expect(await one.take('heavy', LONG_MS, weighed(3, { isUrgent: true }))).not.toBeNull()
})

test('it decides as the window of one process does', async () => {
  const here = rateWindow(LONG_MS)
  const decided: boolean[] = []
  for (let n = 0; n < 60; n++) {
    const asked = weighed(40, { weight: 1 + ((n * 7) % 5), isUrgent: n % 3 === 0, kept: 15 })
    const [there, local] = [await one.take('same', LONG_MS, asked), here.take(0, asked)]
    expect([n, there === null]).toEqual([n, local === null])
    decided.push(there === null)
  }
  expect(new Set(decided).size).toBe(2)
})

test('it says when enough will have left: the oldest that must, and no later one', async () => {
  const now = Date.now()
  const ages = [50_000, 40_000, 30_000]
  await stack.redis.rpush(names.rateWindow('ages'), ...ages.map((age) => `${now - age}:2:o`))
  const wait = async (weight: number) => Number(await one.take('ages', 60_000, weighed(6, { weight })))
  for (const [weight, leaves] of [
    [1, 10_000],
    [2, 10_000],
    [3, 20_000],
    [6, 30_000],
    [7, 30_000],
  ] as const)
    expect([weight, leaves - (await wait(weight)) < 9_000]).toEqual([weight, true])
  // Time passes between two questions, so that the later of them waits less.
  const [two, three, six] = [await wait(2), await wait(3), await wait(6)]
  expect(three - two).toBeWithin(5_000, 10_001)
  expect(six - three).toBeWithin(5_000, 10_001)
})

test('a list that holds something else is named, and not guessed at', async () => {
  await stack.redis.rpush(names.rateWindow('broken'), 'some words')
  await expect(one.take('broken', LONG_MS, weighed(5))).rejects.toBeInstanceOf(UnreadableRecord)
})

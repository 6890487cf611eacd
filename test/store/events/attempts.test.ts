import { describe, expect, test } from 'bun:test'
import { attemptStore } from '../../../src/store/events/attempts.ts'
import { names } from '../../../src/store/redis/names.ts'
import { UnreadableRecord } from '../../../src/store/redis/stored.ts'
import { freshRedis } from '../../support/redis.ts'
import { lifetimes } from '../../support/lifetimes.ts'

const NOW = 1_800_000_000_000

const stack = await freshRedis()
const attempts = attemptStore(stack.redis)
const { expectLife } = lifetimes(() => stack.redis)

describe('attempts', () => {
  test('of an event that was never asked about', async () => {
    expect(await attempts.of('E-1')).toEqual({ made: 0, nextAt: null, lastProblem: null, lastAt: null })
  })

  test('that lie there as another type are not read', async () => {
    await stack.redis.rpush(names.dlc.attempts('E-1'), 'x')
    await expect(attempts.of('E-1')).rejects.toThrow(UnreadableRecord)
  })

  test('of twenty that want to ask at once, one does', async () => {
    const begun = await Promise.all(Array.from({ length: 20 }, () => attempts.begin('E-1', NOW, 30_000)))
    expect(begun.filter(({ kind }) => kind === 'begun')).toEqual([{ kind: 'begun', number: 1 }])
    expect(begun.filter(({ kind }) => kind === 'not_yet')).toHaveLength(19)
    expect(begun.find(({ kind }) => kind === 'not_yet')).toEqual({ kind: 'not_yet', nextAt: NOW + 30_000 })
    expect(await attempts.begin('E-2', NOW, 30_000)).toEqual({ kind: 'begun', number: 1 })
  })

  test('a failure is kept, and nobody asks before its time', async () => {
    await attempts.begin('E-1', NOW, 30_000)
    expect(await attempts.fail('E-1', 1, 'timeout', NOW + 15_000)).toBe(true)
    expect(await attempts.of('E-1')).toEqual({
      made: 1,
      nextAt: NOW + 15_000,
      lastProblem: 'timeout',
      lastAt: NOW,
    })
    expect(await attempts.begin('E-1', NOW + 14_999, 30_000)).toEqual({ kind: 'not_yet', nextAt: NOW + 15_000 })
    expect(await attempts.begin('E-1', NOW + 15_000, 30_000)).toEqual({ kind: 'begun', number: 2 })
    expect(await attempts.of('E-1')).toMatchObject({ made: 2, lastProblem: 'timeout', lastAt: NOW + 15_000 })
  })

  test('one that was never heard of again is followed by another, and its late outcome does not count', async () => {
    await attempts.begin('E-1', NOW, 30_000)
    expect(await attempts.begin('E-1', NOW + 30_000, 30_000)).toEqual({ kind: 'begun', number: 2 })
    expect(await attempts.fail('E-1', 1, 'timeout', NOW + 99)).toBe(false)
    expect(await attempts.of('E-1')).toMatchObject({ made: 2, nextAt: NOW + 60_000, lastProblem: null })
    expect(await attempts.fail('E-1', 2, 'status', NOW + 99_000)).toBe(true)
  })

  test('the record ends a month after the last attempt', async () => {
    await attempts.begin('E-1', NOW, 30_000)
    await expectLife(names.dlc.attempts('E-1'), 30 * 86_400)
    await stack.redis.expire(names.dlc.attempts('E-1'), 10)
    await attempts.fail('E-1', 1, 'refused', NOW)
    await expectLife(names.dlc.attempts('E-1'), 30 * 86_400)
  })
})

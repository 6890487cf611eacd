import { expect, test } from 'bun:test'
import { besideService, requireFormat } from '../../../src/store/format/command-format.ts'
import { ForeignFormat, StoreNotReady } from '../../../src/store/format/format-faults.ts'
import type { Migration } from '../../../src/store/format/migration.ts'
import { takeMove } from '../../../src/store/format/format-scripts.ts'
import { WRITTEN_BY } from '../../../src/release.ts'
import { names } from '../../../src/store/redis/names.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { freshRedis } from '../../support/redis.ts'

/** What a command that only reads does with a store of any age. */

const { redis } = await freshRedis()
const STEPS: readonly Migration[] = [{ from: 1, to: 2, why: 'nothing', run: async () => {} }]

const look = async (mark: string | null, hasData = true): Promise<unknown> => {
  if (hasData) await redis.set('claros:some', '1')
  if (mark !== null) await redis.set(names.format.mark(), mark)
  const before = (await redis.keys('*')).toSorted()
  const problem: unknown = await requireFormat(redis, 'claros/9', STEPS).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect((await redis.keys('*')).toSorted()).toEqual(before)
  return problem
}

test.each([
  ['that nobody has used is read', null, false, null],
  ['of this format is read', '2 claros/9', true, null],
  ['of the release before is not', null, true, /has format 1, and this release \(claros\/9\) reads format 2/],
  ['that is half moved is not', '1>2 claros/9', true, /has format 1/],
] as const)('a store %s', async (_name, mark, hasData, words) => {
  const problem = await look(mark, hasData)
  if (words === null) return expect(problem).toBeNull()
  expect(problem).toBeInstanceOf(StoreNotReady)
  expect((problem as Error).message).toMatch(words)
})

test.each(['3 claros/10', '2>3 claros/10', 'hello'])('a store that says %p is refused', async (mark) => {
  expect(await look(mark)).toBeInstanceOf(ForeignFormat)
})

test('without any step there is one format, marked or not', async () => {
  await redis.set('claros:some', '1')
  await requireFormat(redis, 'claros/9', [])
})

test('who writes beside the service counts as at work, and nobody moves the store meanwhile', async () => {
  const mark = `2 ${WRITTEN_BY}`
  await redis.flushall()
  await redis.set(names.format.mark(), mark)
  const move = () => takeMove(redis, { process: 'store/h/1/1', seen: mark, to: 3, text: 'leaving' })
  const work = { redis, clock: systemClock, process: 'keys/h/7/1', by: WRITTEN_BY }
  expect(await besideService(work, move)).toEqual({ kind: 'older', named: ['keys/h/7/1'] })
  await expect(besideService(work, () => Promise.reject(new Error('it failed')))).rejects.toThrow('it failed')
  expect(await redis.exists(names.format.atWork())).toBe(0)
  expect((await move()).kind).toBe('taken')
  // A store that is on its way is not written to.
  await redis.set(names.format.mark(), `leaving ${'0'.repeat(16)} ${mark}`)
  let worked = false
  await expect(besideService(work, async () => void (worked = true))).rejects.toBeInstanceOf(ForeignFormat)
  expect(worked).toBe(false)
})

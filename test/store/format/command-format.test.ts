import { expect, test } from 'bun:test'
import { requireFormat } from '../../../src/store/format/command-format.ts'
import { ForeignFormat, StoreNotReady } from '../../../src/store/format/format-faults.ts'
import type { Migration } from '../../../src/store/format/migration.ts'
import { names } from '../../../src/store/redis/names.ts'
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

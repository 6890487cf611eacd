import { expect, test } from 'bun:test'
import { onceAtATime } from '../src/once-at-a-time.ts'

test('work that has not ended is not begun again, and then it is, also when it failed', async () => {
  const ends: ((problem?: Error) => void)[] = []
  const work = onceAtATime(
    () => new Promise<void>((done, fail) => ends.push((problem) => (problem ? fail(problem) : done()))),
  )
  const both = [work(), work()]
  expect(ends).toHaveLength(1)
  ends[0]!()
  await Promise.all(both)
  const failing = work()
  expect(ends).toHaveLength(2)
  ends[1]!(new Error('away'))
  await expect(failing).rejects.toThrow('away')
  void work()
  expect(ends).toHaveLength(3)
})

import { expect, test } from 'bun:test'
import { createBuckets } from '../../../src/http/rails/lightning/buckets.ts'
import { createMarks } from '../../../src/http/rails/marks.ts'
import { stillClock } from '../../support/still.ts'

/** What is remembered of strangers follows those who came lately, not all who ever came. */

const COUNT = 5_000

test('buckets that are full again are forgotten, and those that are not stay', () => {
  const clock = stillClock(1_000_000)
  const buckets = createBuckets({ clock, burst: 10, perSecond: 1, most: 100_000 })
  buckets.take('greedy', 10_000)
  for (let nth = 0; nth < COUNT; nth++) {
    buckets.take(`a${nth}`, 1)
    clock.set(clock.now() + 100)
    buckets.take('greedy', 1)
  }
  // Each is full after a second, and ten came in it.
  expect(buckets.size).toBeLessThan(30)
  expect([buckets.level('greedy') < 1, buckets.level(`a${COUNT - 1}`) < 10, buckets.level('a0')]).toEqual([
    true,
    true,
    10,
  ])
})

test('marks that are over are forgotten, and none of those that are not', () => {
  const clock = stillClock(1_000_000)
  const marks = createMarks({ clock, forMs: 1_000, most: 100_000 })
  for (let nth = 0; nth < COUNT; nth++) {
    marks.mark(`a${nth}`)
    clock.set(clock.now() + 100)
  }
  expect(marks.size).toBe(10)
  const marked = Array.from({ length: 12 }, (_, back) => marks.has(`a${COUNT - 1 - back}`))
  expect(marked.filter(Boolean)).toHaveLength(9)
  expect(marked.indexOf(false)).toBe(9)
})

test('a clock that was set back forgets nothing', () => {
  const clock = stillClock(1_000_000)
  const marks = createMarks({ clock, forMs: 1_000, most: 100_000 })
  marks.mark('a')
  clock.set(999_000)
  marks.mark('b')
  expect(marks.size).toBe(2)
})

import { expect, test } from 'bun:test'
import { minHeap } from '../../../src/feeds/math/min-heap.ts'
import { dice } from '../../support/dlc/random.ts'
import { seedOf } from '../../support/draws.ts'

test('what is taken out is the smallest of what is in, with its value', () => {
  const random = dice(seedOf(76))
  const heap = minHeap()
  const inside: number[] = []
  for (let step = 0; step < 3_000; step++) {
    if (random.chance(0.55)) {
      const key = random.integer(0, 500)
      heap.push(key, -key)
      inside.push(key)
    } else {
      const least = inside.length === 0 ? null : Math.min(...inside)
      expect(heap.pop()).toEqual(least === null ? null : { key: least, value: -least })
      if (least !== null) inside.splice(inside.indexOf(least), 1)
    }
  }
  expect(inside.length).toBeGreaterThan(50)
})

test('an empty one has nothing, again and again', () => {
  const heap = minHeap()
  heap.push(1, 2)
  expect([heap.pop(), heap.pop(), heap.pop()]).toEqual([{ key: 1, value: 2 }, null, null])
})

import { expect, test } from 'bun:test'
import { createQuotePlaces, LOST_MS, MOST_UNDER_WAY } from '../../../src/http/endpoints/quote-places.ts'
import { stillClock } from '../../support/still.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const opened = (clock = stillClock(NOW)) => {
  const places = createQuotePlaces(clock)
  /** How many more there are. */
  const fill = (): number => {
    let count = 0
    while (places.take()) count++
    return count
  }
  return { clock, places, fill }
}

test('there are so many, and one that is left is free', () => {
  const { places, fill } = opened()
  expect(fill()).toBe(MOST_UNDER_WAY)
  places.leave(true)
  expect(fill()).toBe(1)
})

test('that of a question that nobody answered stays taken, since it may still wait in the queue', () => {
  const { clock, places, fill } = opened()
  fill()
  for (let at = 0; at < MOST_UNDER_WAY; at++) places.leave(false)
  expect(fill()).toBe(0)
  clock.move(LOST_MS - 1)
  expect(fill()).toBe(0)
  clock.move(1)
  expect(fill()).toBe(MOST_UNDER_WAY)
})

test('all are free after an answer: a worker takes questions in their order', () => {
  const { places, fill } = opened()
  fill()
  for (let at = 1; at < MOST_UNDER_WAY; at++) places.leave(false)
  places.leave(true)
  expect(fill()).toBe(MOST_UNDER_WAY)
})

test('a place that was lost at a time to come is free', () => {
  const { clock, places, fill } = opened()
  places.take()
  places.leave(false)
  clock.move(-1)
  expect(fill()).toBe(MOST_UNDER_WAY)
})

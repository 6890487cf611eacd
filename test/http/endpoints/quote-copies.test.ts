import { expect, test } from 'bun:test'
import { COPY_MS, createQuoteCopies, MOST_COPIES } from '../../../src/http/endpoints/quote-copies.ts'
import { stillClock } from '../../support/still.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const LATE = NOW + 86_400_000

test('a copy ends with its quote, or after ten minutes', () => {
  const clock = stillClock(NOW)
  const copies = createQuoteCopies(clock)
  copies.keep('short', 'a', NOW + 1_000)
  copies.keep('long', 'b', LATE)
  expect([copies.get('short'), copies.get('long')]).toMatchObject([
    { body: 'a', at: NOW },
    { body: 'b', at: NOW },
  ])
  expect(copies.get('other')).toBeNull()
  clock.set(NOW + 1_000)
  expect([copies.get('short'), copies.get('long')?.body]).toEqual([null, 'b'])
  clock.set(NOW + COPY_MS)
  expect(copies.get('long')).toBeNull()
})

test('a copy of the future means nothing once the clock was set back', () => {
  const clock = stillClock(NOW)
  const copies = createQuoteCopies(clock)
  copies.keep('q', 'a', LATE)
  clock.set(NOW - 1)
  expect(copies.get('q')).toBeNull()
})

test('of one more than are kept the oldest goes, and one that was made again is new', () => {
  const copies = createQuoteCopies(stillClock(NOW))
  // Five kilobytes each.
  expect(MOST_COPIES).toBeLessThanOrEqual(1_000)
  for (let at = 0; at < MOST_COPIES; at++) copies.keep(`q${at}`, 'x', LATE)
  copies.keep('q0', 'again', LATE)
  copies.keep('one more', 'x', LATE)
  expect([copies.get('q0')?.body, copies.get('q1'), copies.get('q2')?.body]).toEqual(['again', null, 'x'])
})

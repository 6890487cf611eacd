import { describe, expect, test } from 'bun:test'
import type { Random } from '../../src/ports.ts'
import { DELAYS_MS, nextAttemptAt, readRetryAfter } from '../../src/webhooks/schedule.ts'
import { seededRandom } from '../support/still.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 0, 15, 12)

/** Always the lowest or the highest draw. */
const least: Random = { bytes: (length) => new Uint8Array(length), integer: (min) => min }
const most: Random = { bytes: (length) => new Uint8Array(length), integer: (_min, max) => max }

/** Times of all attempts that follow each other without success. */
const course = (random: Random): number[] => {
  const times: number[] = []
  for (let at = nextAttemptAt(0, NOW, random); at !== null; at = nextAttemptAt(times.length, at, random)) times.push(at)
  return times
}

describe('the schedule', () => {
  test('is the one that Standard Webhooks suggests', () => {
    expect(course(least).map((at) => (at - NOW) / 1000)).toEqual([
      0, 5, 305, 2105, 9305, 27_305, 63_305, 113_705, 185_705, 272_105,
    ])
  })

  test('tries at once, and gives up no earlier than a day after, whatever chance says', () => {
    for (const random of [least, most, seededRandom(1), seededRandom(2)]) {
      const times = course(random)
      expect(times[0]).toBe(NOW)
      expect(times).toHaveLength(DELAYS_MS.length)
      expect(times.at(-1)! - NOW).toBeGreaterThanOrEqual(24 * HOUR)
    }
  })

  test('never comes early, and spreads receivers that failed together', () => {
    const random = seededRandom(3)
    const draws = Array.from({ length: 500 }, () => nextAttemptAt(4, NOW, random)! - NOW)
    expect(Math.min(...draws)).toBeGreaterThanOrEqual(2 * HOUR)
    expect(Math.max(...draws)).toBeLessThanOrEqual(2.4 * HOUR)
    expect(new Set(draws).size).toBeGreaterThan(450)
  })
})

describe('Retry-After', () => {
  test('can make an attempt later, never earlier, and does not add any', () => {
    expect(nextAttemptAt(1, NOW, least, 60_000)).toBe(NOW + 60_000)
    expect(nextAttemptAt(4, NOW, least, 60_000)).toBe(NOW + 2 * HOUR)
    expect(nextAttemptAt(DELAYS_MS.length, NOW, least, 60_000)).toBeNull()
  })

  test('is read in seconds and as a date, and capped at a day', () => {
    expect(readRetryAfter('120', NOW)).toBe(120_000)
    expect(readRetryAfter(' 0 ', NOW)).toBe(0)
    expect(readRetryAfter('Thu, 15 Jan 2026 12:01:00 GMT', NOW)).toBe(60_000)
    expect(readRetryAfter('Thu, 15 Jan 2026 11:00:00 GMT', NOW)).toBe(0)
    expect(readRetryAfter('99999999999999999999999', NOW)).toBe(24 * HOUR)
    expect(readRetryAfter('Fri, 15 Jan 2027 12:00:00 GMT', NOW)).toBe(24 * HOUR)
    expect(readRetryAfter(`${'9'.repeat(400)}`, NOW)).toBe(24 * HOUR)
  })

  test('is nothing when it cannot be read', () => {
    for (const text of [undefined, '', '-5', '1.5', 'soon', '2026-01-15', 'Thu, 99 Jan 2026 12:01:00 GMT'])
      expect(readRetryAfter(text, NOW)).toBeNull()
  })
})

import { describe, expect, test } from 'bun:test'
import { rateWindow } from '../../src/system/rate-window.ts'
import { weighed } from '../support/weighed.ts'

describe('a rate window', () => {
  test('lets so many through, then says when the first of them leaves it', () => {
    const window = rateWindow(10_000)
    const take = (now: number) => window.take(now, weighed(3))
    expect([take(1_000), take(2_000), take(2_500)]).toEqual([null, null, null])
    expect(take(2_600)).toBe(11_000)
    expect(take(10_999)).toBe(11_000)
    expect(take(11_000)).toBeNull()
    expect(take(11_000)).toBe(12_000)
  })

  test('a refusal takes no place', () => {
    const window = rateWindow(1_000)
    expect(window.take(0, weighed(1))).toBeNull()
    for (let now = 1; now < 1_000; now++) expect(window.take(now, weighed(1))).toBe(1_000)
    expect(window.take(1_000, weighed(1))).toBeNull()
  })

  test('counts weights, and says when enough of them have left', () => {
    const window = rateWindow(1_000)
    const take = (now: number, weight: number) => window.take(now, weighed(10, { weight }))
    expect([take(0, 2), take(100, 5), take(200, 3)]).toEqual([null, null, null])
    expect([take(300, 1), take(300, 2), take(300, 3), take(300, 7), take(300, 8)]).toEqual([
      1_000, 1_000, 1_100, 1_100, 1_200,
    ])
    expect(take(1_000, 2)).toBeNull()
  })

  test('lets a question through that is heavier than all of it, when nothing else is there', () => {
    const window = rateWindow(1_000)
    expect(window.take(0, weighed(10))).toBeNull()
    expect(window.take(1, weighed(10, { weight: 11 }))).toBe(1_000)
    expect(window.take(1_000, weighed(10, { weight: 11 }))).toBeNull()
    expect(window.take(1_001, weighed(10))).toBe(2_000)
  })

  test('keeps a part for urgent questions, which others never take', () => {
    const window = rateWindow(1_000)
    const take = (isUrgent: boolean, weight = 1) => window.take(0, weighed(10, { isUrgent, weight, kept: 4 }))
    expect(take(false, 6)).toBeNull()
    expect(take(false)).toBe(1_000)
    expect([take(true, 3), take(true)]).toEqual([null, null])
    expect(take(true)).toBe(1_000)
  })

  test('lets urgent questions use everything, and others what is left of their part', () => {
    const window = rateWindow(1_000)
    const take = (isUrgent: boolean, weight = 1) => window.take(0, weighed(10, { isUrgent, weight, kept: 4 }))
    expect(take(true, 4)).toBeNull()
    // What urgent ones have taken of their own part is not taken off the others'.
    expect(take(false, 6)).toBeNull()
    const other = rateWindow(1_000)
    expect(other.take(0, weighed(10, { isUrgent: true, weight: 9, kept: 4 }))).toBeNull()
    expect(other.take(0, weighed(10, { weight: 1, kept: 4 }))).toBeNull()
    expect(other.take(0, weighed(10, { weight: 1, kept: 4 }))).toBe(1_000)
  })

  test('lets another question through that is heavier than their part, when no other is there', () => {
    const window = rateWindow(1_000)
    expect(window.take(0, weighed(10, { isUrgent: true, kept: 6 }))).toBeNull()
    expect(window.take(0, weighed(10, { weight: 5, kept: 6 }))).toBeNull()
    expect(window.take(0, weighed(10, { kept: 6 }))).toBe(1_000)
  })

  test('counts what was sent without asking it', () => {
    const window = rateWindow(1_000)
    window.note(0, weighed(3, { weight: 3 }))
    expect(window.take(999, weighed(3))).toBe(1_000)
    expect(window.take(1_000, weighed(3))).toBeNull()
  })

  test('in no stretch of its length is there more than it allows, however the questions fall', () => {
    const window = rateWindow(2_000)
    const taken: { readonly at: number; readonly weight: number }[] = []
    // Steps of 0 to 700 ms in a fixed, uneven order.
    for (let n = 0, now = 0; n < 2_000; n++, now += (n * n * 37) % 701) {
      const weight = 1 + (n % 3)
      if (window.take(now, weighed(5, { weight, isUrgent: n % 2 === 0, kept: 2 })) === null)
        taken.push({ at: now, weight })
    }
    expect(taken.length).toBeGreaterThan(500)
    for (const { at: from } of taken) {
      const within = taken.filter(({ at }) => at >= from && at < from + 2_000)
      expect(within.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(5)
    }
  })

  test('is not shut for an hour when the clock is set back by one', () => {
    const window = rateWindow(10_000)
    const take = (now: number) => window.take(now, weighed(1))
    expect(take(3_600_000)).toBeNull()
    expect([take(0), take(9_999)]).toEqual([null, 10_000])
    // A clock that goes back a little has not lost what was sent.
    expect(window.take(9_000, weighed(2))).toBeNull()
    expect(window.take(8_000, weighed(2))).toBe(10_000)
  })
})

import { describe, expect, test } from 'bun:test'
import { rateWindow } from '../../src/system/rate-window.ts'

describe('a rate window', () => {
  test('lets so many through, then says when the first of them leaves it', () => {
    const window = rateWindow({ requests: 3, perSeconds: 10 })
    expect([window.take(1_000), window.take(2_000), window.take(2_500)]).toEqual([null, null, null])
    expect(window.take(2_600)).toBe(11_000)
    expect(window.take(10_999)).toBe(11_000)
    expect(window.take(11_000)).toBeNull()
    expect(window.take(11_000)).toBe(12_000)
  })

  test('a refusal takes no place', () => {
    const window = rateWindow({ requests: 1, perSeconds: 1 })
    expect(window.take(0)).toBeNull()
    for (let now = 1; now < 1_000; now++) expect(window.take(now)).toBe(1_000)
    expect(window.take(1_000)).toBeNull()
  })

  test('in no stretch of its length are there more than it allows, however the requests fall', () => {
    const window = rateWindow({ requests: 5, perSeconds: 2 })
    const taken: number[] = []
    // Steps of 0 to 700 ms in a fixed, uneven order.
    for (let n = 0, now = 0; n < 2_000; n++, now += (n * n * 37) % 701) if (window.take(now) === null) taken.push(now)
    expect(taken.length).toBeGreaterThan(500)
    for (const from of taken)
      expect(taken.filter((at) => at >= from && at < from + 2_000).length).toBeLessThanOrEqual(5)
  })
})

import { describe, expect, test } from 'bun:test'
import { alive, listened, missed, rejoined, type Streamed, unheard } from '../../src/feeds/stream.ts'

const KEEP = 100_000
const LINK = 20

/** First heard at 1000, last at the given time. */
const until = (heardAt: number): Streamed<null> => alive(rejoined(unheard(null), 1_000, KEEP), heardAt)

describe('what a stream knows of its own silence', () => {
  test('the first sign of life begins it, without a gap', () => {
    expect(rejoined(unheard(null), 1_000, KEEP)).toEqual({
      since: 1_000,
      heardAt: 1_000,
      spokeAt: 1_000,
      gaps: [],
      gathered: null,
    })
  })

  test('the first on another connection ends a gap that began with the last on the one before', () => {
    expect(rejoined(until(2_000), 3_000, KEEP)).toMatchObject({
      since: 1_000,
      heardAt: 3_000,
      gaps: [{ from: 2_000, until: 3_000 }],
    })
  })

  test('gaps that touch are one, old ones are forgotten', () => {
    const twice = missed(rejoined(until(2_000), 3_000, KEEP), 3_500, KEEP)
    expect(twice.gaps).toEqual([{ from: 2_000, until: 3_500 }])
    expect(rejoined(alive(twice, 200_000), 200_010, KEEP).gaps).toEqual([{ from: 200_000, until: 200_010 }])
  })

  test('a worker whose clock is behind that of the one before marks what it is behind', () => {
    const behind = rejoined(until(2_000), 1_500, KEEP)
    expect(behind).toMatchObject({ heardAt: 1_500, gaps: [{ from: 1_500, until: 2_000 }] })
    // And the next one, by its own clock: one gap each, in their order.
    const twice = rejoined(alive(behind, 1_600), 2_500, KEEP)
    expect(twice.gaps).toEqual([{ from: 1_500, until: 2_500 }])
    const [first, second] = [rejoined(until(2_000), 2_100, KEEP), rejoined(until(2_000), 2_100, KEEP)]
    expect(rejoined(alive(first, 2_300), 2_250, KEEP).gaps).toEqual([
      { from: 2_000, until: 2_100 },
      { from: 2_250, until: 2_300 },
    ])
    expect(rejoined(alive(rejoined(alive(second, 2_300), 2_400, KEEP), 2_500), 2_050, KEEP).gaps).toEqual([
      { from: 2_000, until: 2_500 },
    ])
  })

  test('a day of flapping stays small and loses no gap', () => {
    let state = until(2_000)
    for (let at = 2_010; at < 20_000; at += 20) state = alive(rejoined(state, at, KEEP), at + 10)
    expect(state.gaps.length).toBe(200)
    expect(state.gaps[0]!.from).toBe(2_000)
  })
})

describe('the share of a window that was heard', () => {
  test('is all of it while the link lives', () => {
    expect(listened(until(2_000), LINK, 1_000, 2_020)).toBe(1)
  })

  test('lacks what came before the first frame, gaps, and what follows the last', () => {
    expect(listened(until(2_000), LINK, 0, 2_000)).toBe(0.5)
    expect(listened(rejoined(until(1_500), 1_750, KEEP), LINK, 1_000, 1_750)).toBeCloseTo(500 / 750, 12)
    expect(listened(until(2_000), LINK, 2_000, 2_040)).toBe(0.5)
    expect(listened(until(2_000), LINK, 3_000, 4_000)).toBe(0)
    expect(listened(unheard(null), LINK, 0, 1)).toBe(0)
  })
})

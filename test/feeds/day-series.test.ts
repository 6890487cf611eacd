import { describe, expect, test } from 'bun:test'
import {
  isCharted,
  keptPoints,
  SERIES_STEP_SECONDS,
  seriesDelaySeconds,
  shownPoints,
} from '../../src/feeds/day-series.ts'
import { registry } from '../../src/feeds/registry.ts'

const NOW = 1_795_000_002
const DAY = 86_400

describe('the chart of a past day', () => {
  test.each(registry.feeds.filter(isCharted).map((feed) => [feed.id, feed] as const))(
    'of %s: a whole day is there once it is old enough, and none of it is younger than a free copy may get',
    (_id, feed) => {
      const delay = seriesDelaySeconds(feed)
      expect(delay).toBe(feed.sale.preview!.staleMinutes * 60)
      expect(delay).toBeGreaterThanOrEqual(SERIES_STEP_SECONDS)
      // What the ring holds at its fullest, the newest point being of this moment.
      const kept = Array.from({ length: keptPoints(feed) }, (_, at) => ({
        t: NOW - at * SERIES_STEP_SECONDS,
      })).toReversed()
      const shown = shownPoints(feed, kept, NOW)
      expect(shown).toHaveLength(DAY / SERIES_STEP_SECONDS)
      expect(NOW - shown.at(-1)!.t).toBeWithin(delay + 1, delay + SERIES_STEP_SECONDS + 1)
      expect(shown.at(-1)!.t - shown[0]!.t).toBe(DAY - SERIES_STEP_SECONDS)
    },
  )

  test('is never longer than a day, whatever is kept', () => {
    const feed = registry.feeds.find(isCharted)!
    const kept = Array.from({ length: 500 }, (_, at) => ({ t: NOW - DAY * 9 + at }))
    expect(shownPoints(feed, kept, NOW)).toEqual(kept.slice(-96))
  })

  test('is not kept of subjects that anybody may start, nor of what has no free copy', () => {
    const without = registry.feeds.filter((feed) => !isCharted(feed))
    expect(without.length).toBeGreaterThan(5)
    for (const { onDemand, sale } of without) expect(onDemand !== undefined || sale.preview === null).toBe(true)
    expect(registry.onDemand.filter(isCharted)).toEqual([])
  })
})

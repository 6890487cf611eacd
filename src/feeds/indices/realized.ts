import { DAY_MS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { DAILY_BOARDS } from '../boards/daily-boards.ts'
import { parkinson } from '../math/parkinson.ts'
import { median } from '../math/robust.ts'
import { freshnessAt, LIFETIMES } from '../lifetimes.ts'
import type { ComponentReading } from '../reading.ts'

/** Realized volatility: Parkinson's estimator over the last complete UTC days, median over venues (methods 2). */

export const REALIZED = { days: 30, leastBars: 27, barsPerYear: 365 } as const

/** One venue's volatility, and when its newest day ended. */
interface Measured {
  readonly source: string
  readonly value: number
  readonly at: number
  readonly fresh: number
}

const measuredAt = (boards: Boards, coin: string, now: number): readonly Measured[] => {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  return DAILY_BOARDS.flatMap((board) => {
    const bars = (boards.read(board)?.days[coin] ?? []).filter(
      ({ start }) => start >= today - REALIZED.days * DAY_MS && start < today,
    )
    const newest = bars.at(-1)
    if (bars.length < REALIZED.leastBars || !newest) return []
    const at = newest.start + DAY_MS
    const fresh = freshnessAt(at, now, LIFETIMES.dailyBar)
    const ranges = bars.map(({ high, low }) => ({ high: Number(high), low: Number(low) }))
    return fresh > 0 ? [{ source: board.source.name, value: parkinson(ranges, REALIZED.barsPerYear), at, fresh }] : []
  })
}

/** The realized volatility in per cent a year; `null` if no venue has enough days. */
export const realizedVolatility = (boards: Boards, coin: string, now: number): ComponentReading | null => {
  const found = measuredAt(boards, coin, now)
  if (found.length === 0) return null
  return {
    value: median(found.map(({ value }) => value)),
    // coverage · mean freshness: the sum over the venues that are there, divided by the number of all venues.
    confidence: found.reduce((sum, { fresh }) => sum + fresh, 0) / DAILY_BOARDS.length,
    isFallback: false,
    sources: found.map(({ source }) => source).toSorted(),
    at: Math.min(...found.map(({ at }) => at)),
  }
}

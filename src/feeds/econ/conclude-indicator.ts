import { rounded } from '../../canonical/measure.ts'
import { endOfPeriod } from '../../sources/statistics/period.ts'
import { DAY_MS, HOUR_MS, inSeconds, utcDay } from '../../time-units.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import { FALLBACK } from '../reading.ts'
import { freshness } from '../math/freshness.ts'
import { VENUE_PLACES } from '../venue-parts.ts'
import { agrees } from './compare-series.ts'
import type { EconAnswer } from './econ-answer.ts'
import { type Indicator, unitOf, type Way } from './indicator.ts'
import type { Vintage, KeptSeries } from './kept-series.ts'

/** A source that was not read for longer may have said something else since. */
export const UNREAD_MS = 48 * HOUR_MS

/** How long another publisher of the same number may be ahead: the slowest is asked every six hours. */
export const BEHIND_MS = 12 * HOUR_MS
/** Some publishers tell a value of every day, others of business days: a long weekend is not behind. */
const LONG_WEEKEND_MS = 4 * DAY_MS

/** The names of an indicator in strings and bodies. */
export interface Named {
  readonly region: string
  readonly indicator: string
  readonly domain: string
}

/** A publisher with what its board keeps; `null` if it has never answered. */
interface Told {
  readonly way: Way
  readonly series: KeptSeries | null
}

interface Heard extends Told {
  readonly series: KeptSeries
}

const newestOf = ({ rows }: KeptSeries): Vintage => rows.at(-1)!

const ageSeconds = (series: KeptSeries, now: number): number =>
  Math.max(0, (now - endOfPeriod(newestOf(series).period)) / 1000)

/** A source that may not be asked, or needs a key and has never answered, is not configured. */
const isConfigured = ({ way, series }: Told, refused: ReadonlySet<string> | undefined): boolean =>
  refused?.has(way.board.id) !== true && (way.board.source.keyed?.needed !== true || series !== null)

const nameOf = ({ way }: Told): string => way.board.source.name

const distinct = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

/** The parts of an answer about the number itself. */
const valued = ({ way, series }: Heard, indicator: Indicator) => {
  const { period, value, seen, isFirstRead = false, isProvisional = false, was = [], parts = null } = newestOf(series)
  const before = series.rows.at(-2)
  return {
    value,
    unit: unitOf(indicator.unit, series.unit),
    period,
    vintage_date: utcDay(seen),
    vintage_basis: isFirstRead && was.length === 0 ? ('first_read' as const) : ('observed' as const),
    source_agency: way.agency,
    series_id: way.seriesId,
    source_model: way.model,
    revised: was.length > 0,
    provisional: isProvisional,
    previous: before ? { value: before.value, period: before.period } : null,
    parts: parts && parts.map(({ name, value: each }) => ({ name, value: each })),
  }
}

/**
 * The newest value of an indicator by the first of its publishers that can be believed: read lately, of a period that is
 * not too long over. The others are compared with it. The agency's text is never recomputed.
 */
export const concludeIndicator = (
  indicator: Indicator,
  named: Named,
  { boards, now }: Pick<TickContext, 'boards' | 'now'>,
): Conclusion<EconAnswer> | Declined => {
  const { ways, ages, isLone = false } = indicator
  const told = ways.map((way): Told => ({ way, series: boards.read(way.board)?.series[way.series] ?? null }))
  const configured = told.filter((each) => isConfigured(each, boards.refused))
  const heard = told.filter(
    (each): each is Heard =>
      each.series !== null &&
      now - each.series.readAt <= UNREAD_MS &&
      ageSeconds(each.series, now) <= ages.expireSeconds,
  )
  const first = heard.find(({ way }) => way.compare === 'same')
  if (!first) return { kind: 'input_missing', input: distinct(configured.map(nameOf)).join(' or ') }
  const others = heard.filter(({ way }) => way.board !== first.way.board)
  const says = (verdict: boolean): string[] =>
    distinct(
      others.filter(({ way, series }) => agrees(first.series.rows, series.rows, way.compare) === verdict).map(nameOf),
    )
  const [checkedBy, disputedBy] = [says(true), says(false)]
  const isBehind = others.some(({ way, series }) => {
    const end = endOfPeriod(newestOf(first.series).period)
    const ahead = series.rows.find(({ period }) => endOfPeriod(period) - end > LONG_WEEKEND_MS)
    return way.compare === 'same' && ahead !== undefined && now - ahead.seen > BEHIND_MS
  })
  const isStandIn = first.way !== configured[0]!.way
  const age = ageSeconds(first.series, now)
  const trust = disputedBy.length > 0 || isBehind || isStandIn || (isLone && checkedBy.length === 0) ? FALLBACK : 1
  const content: EconAnswer = {
    ...named,
    ...valued(first, indicator),
    stale: isBehind || age > ages.freshSeconds,
    checked_at: inSeconds(first.series.readAt),
    checked_by: checkedBy,
    disputed_by: disputedBy,
    sources: [nameOf(first)],
    missing: distinct(configured.filter((each) => !heard.some(({ way }) => way === each.way)).map(nameOf)),
    confidence: rounded(freshness(age, ages) * trust, VENUE_PLACES.confidence),
    degraded: trust < 1,
    observed_at: Math.min(inSeconds(endOfPeriod(newestOf(first.series).period)), inSeconds(now)),
    fetched_at: inSeconds(now),
  }
  return { kind: 'concluded', content, carry: {}, disputedBy }
}

import { DAY_SECONDS, HOUR_MS } from '../../time-units.ts'
import { FALLBACK } from '../reading.ts'
import { NEAR_BOUND, RATE_BOUNDS } from './compare-series.ts'
import { FIXING_BOUND } from './conclude-dollar-index.ts'
import { BEHIND_MS, UNREAD_MS } from './conclude-indicator.ts'
import { DOLLAR_LEGS, DOLLAR_SCALE, LEG_PLACES } from './dollar-index.ts'
import { AGES, type Indicator } from './indicator.ts'
import { HOLD_MS } from './kept-series.ts'

/** What machines read of the methods of this family (methods 8.1, methods 8.2). */

const ageRule = ({ freshSeconds, expireSeconds }: (typeof AGES)['day']): string =>
  `stale ${freshSeconds / DAY_SECONDS} d after the end of the period, not sold after ${expireSeconds / DAY_SECONDS} d`

export const ECON_RULES = {
  value: "the agency's own text, never through a float; the yield curve is a difference of decimals",
  vintage:
    'the UTC day on which this value of this period was first seen here; another value of the same period is a new vintage and revised',
  held: `a reply that changes more than half of the periods that are known, or is in another unit, or moves a level by more than 25 %, is believed once it has stood for ${HOLD_MS / HOUR_MS} h`,
  ages: Object.fromEntries(Object.entries(AGES).map(([name, ages]) => [name, ageRule(ages)])),
  behind: `stale and degraded while another publisher of the same number has told a later period for ${BEHIND_MS / HOUR_MS} h`,
  unread: `a source that was not read for ${UNREAD_MS / HOUR_MS} h is silent; without any other of the same number nothing is sold`,
  second: {
    same: 'another publisher of the same number: equal, or disputed',
    annual: `an index against a yearly rate: its change over twelve months, one decimal, within ${RATE_BOUNDS.annual} points`,
    chained: `four quarters of growth against a yearly rate, within ${RATE_BOUNDS.chained} points`,
    near: `prices of two markets: those of the same day within ${100 * NEAR_BOUND} %; compared alone, and never sold`,
    growth: `levels of different compositions: their last change, within ${RATE_BOUNDS.growth} points`,
  },
  confidence: `freshness of the end of the period; times ${FALLBACK} if a second source disagrees or is ahead, if the first one is silent and another stands in, or if the first is no market itself and nobody agrees with it`,
}

/** Who is asked about each indicator, the first one preferred. */
export const publishersOf = (indicators: readonly Indicator[]) =>
  Object.fromEntries(
    indicators.map(({ word, unit, ways }) => [
      word,
      {
        unit,
        sources: ways.map(
          ({ board, agency, seriesId, compare }) => `${board.source.name}: ${agency} ${seriesId}, ${compare}`,
        ),
      },
    ]),
  )

export const DOLLAR_RULES = {
  formula: `${DOLLAR_SCALE} times each leg to the power of its weight, legs rounded to ${LEG_PLACES} decimals first; a computation, not the index of ICE`,
  weights: Object.fromEntries(DOLLAR_LEGS.map(({ pair, weight }) => [pair, weight])),
  legs: 'exchange rates as they are sold; the krona is the median of the central banks that publish it, none older than 120 h; degraded unless most of them lie within 1.5 % of it',
  previous: 'by the ECB’s fixings of the last business day before, all of one table',
  check: `the index of the ECB’s newest fixings lies within ${100 * FIXING_BOUND} %`,
}

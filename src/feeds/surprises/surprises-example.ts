import { rounded } from '../../canonical/measure.ts'
import { DAY_MS, HOUR_MS } from '../../time-units.ts'
import { EXAMPLE_AT, EXAMPLE_TICK, EXAMPLE_TICK_MS } from '../venue-parts.ts'
import type { MeasureWord } from './measures.ts'
import type { Release } from './release.ts'
import { printedIndex, RELEASES } from './score-rules.ts'
import { scored } from './score.ts'
import type { SurprisesAnswer } from './surprises-answer.ts'

/** Invented releases of usual weeks: days before the time of all examples, the value that came and what was expected. */
const INVENTED: readonly (readonly [Release['country'], MeasureWord, number, string, string, string])[] = [
  ['GB', 'cpi_mom', 1, '0.4', '0.3', '0.0'],
  ['US', 'retail_sales_mom', 3, '0.2', '0.4', '0.6'],
  ['US', 'cpi_mom', 8, '0.3', '0.2', '0.3'],
  ['CN', 'cpi_mom', 10, '0.1', '0.1', '0.0'],
  ['US', 'payrolls', 12, '143000', '110000', '119000'],
  ['US', 'unemployment', 12, '4.4', '4.3', '4.3'],
  ['US', 'pmi_services', 14, '52.1', '51.8', '50.0'],
  ['EU', 'cpi_mom', 15, '0.2', '0.2', '0.1'],
  ['US', 'pmi_manufacturing', 16, '48.7', '49.4', '49.1'],
  ['EU', 'rate_decision', 19, '2.00', '2.00', '2.00'],
  ['US', 'rate_decision', 20, '3.75', '3.75', '4.00'],
]

/** An example answer, scored by the method. */
export const surprisesExample = (): SurprisesAnswer => {
  const known = INVENTED.map(([country, measure, daysAgo, actual, estimate, prior]) => ({
    country,
    measure,
    at: EXAMPLE_AT * 1_000 - daysAgo * DAY_MS - HOUR_MS,
    period: null,
    actual,
    estimate,
    prior,
    sources: ['example'],
  }))
  const releases = known.flatMap((release) => scored(release, known, EXAMPLE_TICK_MS) ?? [])
  return {
    surprise_index: printedIndex(releases),
    release_count: releases.length,
    releases,
    left_out: 0,
    overdue: 0,
    corrected: 0,
    sources: ['example'],
    missing: [],
    confidence: rounded(releases.length / RELEASES.most, 2),
    degraded: false,
    observed_at: EXAMPLE_AT,
    fetched_at: EXAMPLE_TICK,
  }
}

import { HOUR_SECONDS } from '../../time-units.ts'
import { HALF_LIFE_DAYS, LARGEST_Z, MEDIUM_WEIGHT } from '../math/surprise-index.ts'
import { RELEASES_BOARD, KEPT_DAYS } from './releases-board.ts'
import { RELEASES_LIFETIME } from './known-releases.ts'
import { MEASURE_WORDS, MEASURES } from './measures.ts'
import { LEAST_PAST, RELEASES, SCORE_PLACES } from './score-rules.ts'

const HOURS = {
  fresh: RELEASES_LIFETIME.freshSeconds / HOUR_SECONDS,
  expire: RELEASES_LIFETIME.expireSeconds / HOUR_SECONDS,
} as const

/** What is published of the method. */
export const SURPRISES_METHODOLOGY = {
  releases: `the last ${RELEASES.most} with an actual value and an estimate, of these measures of the United States, the euro area, Britain, Japan and China; the first value that was told, revisions do not enter`,
  measures: Object.fromEntries(
    MEASURE_WORDS.map((word) => {
      const { name, impact, sign, sigma, unit } = MEASURES[word]
      return [word, { name, impact, sign, sigma, unit: unit || 'full' }]
    }),
  ),
  impact: `high counts 1, medium ${MEDIUM_WEIGHT}; unemployment of the United States comes with payrolls and is high`,
  sigma: `the sample standard deviation of the earlier surprises of the same measure and country, from ${LEAST_PAST} of them on, of the last ${KEPT_DAYS} days; before that, or where they were all alike, the figure of the table; without one the release is left out`,
  score: `(actual - estimate) / sigma, clipped to ±${LARGEST_Z}, times sign; ${SCORE_PLACES.z} decimals`,
  weight: `2^(-age / ${HALF_LIFE_DAYS} days) times impact; ${SCORE_PLACES.weight} decimals`,
  index: 'clip(50 Σ weight score / Σ weight, ±100), from the rounded scores and weights; after Scotti (2016)',
  estimates: `of ${RELEASES_BOARD.source.name} where this oracle has a licence, and of a file of its own, which counts first; results of releases that only the file names are the first prints of the agency, which also count where the vendor tells another value (corrected)`,
  quorum: `not sold below ${RELEASES.least} releases, degraded below ${RELEASES.whole}`,
  confidence: `releases / ${RELEASES.most}, times freshness of the oldest reading: 1 up to ${HOURS.fresh} hours, 0 at ${HOURS.expire}, when it counts no more`,
} as const

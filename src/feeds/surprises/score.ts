import { rounded } from '../../canonical/measure.ts'
import { decimalDifference } from '../../sources/decimal-text.ts'
import { OF_COUNTRY } from '../calendar/kinds.ts'
import { sampleDeviation } from '../math/zscore.ts'
import { surpriseWeight, surpriseZ } from '../math/surprise-index.ts'
import type { KnownRelease } from './known-releases.ts'
import { eventWord, impactOf, MEASURES } from './measures.ts'
import type { Release } from './release.ts'
import { ageDays, LEAST_PAST, SCORE_PLACES, unitOfMeasure } from './score-rules.ts'
import type { ScoredRelease } from './surprises-answer.ts'
import { utcSecond } from '../../time-units.ts'

const differenceOf = ({ actual, estimate }: Release): number => Number(decimalDifference(actual, estimate))

/** Earlier surprises of the same measure of the same country. */
const pastOf = (release: Release, all: readonly Release[]): readonly number[] =>
  all
    .filter(({ country, measure, at }) => country === release.country && measure === release.measure && at < release.at)
    .map(differenceOf)

/** By what a surprise is measured; `null` where there is neither a past nor a figure in the table. */
const sigmaOf = (release: Release, all: readonly Release[]) => {
  const past = pastOf(release, all)
  const own = past.length >= LEAST_PAST ? rounded(sampleDeviation(past), SCORE_PLACES.sigma) : 0
  const { sigma } = MEASURES[release.measure]
  // Surprises that were all alike have no deviation to measure by.
  if (own > 0) return { sigma: own, sigma_basis: 'past', past_count: past.length } as const
  return sigma === null ? null : ({ sigma, sigma_basis: 'table', past_count: past.length } as const)
}

/**
 * A release with its score; `null` where it cannot have one.
 *
 * @param all everything that is known, for past surprises
 * @param now Unix milliseconds, a whole second
 */
export const scored = (release: KnownRelease, all: readonly Release[], now: number): ScoredRelease | null => {
  const { country, measure, at, period, actual, estimate, prior, sources } = release
  const sigma = sigmaOf(release, all)
  if (sigma === null) return null
  const { sign } = MEASURES[measure]
  const impact = impactOf(country, measure)
  const z = surpriseZ({ actual: differenceOf(release), estimate: 0, sigma: sigma.sigma, sign })
  return {
    event: eventWord(country, measure),
    measure,
    country,
    currency: OF_COUNTRY[country].currency,
    time: utcSecond(at),
    period,
    impact,
    actual,
    estimate,
    prior,
    unit: unitOfMeasure(measure),
    surprise: decimalDifference(actual, estimate),
    ...sigma,
    sign,
    surprise_z: rounded(z, SCORE_PLACES.z),
    weight: rounded(surpriseWeight(impact, ageDays(at, now)), SCORE_PLACES.weight),
    sources: [...sources],
  }
}

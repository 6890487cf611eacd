import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { rounded } from '../../canonical/measure.ts'
import { RELEASE_COUNTRIES } from '../../sources/calendars/tradingview.ts'
import { decimalDifference } from '../../sources/decimal-text.ts'
import { SECOND_MS } from '../../time-units.ts'
import { word } from '../answer-fields.ts'
import { OF_COUNTRY } from '../calendar/kinds.ts'
import { surpriseWeight, surpriseZ } from '../math/surprise-index.ts'
import { eventWord, impactOf, MEASURE_WORDS, MEASURES } from './measures.ts'
import { ageDays, LEAST_PAST, printedIndex, RELEASES, SCORE_PLACES, unitOfMeasure } from './score-rules.ts'

const decimal = Type.String({ pattern: '^-?\\d+(\\.\\d+)?$' })

const Scored = Type.Object({
  event: Type.String(),
  measure: word(MEASURE_WORDS, ''),
  country: word(RELEASE_COUNTRIES, ''),
  currency: Type.String(),
  time: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' }),
  impact: Type.String(),
  actual: decimal,
  estimate: decimal,
  unit: Type.String(),
  surprise: decimal,
  sigma: Type.Number({ exclusiveMinimum: 0 }),
  sigma_basis: Type.String(),
  past_count: Type.Integer(),
  sign: Type.Number(),
  surprise_z: Type.Number(),
  weight: Type.Number(),
})
type Scored = Static<typeof Scored>

const Inputs = Type.Object({
  release_count: Type.Integer(),
  releases: Type.Array(Scored, { minItems: 1 }),
  fetched_at: Type.Integer(),
})

/** Whether names, impact, sign and unit are those of our tables, and the deviation the published one where it says so. */
const isOurs = ({ measure, country, ...row }: Scored): boolean => {
  const { sign, sigma } = MEASURES[measure]
  return (
    row.event === eventWord(country, measure) &&
    row.currency === OF_COUNTRY[country].currency &&
    row.impact === impactOf(country, measure) &&
    row.sign === sign &&
    row.unit === unitOfMeasure(measure) &&
    (row.sigma_basis === 'table' ? row.sigma === sigma : row.past_count >= LEAST_PAST)
  )
}

const isScored = ({ actual, estimate, sigma, measure, ...row }: Scored): boolean => {
  const { sign } = MEASURES[measure]
  const z = surpriseZ({ actual: Number(decimalDifference(actual, estimate)), estimate: 0, sigma, sign })
  return row.surprise === decimalDifference(actual, estimate) && row.surprise_z === rounded(z, SCORE_PLACES.z)
}

const isWeighed = ({ measure, country, time, weight }: Scored, now: number): boolean => {
  const age = ageDays(Date.parse(time), now)
  return age >= 0 && weight === rounded(surpriseWeight(impactOf(country, measure), age), SCORE_PLACES.weight)
}

const isInOrder = (rows: readonly Scored[]): boolean =>
  rows.every(({ time }, place) => place === 0 || time <= rows[place - 1]!.time)

const WHAT = 'scores and weights follow from the releases, and the index from them'

/** Scores the releases of a body again, and counts the index from their scores. */
export const recountedSurprises = (
  { surprise_index: index, release_count: count }: { readonly surprise_index: number; readonly release_count: number },
  body: Readonly<Record<string, Json>>,
): readonly Check[] => {
  const inputs: unknown = body
  if (!Value.Check(Inputs, inputs)) return [{ what: WHAT, ok: false }]
  const { releases, fetched_at: fetchedAt } = inputs
  const now = fetchedAt * SECOND_MS
  const found = printedIndex(releases)
  return [
    {
      what: 'names, signs, impacts and published deviations are those of the method',
      ok: releases.every(isOurs) && isInOrder(releases),
    },
    {
      what: WHAT,
      ok:
        releases.every((row) => isScored(row) && isWeighed(row, now)) &&
        releases.length === count &&
        count <= RELEASES.most &&
        index === found,
      detail: String(found),
    },
  ]
}

import { type Static, Type } from '@sinclair/typebox'
import { measure } from '../../canonical/measure.ts'
import { integer } from '../../canonical/token.ts'
import { RELEASE_COUNTRIES } from '../../sources/calendars/tradingview.ts'
import { number, share, word } from '../answer-fields.ts'
import { boundSale } from '../bound-sale.ts'
import { IMPACTS } from '../calendar/kinds.ts'
import { TARIFF } from '../tariff.ts'
import { MEASURE_WORDS } from './measures.ts'
import { recountedSurprises } from './recount-surprises.ts'
import { LEAST_PAST, RELEASES, SCORE_PLACES } from './score-rules.ts'
import { HALF_LIFE_DAYS, MEDIUM_WEIGHT } from '../math/surprise-index.ts'

const decimalText = (description: string) => Type.String({ description, examples: ['0.3'] })

const Scored = Type.Object({
  event: Type.String({ description: 'Country and measure', examples: ['US payrolls'] }),
  measure: word(MEASURE_WORDS, 'What was measured; see /methodology.json'),
  country: word(RELEASE_COUNTRIES, 'EU is the euro area'),
  currency: Type.String({ examples: ['USD'] }),
  time: Type.String({ description: 'UTC time of the release' }),
  period: Type.Union([Type.String(), Type.Null()], { description: 'What the value is about, where it is told' }),
  impact: word(IMPACTS, 'By our table: high counts 1, medium 0.5'),
  actual: decimalText('First value that was told, in full units; revisions do not enter'),
  estimate: decimalText('What was expected, in the same units'),
  prior: Type.Union([Type.String(), Type.Null()], { description: 'The value before, where it is told' }),
  unit: word(['percent', 'persons', 'points'] as const, 'Of actual, estimate, prior and surprise'),
  surprise: decimalText('actual minus estimate'),
  sigma: number('What the surprise is divided by, in the same units, four decimals'),
  sigma_basis: word(
    ['past', 'table'] as const,
    `past: the standard deviation of its earlier surprises; table: the published figure, while there are fewer than ${LEAST_PAST}`,
  ),
  past_count: Type.Integer({ minimum: 0, description: 'Earlier surprises of this measure that are kept' }),
  sign: Type.Union([Type.Literal(1), Type.Literal(-1)], {
    description: '-1 where a higher value means weaker growth',
  }),
  surprise_z: Type.Number({ minimum: -3, maximum: 3, description: 'surprise / sigma, clipped to ±3, times sign' }),
  weight: share(
    `2^(-age / ${HALF_LIFE_DAYS} days), times ${MEDIUM_WEIGHT} for medium impact, ${SCORE_PLACES.weight} decimals`,
  ),
  sources: Type.Array(Type.String(), { description: 'Who told of the value and the estimate, ASCII-sorted' }),
})
export type ScoredRelease = Static<typeof Scored>

/** The fields of the surprises besides the envelope. */
export const SurprisesAnswer = Type.Object({
  surprise_index: Type.Number({
    minimum: -100,
    maximum: 100,
    description: '50 times the weighted mean of the scores: +100 is two deviations of good news on average',
  }),
  release_count: Type.Integer({
    minimum: RELEASES.least,
    maximum: RELEASES.most,
    description: 'Releases that entered',
  }),
  releases: Type.Array(Scored, { description: 'The last releases with an actual value and an estimate, newest first' }),
  left_out: Type.Integer({
    minimum: 0,
    description: 'Releases since the oldest that entered, without a deviation to be measured by',
  }),
  overdue: Type.Integer({ minimum: 0, description: 'Releases of this week that are due and have no value yet' }),
  corrected: Type.Integer({
    minimum: 0,
    description: 'Kept releases of which the vendor told another value than the agency printed first, which counts',
  }),
  sources: Type.Array(Type.String(), {
    description: 'Who told of values and estimates, ASCII-sorted; estimates is a file of this oracle',
  }),
  missing: Type.Array(Type.String(), { description: 'Sources of the method that are silent' }),
  confidence: share('Releases of twenty, times freshness; see /methodology.json'),
  degraded: Type.Boolean({
    description: 'Fewer than ten releases, values that are overdue or were corrected, or an old reading',
  }),
  observed_at: Type.Integer({ description: 'Unix seconds of the oldest reading that it rests on' }),
  fetched_at: Type.Integer({ description: 'Unix seconds of the computation' }),
})
export type SurprisesAnswer = Static<typeof SurprisesAnswer>

/** `v1|SURPRISES|<index>|<releases>|SHA256:<content>|<timestamp>|<nonce>` */
export const SURPRISES_SALE = boundSale(
  'SURPRISES',
  { surprise_index: measure(SCORE_PLACES.index), release_count: integer },
  {
    answer: SurprisesAnswer,
    path: '/oracle/econ/surprises',
    price: TARIFF.surprises,
    sellableSeconds: 1_500,
    preview: null,
    recompute: recountedSurprises,
  },
)

import { type Static, Type } from '@sinclair/typebox'
import { layout } from '../../canonical/layout.ts'
import { orUnknown } from '../../canonical/measure.ts'
import { contentDigest, decimal, oneOf, text } from '../../canonical/token.ts'
import { number, share, word, wordOrNull } from '../answer-fields.ts'
import { usdc } from './pool.ts'
import { perTier } from './tiers.ts'
import { QUOTE_REASONS, QUOTE_STATUSES } from './verdict.ts'
import { VESSEL_CLASS_IDS } from './vessel-classes.ts'
import { DAY_PATTERN } from '../calendar-day.ts'

/** What a quote says (interface 3.8). */

/** Decimals of what is printed. Nothing is counted from a printed number. */
export const QUOTE_PLACES = { nm: 1, hours: 1, waveM: 2, chance: 4, ratio: 4 } as const

const day = (description: string) => Type.String({ pattern: DAY_PATTERN, description, examples: ['2027-01-28'] })

const Quay = Type.Object({ id: Type.String({ description: 'UN/LOCODE' }), name: Type.String(), country: Type.String() })

const Chances = Type.Object(
  perTier(() => Type.Number({ minimum: 0, maximum: 1 })),
  { description: 'Probabilities that waves above 4, 6 and 9 m are met' },
)

const SegmentAnswer = Type.Object({
  basin: Type.String({ description: 'A sea region with wave statistics of its own' }),
  month: Type.Integer({ minimum: 1, maximum: 12, description: 'UTC' }),
  distance_nm: number('Nautical miles'),
  hours: number('At the speed that the class keeps in these waves'),
  mean_hs_m: number('Mean significant wave height of that month, m'),
  shape: number('Shape of the Weibull distribution of the heights'),
  p_heavy: share('Probability of waves above 4 m on this stretch'),
  p_severe: share('Above 6 m'),
  p_extreme: share('Above 9 m'),
})

const SeasonAnswer = Type.Object({
  departure: day('UTC'),
  premium_usdc: usdc('As computed, also where it would be refused'),
  ratio: number('To the mean of the twelve'),
  refused: wordOrNull(QUOTE_REASONS, 'Why such a voyage would be refused for its risk'),
})

export const InsuranceQuote = Type.Object({
  status: word(QUOTE_STATUSES, 'indicative: without capital behind it'),
  reasons: Type.Array(word(QUOTE_REASONS, 'Why it is not quoted')),
  origin: Quay,
  destination: Quay,
  departure: day('From 00:00 UTC'),
  vessel_class: word(VESSEL_CLASS_IDS, 'See /insurance/vessels'),
  sum_insured_usdc: usdc('The sum that fractions are of'),
  distance_nm: number('Over sea lanes, from quay to quay'),
  voyage_hours: number('At the speed that the class keeps in the waves of the month'),
  arrival: Type.Integer({ description: 'Unix seconds, when all goes as computed' }),
  segments: Type.Array(SegmentAnswer, { minItems: 1 }),
  trigger_probabilities: Chances,
  payout_fractions: Type.Object(
    perTier(() => Type.Number()),
    { description: 'Of the sum insured, before the exposure of the class; the highest reached trigger pays' },
  ),
  expected_payout_usdc: usdc('Mean payout'),
  premium_usdc: Type.Union([usdc('Price of the cover'), Type.Null()], { description: 'null where it is refused' }),
  seasonal: Type.Array(SeasonAnswer, {
    minItems: 12,
    maxItems: 12,
    description: 'The first of the next twelve months',
  }),
  currency: Type.Literal('USDC'),
  methodVersion: Type.Integer(),
  valid_until: Type.Integer({ description: 'Unix seconds: the end of the UTC day of the quote' }),
  binding: Type.Literal(false),
  statement: Type.String({ description: 'Who stands behind it' }),
})
export type InsuranceQuote = Static<typeof InsuranceQuote>

/** `v1|INSURANCE|<from>|<to>|<departure>|<class>|<premium or NA>|<status>|SHA256:…|<timestamp>|<nonce>`. */
export const QUOTE_LAYOUT = layout('INSURANCE', {
  from: text,
  to: text,
  departure: text,
  vessel_class: oneOf(...VESSEL_CLASS_IDS),
  premium_usdc: orUnknown(decimal),
  status: oneOf(...QUOTE_STATUSES),
  content: contentDigest,
})

export const quoteTokens = (
  { origin, destination, departure, vessel_class, premium_usdc, status }: InsuranceQuote,
  hash: string,
) => ({ from: origin.id, to: destination.id, departure, vessel_class, premium_usdc, status, content: hash })

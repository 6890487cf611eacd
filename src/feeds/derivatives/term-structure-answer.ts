import { type Static, Type } from '@sinclair/typebox'
import { measure, orUnknown } from '../../canonical/measure.ts'
import { integer, list, oneOf, text } from '../../canonical/token.ts'
import { DATED_KINDS } from '../../sources/dated/dated.ts'
import { number, numberOrNull, word, wordOrNull } from '../answer-fields.ts'
import { CARRY_REGIMES, LEAST_VOTING_DAYS } from '../math/term-structure.ts'
import { VENUE_FIELDS } from '../venue-parts.ts'

/** Decimals (methods 0.2). */
export const TERM_PLACES = { usd: 2, days: 2, pct: 4, slope: 4 } as const

const FutureAnswer = Type.Object({
  exchange: Type.String(),
  symbol: Type.String({ description: 'As the venue names it' }),
  kind: word(DATED_KINDS, 'inverse: settled in coins; linear: settled in dollars or a stablecoin'),
  expiry: Type.Integer({ description: 'Unix seconds of its end of trading' }),
  mark: Type.String({ description: 'Mark price as the venue wrote it, in the quote currency of the contract' }),
  index: Type.String({ description: 'Spot index of the venue as it wrote it, in the same currency' }),
  annualized_pct: number('(mark / index - 1) * 365 / days * 100'),
  open_interest_usd: Type.Union([Type.Integer(), Type.Null()], { description: 'One side, at the mark' }),
  observed_at: Type.Integer({ description: 'Unix seconds of the older of mark and index' }),
})
export type FutureAnswer = Static<typeof FutureAnswer>

const MaturityAnswer = Type.Object({
  expiry: Type.Integer({ description: 'Unix seconds: the end of trading at most of the venues, else the first' }),
  days_to_expiry: number('From fetched_at to expiry'),
  futures_price: number('Dollars: spot times the median of mark / index'),
  basis_usd: number('Futures price less spot'),
  annualized_pct: number('Median over venues, per cent a year, simple'),
  annualized_log_pct: number('The same, compounded continuously'),
  votes: Type.Boolean({
    description: `Whether it counts for regime and slope: ${LEAST_VOTING_DAYS} days or more ahead`,
  }),
  venue_count: Type.Integer(),
  single_venue: Type.Boolean({ description: 'Only one venue has it: no second opinion' }),
  exchanges: Type.Array(FutureAnswer),
})
export type MaturityAnswer = Static<typeof MaturityAnswer>

/** The fields of a term structure besides the envelope. */
export const TermStructureAnswer = Type.Object({
  pair: Type.String({ examples: ['BTCUSD'] }),
  spot: number('Our median spot price in dollars'),
  regime: wordOrNull(CARRY_REGIMES, 'By two thirds of the voting maturities; null below two of them'),
  slope_per_sqrt_day: numberOrNull('Slope of the annualised carry over the square root of days, per cent a year'),
  nearest_annualized_pct: number('Annualised carry of the nearest voting maturity'),
  maturity_count: Type.Integer(),
  maturities: Type.Array(MaturityAnswer, { description: 'Nearest first' }),
  degraded: Type.Boolean({ description: 'No regime, or a confidence below 0.75' }),
  ...VENUE_FIELDS,
})
export type TermStructureAnswer = Static<typeof TermStructureAnswer>

/** The tokens of the canonical string, in their order. */
export const TERM_TOKENS = {
  pair: text,
  regime: orUnknown(oneOf(...CARRY_REGIMES)),
  slope_per_sqrt_day: orUnknown(measure(TERM_PLACES.slope)),
  nearest_annualized_pct: measure(TERM_PLACES.pct),
  maturity_count: integer,
  sources: list,
} as const

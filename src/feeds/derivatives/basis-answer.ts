import { type Static, Type } from '@sinclair/typebox'
import { number, numberOrNull, word } from '../answer-fields.ts'
import { BASIS_REGIMES } from '../math/basis.ts'
import { DEGRADED_FIELD, VENUE_FIELDS } from '../venue-parts.ts'

/** Decimals (methods 0.2). */
export const BASIS_PLACES = { bps: 4, pct: 6, annualized: 4, rate8h: 8 } as const

const ExchangeBasis = Type.Object({
  exchange: Type.String(),
  mark: number('Mark price in the contract quote currency'),
  index: number('The spot price behind it, by the venue'),
  basis_bps: number('10000 * (mark / index - 1)'),
  rate_8h: numberOrNull('Its funding per eight hours; null if it tells none'),
  annualized_carry_pct: numberOrNull('The same over a year, simple, per cent'),
  funding_interval_hours: numberOrNull('How often it is paid'),
  used: Type.Boolean({ description: 'False for an outlier, which is in neither median nor spread' }),
  observed_at: Type.Integer({ description: 'Unix seconds of the older of mark and index' }),
})

const NearestDated = Type.Object({
  expiry: Type.Integer({ description: 'Unix seconds' }),
  annualized_pct: number('(mark / index - 1) * 365 / days * 100, median over venues'),
})

/** The fields of a basis besides the envelope. */
export const BasisAnswer = Type.Object({
  pair: Type.String({ examples: ['BTCUSD'] }),
  median_bps: number('Median over the used venues, basis points; above zero the perpetual is dearer than spot'),
  basis_pct: number('The same in per cent'),
  spread_bps: number('Highest less lowest of the used venues, basis points'),
  regime: word(BASIS_REGIMES, 'By the median; see /methodology.json'),
  nearest_dated: Type.Union([NearestDated, Type.Null()], {
    description:
      'The nearest maturity of the term structure that votes, beside the perpetuals; null without a recent one',
  }),
  exchanges: Type.Array(ExchangeBasis),
  ...VENUE_FIELDS,
  ...DEGRADED_FIELD,
})
export type BasisAnswer = Static<typeof BasisAnswer>

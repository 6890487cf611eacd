import { type Static, Type } from '@sinclair/typebox'
import { measure, orUnknown } from '../../canonical/measure.ts'
import { list, oneOf, text } from '../../canonical/token.ts'
import { number, numberOrNull, word, wordOrNull } from '../answer-fields.ts'
import { boundSale } from '../bound-sale.ts'
import { TARIFF } from '../tariff.ts'
import { VENUE_FIELDS } from '../venue-parts.ts'
import { FUNDING_REGIMES } from './funding-regime.ts'
import { NEXT_BASES, PREDICTED_BASES } from './perpetual.ts'
import { FUNDING } from './funding-carry.ts'
import { mainNumber } from '../main-value.ts'

/** Decimals (methods 0.2). A rate for one hour needs two more than a rate for eight hours. */
export const PLACES = { rate8h: 8, rate: 10, pct: 4, zscore: 4, bps: 4, weight: 4 } as const

const ExchangeAnswer = Type.Object({
  exchange: Type.String(),
  rate: number('As the venue counts it: a fraction of the notional per interval'),
  interval_hours: number('How often it is paid'),
  rate_8h: number('The same per eight hours, clipped to plus or minus 0.003'),
  next_rate_8h: numberOrNull('What it expects to settle next, per eight hours'),
  next_rate_basis: wordOrNull(
    NEXT_BASES,
    'Where that comes from: current, the rate itself, which is its running estimate of the coming settlement; estimate, a number that it publishes apart; premium, made of its premium index',
  ),
  next_funding_time: Type.Union([Type.Integer(), Type.Null()], { description: 'Unix seconds, where the venue says' }),
  mark: number('Mark price in the contract quote currency'),
  index: numberOrNull('Index price, where the venue has one apart from the mark'),
  open_interest_usd: Type.Integer({ description: 'One side, at the mark' }),
  weight: number('Share of the open interest, capped at 0.35'),
  observed_at: Type.Integer({ description: 'Unix seconds of its oldest fact' }),
})

const Divergence = Type.Object(
  {
    bps: number('Highest less lowest rate per eight hours, in basis points'),
    highest: Type.String(),
    lowest: Type.String(),
    flagged: Type.Boolean({ description: 'Above 5 basis points' }),
  },
  { description: 'How far the venues lie apart' },
)

/** The fields of a funding composite besides the envelope. Rates are fractions of the notional. */
export const FundingAnswer = Type.Object({
  pair: Type.String({ examples: ['BTCUSD'] }),
  composite_rate_8h: number('Weighted median per eight hours; longs pay shorts while it is above zero'),
  regime: word(FUNDING_REGIMES, 'By the composite; see /methodology.json'),
  zscore_3d: numberOrNull('Against the hourly composites of the last 72 hours; null below 24 of them'),
  predicted_rate_8h: numberOrNull('What the venues expect to settle next; null below three of them'),
  predicted_basis: wordOrNull(
    PREDICTED_BASES,
    'Whose number that is: current says that it is a current rate and no forecast apart from it; estimate and premium as in next_rate_basis; mixed, between or on numbers of different kinds',
  ),
  predicted_current_share: numberOrNull(
    'Share of the weight behind predicted_rate_8h that expects its current rate, 0 to 1',
  ),
  annualized_pct: number('Composite over a year, simple'),
  median_rate_8h: number('Plain median, every venue alike'),
  divergence: Divergence,
  history_hours: Type.Integer({ description: 'Hours behind the z-score', minimum: 0, maximum: 72 }),
  exchanges: Type.Array(ExchangeAnswer),
  ...VENUE_FIELDS,
})
export type FundingAnswer = Static<typeof FundingAnswer>

/** `v1|FUNDING|<pair>|<rate>|<z or NA>|<regime>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const FUNDING_SALE = boundSale(
  'FUNDING',
  {
    pair: text,
    composite_rate_8h: measure(PLACES.rate8h),
    zscore_3d: orUnknown(measure(PLACES.zscore)),
    regime: oneOf(...FUNDING_REGIMES),
    sources: list,
  },
  {
    answer: FundingAnswer,
    path: '/oracle/funding/{base}/{quote}',
    catalogue: '/oracle/funding/catalogue',
    price: TARIFF.funding,
    sellableSeconds: FUNDING.sellableSeconds,
    preview: {
      staleMinutes: 120,
      main: mainNumber('annualized_pct', '% a year'),
      note: 'Unsigned, delayed copy for integration testing. The paid path gives the signed answer with every exchange.',
      fields: ['pair', 'composite_rate_8h', 'annualized_pct', 'zscore_3d', 'regime', 'exchange_count', 'confidence'],
    },
  },
)

import { type Static, Type } from '@sinclair/typebox'
import { number, numberOrNull, share } from '../../answer-fields.ts'
import { VENUE_FIELDS } from '../../venue-parts.ts'

/** The body of a surface of curves. */

const unixSeconds = (description: string) => Type.Integer({ description: `Unix seconds ${description}` })

const SliceAnswer = Type.Object({
  expiry: Type.String({ description: 'Date, 08:00 UTC', examples: ['2026-12-25'] }),
  t_years: number('Years of 365 days from the fit to the expiry: total variance over it is the square of volatility'),
  forward: number('Dollars, the median of the venues fitted'),
  a: number('w(k) = a + b (rho (k - m) + sqrt((k - m)^2 + sigma^2)), with k = ln(strike/forward)'),
  b: number('Slope of the wings'),
  rho: number('-1 to 1'),
  m: number('Where the curve turns, in k'),
  sigma: number('How smoothly it turns'),
  atm_iv: number('Of the curve at the forward, per cent a year'),
  rmse_vp: number('Root of the mean square error, in points of volatility, weighted like the fit'),
  strikes: Type.Integer({ description: 'Different strikes behind it' }),
  k_min: number('The lowest k quoted'),
  k_max: number('The highest k quoted'),
  min_g: number("The smallest value of Durrleman's function for k from -1.5 to 1.5"),
  butterfly_free: Type.Boolean({ description: 'Neither that nor total variance is below zero there' }),
  confidence: share('min(1, strikes/12) * exp(-rmse_vp/2), half of it if not free of butterflies'),
  fit_basis: Type.String({ description: 'pooled, or the one venue that it is fitted to' }),
  fitted_at: unixSeconds('of the fit'),
})
export type SliceAnswer = Static<typeof SliceAnswer>

const Calendar = Type.Object(
  {
    worst_pair: Type.Union([Type.Tuple([Type.String(), Type.String()]), Type.Null()], {
      description: 'The two neighbouring expiries whose total variances come closest, or cross most; null of one slice',
    }),
    amount: numberOrNull('The smallest later less nearer total variance, where either is quoted'),
    free: Type.Boolean({ description: 'It is nowhere below zero' }),
  },
  { description: 'Whether later expiries have at least the total variance of nearer ones' },
)

/** The fields of a surface of curves besides the envelope. */
export const SviAnswer = Type.Object({
  pair: Type.String({ examples: ['BTCUSD'] }),
  slice_count: Type.Integer({ description: 'Expiries with a curve' }),
  butterfly_free_count: Type.Integer({ description: 'How many of them are free of butterfly arbitrage' }),
  atm_iv_30d: number(
    'At the money at 30 days by the curves, per cent a year; that of the nearest expiry if none lies beyond',
  ),
  slices: Type.Array(SliceAnswer, { description: 'Nearest expiry first' }),
  calendar: Calendar,
  ...VENUE_FIELDS,
  confidence: share('Venues used / venues that list the coin * mean confidence of the slices, each by its age'),
  degraded: Type.Boolean({
    description:
      'A venue is missing or has a thin chain, an expiry waits for its curve, there are fewer than three, or 30 days lie outside of them',
  }),
})
export type SviAnswer = Static<typeof SviAnswer>

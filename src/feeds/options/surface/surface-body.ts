import { type Static, Type } from '@sinclair/typebox'
import { number, numberOrNull, word } from '../../answer-fields.ts'
import { LEVELS, SIGNS } from '../../math/iv-surface.ts'
import { VENUE_FIELDS } from '../../venue-parts.ts'

/** The body of a surface that compares venues. Volatilities in per cent a year. */

const byVenue = (description: string) => Type.Record(Type.String(), Type.Number(), { description })

const SurfacePoint = Type.Object({
  strike: number('Dollars'),
  k: number('ln(strike/forward), with the median of the forwards'),
  iv: byVenue('Mean of bid and ask by venue, at this k of its own forward'),
  bid_iv: byVenue('Bid by venue'),
  ask_iv: byVenue('Ask by venue'),
  svi_iv: numberOrNull('Of the curve that is fitted to all venues; null outside of the quotes that it is fitted to'),
  divergence_vp: numberOrNull('Highest less lowest of iv; null of one venue'),
})
export type SurfacePoint = Static<typeof SurfacePoint>

const SurfaceExpiry = Type.Object({
  expiry: Type.String({ description: 'Date, 08:00 UTC', examples: ['2026-12-25'] }),
  days: number('Days until then'),
  forward: byVenue('Dollars by venue'),
  atm: byVenue('At the money by venue, and pooled: their median'),
  svi_rmse_vp: numberOrNull('Error of the curve that is fitted to two venues or more; null without one'),
  points: Type.Array(SurfacePoint, { description: 'By strike' }),
})
export type SurfaceExpiry = Static<typeof SurfaceExpiry>

const Divergence = Type.Object({
  expiry: Type.String(),
  strike: number('Dollars'),
  high: Type.String({ description: 'The venue with the highest volatility' }),
  low: Type.String({ description: 'The venue with the lowest' }),
  vp: number('How far they lie apart, points of volatility'),
  level: word(LEVELS, 'By vp; see /methodology.json'),
})

const Mispricing = Type.Object({
  expiry: Type.String(),
  strike: number('Dollars'),
  exchange: Type.String(),
  diff_vp: number('Its iv less svi_iv'),
  sign: word(SIGNS, 'rich above the curve, cheap below it'),
})

/** What it is not: said in every answer. */
export const SURFACE_NOTICE = 'a difference between venues, not a signal'

/** The fields of a surface besides the envelope. */
export const SurfaceAnswer = Type.Object({
  pair: Type.String({ examples: ['BTCUSD'] }),
  expiry_count: Type.Integer(),
  point_count: Type.Integer({ description: 'Strikes of all expiries' }),
  compared_count: Type.Integer({ description: 'Strikes that two venues or more quote' }),
  svi_expiry_count: Type.Integer({ description: 'Expiries with a curve to compare venues with' }),
  divergence_alert_count: Type.Integer(),
  mispricing_alert_count: Type.Integer(),
  atm_iv_30d: number('At the money at 30 days, pooled; that of the nearest expiry if none lies beyond'),
  expiries: Type.Array(SurfaceExpiry, { description: 'Nearest first' }),
  divergence_alerts: Type.Array(Divergence),
  mispricing_alerts: Type.Array(Mispricing),
  notice: Type.Literal(SURFACE_NOTICE),
  ...VENUE_FIELDS,
  degraded: Type.Boolean({
    description:
      'A venue is missing or has a thin chain, no strike is quoted by two venues, no expiry has a curve, or 30 days lie outside of the expiries',
  }),
})
export type SurfaceAnswer = Static<typeof SurfaceAnswer>

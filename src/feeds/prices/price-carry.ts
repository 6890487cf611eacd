import { type Static, Type } from '@sinclair/typebox'

/** The carry of prices, for their next tick and for feeds that read them. Times are Unix milliseconds. */

export const PriceCarry = Type.Object({
  value: Type.Number(),
  /** Time of the oldest observation that was used. */
  observedAt: Type.Number(),
  sources: Type.Array(Type.String()),
  confidence: Type.Number(),
})
export type PriceCarry = Static<typeof PriceCarry>

/** The origin of a value: markets, daily fixings, or the last value from before the market closed. */
const Basis = Type.Union([Type.Literal('live'), Type.Literal('fixing'), Type.Literal('carried')])
export type Basis = Static<typeof Basis>

const FxCarry = Type.Object({
  ...PriceCarry.properties,
  /** For a pair that is itself a leg. Over a closed market its value is carried only if markets made it. */
  basis: Type.Optional(Basis),
})
export type FxCarry = Static<typeof FxCarry>

const PegCarry = Type.Object({
  ...PriceCarry.properties,
  /**
   * Coverage times freshness, 0 to 1. Indices use it as confidence instead of the full one, because disagreement of
   * venues is what they measure.
   */
  coverage: Type.Number(),
})
export type PegCarry = Static<typeof PegCarry>

const SpotCarry = Type.Object({
  ...PriceCarry.properties,
  /** Streaks of far-out votes by venue (methods 1.8). Only for prices in dollars. */
  runs: Type.Optional(
    Type.Record(Type.String(), Type.Object({ since: Type.Number(), last: Type.Number(), count: Type.Number() })),
  ),
})
export type SpotCarry = Static<typeof SpotCarry>

/** What other feeds repeat of a price. */
const published = Type.Object({ price: Type.String(), confidence: Type.Number() })

/**
 * The id and carry of the feeds of this family. FX publishes the legs, whose last values are used while the market is
 * closed.
 */
export const FX = { id: 'price/fx', carry: FxCarry } as const
export const PEGS = { id: 'price/pegs', carry: PegCarry, published, sellableSeconds: 60 } as const
export const SPOT = { id: 'price/spot', carry: SpotCarry, published, sellableSeconds: 30 } as const
export const VWAP = { id: 'price/vwap', published, sellableSeconds: 60 } as const

import { type Static, Type } from '@sinclair/typebox'

/** What prices carry for their next tick and for the feeds that build on them. Times are Unix milliseconds. */

export const PriceCarry = Type.Object({
  value: Type.Number(),
  /** Of the oldest observation that entered. */
  observedAt: Type.Number(),
  sources: Type.Array(Type.String()),
  confidence: Type.Number(),
})
export type PriceCarry = Static<typeof PriceCarry>

/** What stands behind a value: markets, daily fixings, or the last value before the market closed. */
const Basis = Type.Union([Type.Literal('live'), Type.Literal('fixing'), Type.Literal('carried')])
export type Basis = Static<typeof Basis>

const FxCarry = Type.Object({
  ...PriceCarry.properties,
  /** Of a pair that is itself a leg: over a closed market it is carried only where markets had made it. */
  basis: Type.Optional(Basis),
})
export type FxCarry = Static<typeof FxCarry>

const PegCarry = Type.Object({
  ...PriceCarry.properties,
  /** Who is there and how old it is, 0 to 1: indices judge it by that, since they measure that venues disagree. */
  coverage: Type.Number(),
})
export type PegCarry = Static<typeof PegCarry>

const SpotCarry = Type.Object({
  ...PriceCarry.properties,
  /** By venue: agreements in a row that it was far out of. Of dollar prices alone. */
  runs: Type.Optional(
    Type.Record(Type.String(), Type.Object({ since: Type.Number(), last: Type.Number(), count: Type.Number() })),
  ),
})
export type SpotCarry = Static<typeof SpotCarry>

/** The feed that publishes the legs: where a closed market's last values are found. */
export const FX = { id: 'price/fx', carry: FxCarry } as const
export const PEGS = { id: 'price/pegs', carry: PegCarry } as const
export const SPOT = { id: 'price/spot', carry: SpotCarry } as const

import { type Static, Type } from '@sinclair/typebox'
import { number, share, word } from '../answer-fields.ts'
import { TRADFI_REGIMES } from './tradfi-rules.ts'

const regime = word(TRADFI_REGIMES, 'Regime')

const TradfiCarry = Type.Object({
  regime,
  /** It is PANIC by the override. */
  overridden: Type.Boolean(),
  /** Unix seconds at which a known level last made it so; left out by answers of before. */
  overridden_at: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
})
export type TradfiCarry = Static<typeof TradfiCarry>

/** The TradFi regime, for those that read it. Its only subject is `EQUITY`. */
export const TRADFI = {
  id: 'regime/tradfi',
  carry: TradfiCarry,
  published: Type.Object({ regime, composite: number('Composite'), confidence: share('Confidence') }),
  sellableSeconds: 900,
} as const

import { type Static, Type } from '@sinclair/typebox'
import { number, share, word } from '../answer-fields.ts'
import { LIQUIDITY_REGIMES } from './liquidity-words.ts'

/** What would take the place of the regime, and the Unix second since when. */
export const LiquidityCandidate = Type.Union(
  [
    Type.Object({ regime: word(LIQUIDITY_REGIMES, 'Regime that would take its place'), since: Type.Integer() }),
    Type.Null(),
  ],
  { description: 'What takes the place of the regime when it has held for a minute; null if nothing would' },
)

const LiquidityCarry = Type.Object({
  regime: word(LIQUIDITY_REGIMES, 'Regime that is published'),
  since: Type.Integer(),
  candidate: LiquidityCandidate,
})
export type LiquidityCarry = Static<typeof LiquidityCarry>

/** The liquidity regime, for those that read it. Its only subject is `MARKET`. */
export const LIQUIDITY = {
  id: 'regime/liquidity',
  carry: LiquidityCarry,
  published: Type.Object({
    regime: word(LIQUIDITY_REGIMES, 'Regime'),
    stress_score: number('Sum of the signals'),
    confidence: share('Confidence'),
  }),
  sellableSeconds: 300,
} as const

import { type Static, Type } from '@sinclair/typebox'
import { word } from '../answer-fields.ts'
import { LIQUIDITY_REGIMES } from './liquidity-words.ts'

const regime = word(LIQUIDITY_REGIMES, 'Regime')

export const LiquidityCandidate = Type.Union([Type.Object({ regime, since: Type.Integer() }), Type.Null()], {
  description: 'What takes the place of the regime when it holds again; null if nothing would',
})

const LiquidityCarry = Type.Object({ regime, candidate: LiquidityCandidate })
export type LiquidityCarry = Static<typeof LiquidityCarry>

/** What of the liquidity regime its next tick reads. Its only subject is `MARKET`. */
export const LIQUIDITY = {
  id: 'regime/liquidity',
  carry: LiquidityCarry,
  sellableSeconds: 180,
} as const

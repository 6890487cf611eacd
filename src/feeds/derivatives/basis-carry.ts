import { type Static, Type } from '@sinclair/typebox'
import { word } from '../answer-fields.ts'
import { BASIS_REGIMES } from '../math/basis.ts'

const BasisCarry = Type.Object({
  /** Basis points. */
  medianBps: Type.Number(),
  spreadBps: Type.Number(),
  confidence: Type.Number(),
  sources: Type.Array(Type.String()),
})
export type BasisCarry = Static<typeof BasisCarry>

/** The id and carry of the basis of perpetuals, for feeds that read it. */
export const BASIS = {
  id: 'basis',
  carry: BasisCarry,
  published: Type.Object({
    median_bps: Type.Number(),
    spread_bps: Type.Number(),
    regime: word(BASIS_REGIMES, 'By the median'),
    sources: Type.Array(Type.String()),
    confidence: Type.Number(),
  }),
  sellableSeconds: 300,
} as const

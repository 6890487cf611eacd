import { type Static, Type } from '@sinclair/typebox'
import { word } from '../answer-fields.ts'

/** Regimes of contagion, from the lowest value to the highest (interface 3.3). */
export const CONTAGION_REGIMES = ['DECOUPLED', 'MIXED', 'COUPLED', 'CONTAGION'] as const

const ContagionCarry = Type.Object({
  /** 0 to 100, unrounded. */
  value: Type.Number(),
  unit: Type.Literal('index'),
  regime: Type.String(),
  confidence: Type.Number(),
  /** Unix milliseconds of the oldest input. */
  observedAt: Type.Number(),
})
export type ContagionCarry = Static<typeof ContagionCarry>

/** The contagion index, for those that read it. Its only subject is `MARKET`. */
export const CONTAGION = {
  id: 'index/contagion',
  carry: ContagionCarry,
  published: Type.Object({
    value: Type.Number(),
    regime: word(CONTAGION_REGIMES, 'Regime'),
    confidence: Type.Number(),
  }),
  sellableSeconds: 900,
} as const

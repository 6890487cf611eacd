import { type Static, Type } from '@sinclair/typebox'
import { word } from '../answer-fields.ts'
import { PERP_REGIMES } from './perp-words.ts'

const regime = word(PERP_REGIMES, 'Regime')

/** One stretch of one regime. Times are Unix seconds. */
const Run = Type.Object({
  regime,
  start: Type.Integer(),
  end: Type.Integer(),
  /** A gap in the record ended or began it: its length is not known, and it is no reference. */
  cut: Type.Boolean(),
})
export type PerpRun = Static<typeof Run>

const PerpRunsCarry = Type.Object({
  /** `null` before the first evaluation. */
  running: Type.Union([
    Type.Object({
      regime,
      start: Type.Integer(),
      /** It was there when the record began or went on after a gap: it is at least as long as it looks. */
      censored: Type.Boolean(),
    }),
    Type.Null(),
  ]),
  /** Unix seconds of the last evaluation that was recorded. */
  lastAt: Type.Union([Type.Integer(), Type.Null()]),
})
export type PerpRunsCarry = Static<typeof PerpRunsCarry>

/** The record of the regimes of a coin, which nobody can buy. Its keys are those of the regimes. */
export const PERP_RUNS = { id: 'measure/perp-runs', carry: PerpRunsCarry } as const

/** The closed runs of a coin, oldest first. They stand apart, since they change only when a run ends. */
export interface ClosedRuns {
  readonly closed: readonly PerpRun[]
}

/** The whole record. */
export type PerpRecord = ClosedRuns & PerpRunsCarry

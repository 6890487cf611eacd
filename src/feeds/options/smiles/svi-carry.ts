import { type Static, Type } from '@sinclair/typebox'
import { KeptFit } from './svi-schedule.ts'

const SviCarry = Type.Object({
  /** Nearest expiry first. */
  fits: Type.Array(KeptFit),
  /** Evaluations of the objective at this tick. */
  evaluations: Type.Number(),
})
export type SviCarry = Static<typeof SviCarry>

/** The id and carry of the feed of curves, for its next tick and for feeds that read it. */
export const SVI = { id: 'svi', carry: SviCarry } as const

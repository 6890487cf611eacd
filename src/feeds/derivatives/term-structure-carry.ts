import { type Static, Type } from '@sinclair/typebox'

/** The nearest voting maturity: Unix seconds of its expiry, and its carry in per cent a year. */
const TermStructureCarry = Type.Object({ expiry: Type.Integer(), annualizedPct: Type.Number() })
export type TermStructureCarry = Static<typeof TermStructureCarry>

/** The id and carry of the term structure, for feeds that read it. */
export const TERM_STRUCTURE = { id: 'term-structure', carry: TermStructureCarry } as const

import { type Static, Type } from '@sinclair/typebox'

/** The values that other feeds read: official events of high impact, those by a rule left out. */
export const CalendarCarry = Type.Object({
  /** Events of this UTC day, those that have passed included. */
  highToday: Type.Integer({ minimum: 0 }),
  /** Unix seconds of those within thirty days that have an hour, in order. */
  highAt: Type.Array(Type.Integer()),
})
export type CalendarCarry = Static<typeof CalendarCarry>

export const CALENDAR = { id: 'econ/calendar', carry: CalendarCarry } as const

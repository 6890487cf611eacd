import { type Static, Type } from '@sinclair/typebox'

/** The values that other feeds read: official events of high impact, those by a rule left out. */
export const CalendarCarry = Type.Object({
  /** Events of this UTC day, those that have passed included. */
  highToday: Type.Integer({ minimum: 0 }),
  /** Unix seconds of those within thirty days that have an hour, in order. */
  highAt: Type.Array(Type.Integer()),
})
export type CalendarCarry = Static<typeof CalendarCarry>

/** How long a calendar is sold, seconds. */
const SELLABLE_SECONDS = 1_500

const textOrNull = Type.Union([Type.String(), Type.Null()])

/** The events of thirty days, for those that read them. Its only subject is `30D`. */
export const CALENDAR = {
  id: 'econ/calendar',
  carry: CalendarCarry,
  published: Type.Object({
    next_time: textOrNull,
    events: Type.Array(
      Type.Object({ event: Type.String(), country: Type.String(), impact: Type.String(), time: textOrNull }),
    ),
    confidence: Type.Number(),
  }),
  sellableSeconds: SELLABLE_SECONDS,
} as const

/** The events of this UTC day, for those that repeat their number. Its only subject is `TODAY`. */
export const CALENDAR_TODAY = {
  id: 'econ/calendar-today',
  published: Type.Object({ event_count: Type.Integer(), high_impact_count: Type.Integer(), confidence: Type.Number() }),
  sellableSeconds: SELLABLE_SECONDS,
} as const

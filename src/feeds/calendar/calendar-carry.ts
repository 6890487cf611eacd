import { Type } from '@sinclair/typebox'

const until = Type.Object({ until: Type.Union([Type.String(), Type.Null()]) })

/** What other feeds repeat of a list of events. */
const published = Type.Object({
  event_count: Type.Integer(),
  high_impact_count: Type.Integer(),
  next_time: Type.Union([Type.String(), Type.Null()]),
  events: Type.Array(
    Type.Object({
      event: Type.String(),
      country: Type.String(),
      date: Type.String(),
      time: Type.Union([Type.String(), Type.Null()]),
      impact: Type.String(),
      estimated: Type.Boolean(),
    }),
  ),
  coverage: Type.Object({ US: until, EU: until }),
  confidence: Type.Number(),
})

/** The events of thirty days and those of this day, for feeds that repeat them. */
export const CALENDAR = { id: 'econ/calendar', published, sellableSeconds: 1_500 } as const
export const CALENDAR_TODAY = { id: 'econ/calendar-today', published, sellableSeconds: 1_500 } as const

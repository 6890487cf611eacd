import { type Static, Type } from '@sinclair/typebox'
import { NEW_YORK } from '../../sources/equities/market-day.ts'
import { zonedDate, zonedTime } from '../../sources/zoned.ts'
import bundled from './early-closes.json'

/** When sessions of New York end. Half days are announced on a page for people: a file, whose rows say where they were read. */

const date = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** The form of `early-closes.json`. */
export const EarlyCloses = Type.Object({
  about: Type.String(),
  covers_until: date,
  rows: Type.Array(
    Type.Object({
      date,
      close: Type.String({ pattern: '^1[0-5]:[0-5]\\d$' }),
      source_url: Type.String({ pattern: '^https://' }),
      read_at: Type.String({ pattern: '^\\d{4}-\\d{2}(-\\d{2})?$' }),
    }),
  ),
})

export const EARLY_CLOSES: Static<typeof EarlyCloses> = bundled

const USUAL_CLOSE = '16:00'
const CLOSES: ReadonlyMap<string, string> = new Map(EARLY_CLOSES.rows.map((row) => [row.date, row.close]))

/** When the session of a date ends, Unix milliseconds. */
export const closeOf = (day: string): number => {
  const [hour = 0, minute = 0] = (CLOSES.get(day) ?? USUAL_CLOSE).split(':').map(Number)
  return zonedTime(day, hour, minute, NEW_YORK)
}

/** Whether half days of now are not announced in our file: a close of 16:00 is an assumption then. */
export const areClosesUnknown = (now: number): boolean => zonedDate(now, NEW_YORK) > EARLY_CLOSES.covers_until

import { readFileSync } from 'node:fs'
import { COUNTRIES } from '../../feeds/calendar/kinds.ts'
import { AHEAD_DAYS } from '../../feeds/calendar/reach.ts'
import { checkedOfficial, type CheckedOfficial, OFFICIAL, type OfficialFile } from '../../feeds/calendar/official.ts'
import type { Meter } from '../../metrics/meter.ts'
import type { Log } from '../../ports.ts'
import type { Store } from '../../store/store.ts'
import { DAY_MS, DAY_SECONDS, utcDay } from '../../time-units.ts'

/** Dates of authorities for people, from a file of the operator. */

/** The file at this path, or everything that is wrong with it. */
export const readOfficial = (path: string): CheckedOfficial => {
  try {
    return checkedOfficial(JSON.parse(readFileSync(path, 'utf8')))
  } catch (problem) {
    return { ok: false, faults: [String(problem)] }
  }
}

/** Lays the file where calendars read it. Without one, that of an earlier start is taken away. */
export const keepOfficial = async (boards: Store['boards'], file: OfficialFile | null, now: number): Promise<unknown> =>
  boards.write(OFFICIAL.id, now, { file })

/** So many days before answers lack something the operator is told that the file must be renewed. */
const ALARM_DAYS = 30

/** Logs once a day, for each country of which the file will soon not tell all that is sold, or does not already. */
export const calendarAlarm = (file: OfficialFile, { log, meter }: { readonly log: Log; readonly meter: Meter }) => {
  let told = ''
  return (now: number): void => {
    const today = utcDay(now)
    if (told === today) return
    told = today
    for (const country of COUNTRIES) {
      const until = file.covers_until[country]
      const days = Math.floor((Date.parse(until) - Date.parse(today)) / DAY_MS)
      // Answers look thirty days ahead: from then on there is something that they cannot know.
      const covered = days - AHEAD_DAYS
      meter.set('claros_calendar_covered_seconds', { country }, covered * DAY_SECONDS)
      if (covered <= ALARM_DAYS)
        log.warn('calendar.ends', {
          country,
          coversUntil: until,
          days,
          advice: 'put a newer calendar-official.json into the data folder and start again',
        })
    }
  }
}

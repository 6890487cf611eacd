import { readFileSync } from 'node:fs'
import { COUNTRIES } from '../../feeds/calendar/kinds.ts'
import { checkedOfficial, type CheckedOfficial, OFFICIAL, type OfficialFile } from '../../feeds/calendar/official.ts'
import type { Log } from '../../ports.ts'
import type { Store } from '../../store/store.ts'
import { DAY_MS, utcDay } from '../../time-units.ts'

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

/** From so many days before its end on the operator is told that the file must be renewed. */
const ALARM_DAYS = 30

/** Logs once a day, for each country that the file will soon cover no more, or does not already. */
export const calendarAlarm = (file: OfficialFile, log: Log): ((now: number) => void) => {
  let told = ''
  return (now) => {
    const today = utcDay(now)
    if (told === today) return
    told = today
    for (const country of COUNTRIES) {
      const until = file.covers_until[country]
      const days = Math.floor((Date.parse(until) - Date.parse(today)) / DAY_MS)
      if (days <= ALARM_DAYS)
        log.warn('calendar.ends', {
          country,
          coversUntil: until,
          days,
          advice: 'put a newer calendar-official.json into the data folder and start again',
        })
    }
  }
}

import { type Source, UnreadableReply } from '../query.ts'
import { field, items, optional, type Piece, reply, text } from '../shape.ts'
import { addDays, zonedDate, zonedTime } from '../zoned.ts'
import { type CalendarEntry, type CalendarSource, clockTime, isoDate, notEmpty } from './announced.ts'

const source: Source = {
  name: 'fedcalendar',
  origin: 'https://www.federalreserve.gov',
  rate: { requests: 6, perSeconds: 60 },
  timeoutMs: 20_000,
  // Every event since 2017, speeches included: about a megabyte, and growing.
  maxBytes: 4_194_304,
  rights: 'open',
  terms: 'https://www.federalreserve.gov/disclaimer.htm',
  termsNote: 'Work of the United States government: public domain; no endorsement implied.',
}

const ZONE = 'America/New_York'

/**
 * The last day of `9`, `27-28`, `8, 9` or `31-1`, counted from the first of the month: a meeting that ends in the next
 * month ends with a smaller day. The decision comes on the last day.
 */
const lastDay = (month: string, days: string): string | null => {
  const read = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) && /^\s*\d{1,2}(?:\s*[-–,]\s*\d{1,2})*\s*$/.test(days)
  if (!read) return null
  const each = (days.match(/\d+/g) ?? []).map(Number)
  const [first = 0, last = 0] = [each[0], each.at(-1)]
  const [year = 0, number = 0] = month.split('-').map(Number)
  const isNext = last < first
  const date = isoDate(isNext && number === 12 ? year + 1 : year, isNext ? (number % 12) + 1 : number, last)
  try {
    return addDays(date, 0)
  } catch {
    return null
  }
}

const words = (of: Piece, name: string): string => {
  const found = optional(of, name)
  return found === null || found.value === null ? '' : text(found)
}

/**
 * What the committee on open markets does, of all events of the Federal Reserve. A row of the past that cannot be read is
 * left out, since the list has such rows; one that may lie ahead is not.
 * https://www.federalreserve.gov/newsevents/calendar.htm
 */
const read = (body: string, now: number): readonly CalendarEntry[] =>
  items(field(reply(body), 'events')).flatMap((row): readonly CalendarEntry[] => {
    if (words(row, 'type') !== 'FOMC') return []
    const [title, month, days] = [words(row, 'title').trim(), words(row, 'month'), words(row, 'days')]
    const date = lastDay(month, days)
    if (date === null) {
      if (month < zonedDate(now, ZONE).slice(0, 7)) return []
      throw new UnreadableReply(`${row.path} is on no day: ${month.slice(0, 20)}, ${days.slice(0, 20)}`)
    }
    const time = clockTime(words(row, 'time'))
    return [{ title, date, at: time && zonedTime(date, time.hour, time.minute, ZONE), period: null }]
  })

export const fed: CalendarSource = {
  source,
  country: 'US',
  page: 'https://www.federalreserve.gov/newsevents/calendar.htm',
  lists: (now) => [
    {
      name: 'all',
      query: { provider: source, path: '/json/calendar.json', read: (body) => notEmpty(read(body, now)) },
    },
  ],
}

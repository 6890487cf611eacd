import type { Source } from '../query.ts'
import { items, optional, reply, text, field } from '../shape.ts'
import { addDays, zonedDate, zonedTime } from '../zoned.ts'
import { type CalendarEntry, type CalendarSource, notEmpty } from './announced.ts'

const source: Source = {
  name: 'eurostatcalendar',
  origin: 'https://ec.europa.eu',
  rate: { requests: 6, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 2_097_152,
  rights: 'attribution',
  terms: 'https://ec.europa.eu/eurostat/help/copyright-notice',
  termsNote:
    'Free reuse with Eurostat named as source. Undocumented back end of the official page; not reviewed by counsel.',
}

const ZONE = 'Europe/Luxembourg'
/** Euro indicators come at eleven. */
const RELEASE_HOUR = 11
const BACK_DAYS = 3
const AHEAD_DAYS = 190

/**
 * The calendar of euro indicators. Its starts read 11:00 with the letter of UTC, while releases come at 11:00 in
 * Luxembourg: the day is taken, and the hour is that of releases.
 * https://ec.europa.eu/eurostat/news/euro-indicators/release-calendar
 */
const read = (body: string): readonly CalendarEntry[] =>
  items(reply(body)).map((row) => {
    const date = addDays(text(field(row, 'start')).slice(0, 10), 0)
    const period = optional(row, 'period')?.value
    return {
      title: text(field(row, 'title')).trim(),
      date,
      at: zonedTime(date, RELEASE_HOUR, 0, ZONE),
      period: typeof period === 'string' && period.trim() !== '' ? period.trim() : null,
    }
  })

export const eurostat: CalendarSource = {
  source,
  country: 'EU',
  page: 'https://ec.europa.eu/eurostat/news/euro-indicators/release-calendar',
  lists: (now) => {
    const today = zonedDate(now, ZONE)
    const asked = new URLSearchParams({
      isEuroindicator: 'true',
      start: `${addDays(today, -BACK_DAYS)}T00:00:00Z`,
      end: `${addDays(today, AHEAD_DAYS)}T00:00:00Z`,
      timeZone: 'UTC',
      theme: '0',
      category: '0',
      keywords: '',
    })
    const path = `/eurostat/o/calendars/eventsJson?${asked.toString()}`
    return [{ name: 'all', query: { provider: source, path, read: (body) => notEmpty(read(body)) } }]
  },
}

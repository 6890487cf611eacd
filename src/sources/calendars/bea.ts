import type { Source } from '../query.ts'
import { entries, field, items, millisFromIso, reply } from '../shape.ts'
import { zonedDate } from '../zoned.ts'
import { type CalendarEntry, type CalendarSource, notEmpty } from './announced.ts'

const source: Source = {
  name: 'beacalendar',
  origin: 'https://apps.bea.gov',
  rate: { requests: 6, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 262_144,
  rights: 'open',
  terms: 'https://www.bea.gov/help/guidelines-for-citing-bea',
  termsNote: 'Work of the United States government: public domain; no endorsement implied.',
}

/** The member beside the releases that says when the file was written. */
const METADATA = 'file_last_updated'

/**
 * Releases of the Bureau of Economic Analysis by name, each with its times in UTC. Some times occur twice.
 * https://www.bea.gov/news/schedule/icalendar
 */
const read = (body: string): readonly CalendarEntry[] =>
  entries(reply(body)).flatMap(([title, release]) => {
    if (title === METADATA) return []
    const times = new Set(items(field(release, 'release_dates')).map(millisFromIso))
    return [...times].map((at): CalendarEntry => ({
      title,
      date: zonedDate(at, 'America/New_York'),
      at,
      period: null,
    }))
  })

export const bea: CalendarSource = {
  source,
  country: 'US',
  page: 'https://www.bea.gov/news/schedule',
  lists: () => [
    {
      name: 'all',
      query: {
        provider: source,
        path: '/API/signup/release_dates.json',
        read: (body) => notEmpty(read(body)),
      },
    },
  ],
}

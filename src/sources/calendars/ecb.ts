import { htmlDefinitions } from '../html-table.ts'
import { markup } from '../markup.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { addDays, zonedTime } from '../zoned.ts'
import { type CalendarEntry, type CalendarSource, notEmpty } from './announced.ts'

const source: Source = {
  name: 'ecbcalendar',
  origin: 'https://www.ecb.europa.eu',
  rate: { requests: 6, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 1_048_576,
  rights: 'attribution',
  terms: 'https://www.ecb.europa.eu/home/disclaimer/html/index.en.html',
  termsNote: 'Free reuse with the ECB named as source; not reviewed by counsel.',
}

/** Decisions are published at a quarter past two, in Frankfurt. */
const PUBLISHED = { hour: 14, minute: 15, zone: 'Europe/Berlin' } as const

const dayOf = (term: string): string => {
  const [, day = '', month = '', year = ''] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(term) ?? []
  if (year === '') throw new UnreadableReply(`not a day: ${term.slice(0, 40)}`)
  return addDays(`${year}-${month}-${day}`, 0)
}

/** The second day of a meeting on monetary policy. Others of the council are called "non-monetary policy meeting". */
const isDecision = (title: string): boolean =>
  /\bmonetary policy meeting\b/i.test(title) && !/non-monetary/i.test(title) && /\(day 2\)/i.test(title)

/** Meetings of the Governing Council. https://www.ecb.europa.eu/press/calendars/mgcgc/html/index.en.html */
const read = (body: string): readonly CalendarEntry[] =>
  htmlDefinitions(markup(body)).flatMap(([term, title]) => {
    if (!isDecision(title)) return []
    const date = dayOf(term)
    return [{ title, date, at: zonedTime(date, PUBLISHED.hour, PUBLISHED.minute, PUBLISHED.zone), period: null }]
  })

export const ecb: CalendarSource = {
  source,
  country: 'EU',
  page: 'https://www.ecb.europa.eu/press/calendars/mgcgc/html/index.en.html',
  lists: () => [
    {
      name: 'all',
      query: {
        provider: source,
        path: '/press/calendars/mgcgc/html/index.en.html',
        read: (body) => notEmpty(read(body)),
      },
    },
  ],
}

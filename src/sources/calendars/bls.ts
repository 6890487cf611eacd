import { icsEvents } from '../ics.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { addDays, zonedDate, zonedTime } from '../zoned.ts'
import { type CalendarEntry, type CalendarSource, notEmpty } from './announced.ts'
import { utcDay } from '../../time-units.ts'

const source: Source = {
  name: 'blscalendar',
  origin: 'https://www.bls.gov',
  rate: { requests: 6, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 1_048_576,
  headers: { 'user-agent': 'Mozilla/5.0 (compatible; claros/1.0)' },
  rights: 'open',
  terms: 'https://www.bls.gov/opub/copyright-information.htm',
  termsNote: 'Work of the United States government: public domain; no endorsement implied. Many servers get 403.',
}

const ZONE = 'America/New_York'
/** How the file calls that zone. */
const ZONES: readonly (string | undefined)[] = ['US-Eastern', 'US/Eastern', ZONE]

const spelled = (value: string): Date | null => {
  const found = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{2}(Z?))?$/.exec(value)
  return found ? new Date(`${found[1]}-${found[2]}-${found[3]}T${found[4] ?? '00'}:${found[5] ?? '00'}:00Z`) : null
}

/** Engines read 30 February as a day in March. */
const isSpelled = (read: Date, value: string): boolean =>
  utcDay(read.getTime()).replaceAll('-', '') === value.slice(0, 8)

/** The start of an event: by the clock of New York, in UTC, or a day alone. */
const startOf = (value: string, zone: string | undefined): Pick<CalendarEntry, 'date' | 'at'> => {
  const read = spelled(value)
  if (!read || Number.isNaN(read.getTime()) || !isSpelled(read, value))
    throw new UnreadableReply(`not a start: ${value.slice(0, 40)}`)
  const date = utcDay(read.getTime())
  if (!value.includes('T')) return { date: addDays(date, 0), at: null }
  if (value.endsWith('Z')) return { date: zonedDate(read.getTime(), ZONE), at: read.getTime() }
  if (!ZONES.includes(zone)) throw new UnreadableReply(`a start in the zone ${zone?.slice(0, 40)}`)
  return { date, at: zonedTime(date, read.getUTCHours(), read.getUTCMinutes(), ZONE) }
}

/**
 * All releases of the Bureau of Labor Statistics as a calendar file.
 * https://www.bls.gov/schedule/news_release/
 */
const read = (body: string): readonly CalendarEntry[] =>
  icsEvents(body).flatMap(({ SUMMARY, DTSTART, STATUS }) => {
    if (STATUS?.value.toUpperCase() === 'CANCELLED') return []
    if (!SUMMARY || !DTSTART) throw new UnreadableReply('an event without a name or a start')
    return [{ title: SUMMARY.value.trim(), ...startOf(DTSTART.value, DTSTART.parameters['TZID']), period: null }]
  })

export const bls: CalendarSource = {
  source,
  country: 'US',
  page: 'https://www.bls.gov/schedule/news_release/',
  lists: () => [
    {
      name: 'all',
      query: {
        provider: source,
        path: '/schedule/news_release/bls.ics',
        read: (body) => notEmpty(read(body)),
      },
    },
  ],
}

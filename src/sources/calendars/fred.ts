import { htmlRows, insideId } from '../html-table.ts'
import { markup } from '../markup.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { addDays, zonedDate, zonedTime } from '../zoned.ts'
import { type CalendarEntry, type CalendarSource, clockTime, isoDate, monthNamed, notEmpty } from './announced.ts'

const source: Source = {
  name: 'fredcalendar',
  origin: 'https://fred.stlouisfed.org',
  rate: { requests: 20, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 1_048_576,
  rights: 'attribution',
  terms: 'https://fred.stlouisfed.org/legal/',
  termsNote: 'Dates of government releases; not endorsed or certified by the Federal Reserve Bank of St. Louis.',
}

/** Releases by their number: prices, employment, producer prices, product, income. */
const RELEASES = [10, 50, 46, 53, 54] as const

/** All times of the page are those of St. Louis, and it says so. */
const ZONE = 'America/Chicago'
const ZONE_SAID = 'All times are US Central Time'

const dayOf = (text: string): string | null => {
  const [, name = '', day = '', year = ''] = /^[A-Z][a-z]+day,? ([A-Z][a-z]+) (\d{1,2}), (\d{4})$/.exec(text) ?? []
  const month = monthNamed(name)
  return month === null ? null : addDays(isoDate(Number(year), month, Number(day)), 0)
}

/**
 * The release calendar of one release and year: a row with the day, then a row with time and name.
 * https://fred.stlouisfed.org/releases/calendar
 */
const read = (body: string, release: number, year: number): readonly CalendarEntry[] => {
  const pieces = markup(body)
  const pager = insideId(pieces, 'div', 'release-dates-pager')
  if (!pager) throw new UnreadableReply(`no calendar on the page: ${body.trim().slice(0, 80)}`)
  if (!pieces.some((piece) => piece.kind === 'text' && piece.text.includes(ZONE_SAID)))
    throw new UnreadableReply('the page does not say that its times are US Central')
  const shown = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join(' ')
  const [, last, all] = /Releases\s+1\s*-\s*(\d+)\s+of\s+(\d+)/.exec(shown) ?? []
  if (last !== all) throw new UnreadableReply(`${last} of ${all} rows: the calendar goes on`)
  const events: CalendarEntry[] = []
  let date: string | null = null
  for (const row of htmlRows(pager)) {
    const [first, second] = row
    const day = dayOf(first?.spans[0] ?? first?.text ?? '')
    if (day !== null) date = day
    else if (first && second) {
      const rid = /[?&]rid=(\d+)/.exec(second.links[0] ?? '')?.[1]
      if (date === null || Number(rid) !== release)
        throw new UnreadableReply(`release ${release} was asked for, and ${rid} came on ${date}`)
      const time = clockTime(first.text)
      events.push({
        title: second.text,
        date,
        at: time && zonedTime(date, time.hour, time.minute, ZONE),
        period: null,
      })
    }
  }
  const strange = events.find((event) => !event.date.startsWith(`${year}-`))
  if (strange) throw new UnreadableReply(`the calendar of ${year} has a day in ${strange.date.slice(0, 4)}`)
  return events
}

export const fred: CalendarSource = {
  source,
  country: 'US',
  page: 'https://fred.stlouisfed.org/releases/calendar',
  lists: (now) => {
    const year = Number(zonedDate(now, ZONE).slice(0, 4))
    return RELEASES.flatMap((release) =>
      [year, year + 1].map((each) => ({
        name: `${release}/${each}`,
        query: {
          provider: source,
          path: `/releases/calendar?rid=${release}&y=${each}`,
          read: (body: string) => notEmpty(read(body, release, each)),
        },
      })),
    )
  },
}

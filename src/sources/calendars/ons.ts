import { type Source, UnreadableReply } from '../query.ts'
import { field, flag, items, millisFromIso, reply, text, whole } from '../shape.ts'
import { addDays, zonedDate } from '../zoned.ts'
import { type CalendarEntry, type CalendarSource, notEmpty } from './announced.ts'

const source: Source = {
  name: 'ons',
  origin: 'https://api.beta.ons.gov.uk',
  rate: { requests: 6, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 4_194_304,
  rights: 'attribution',
  terms: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
  termsNote: 'Open Government Licence: name the Office for National Statistics; not reviewed by counsel.',
}

const ZONE = 'Europe/London'
const MOST_ROWS = 1_000
const AHEAD_DAYS = 92

/** `Consumer price inflation, UK: September 2026` is a name and what it is about. */
const split = (title: string): Pick<CalendarEntry, 'title' | 'period'> => {
  const at = title.lastIndexOf(': ')
  return at < 0 ? { title, period: null } : { title: title.slice(0, at), period: title.slice(at + 2) }
}

/**
 * Releases of the Office for National Statistics that are to come. Those with a day that may still move (not
 * `finalised`) and those that were called off are left out.
 * https://developer.ons.gov.uk/search/
 */
const read = (body: string): readonly CalendarEntry[] => {
  const sent = reply(body)
  const rows = items(field(sent, 'releases'))
  const total = whole(field(field(sent, 'breakdown'), 'total'))
  if (total > rows.length) throw new UnreadableReply(`${rows.length} of ${total} rows: the list was cut`)
  return rows.flatMap((row) => {
    const told = field(row, 'description')
    if (flag(field(told, 'cancelled')) || !flag(field(told, 'finalised'))) return []
    const at = millisFromIso(field(told, 'release_date'))
    return [{ ...split(text(field(told, 'title')).trim()), date: zonedDate(at, ZONE), at }]
  })
}

export const ons: CalendarSource = {
  source,
  country: 'GB',
  page: 'https://www.ons.gov.uk/releasecalendar',
  lists: (now) => {
    const today = zonedDate(now, ZONE)
    const asked = new URLSearchParams({
      fromDate: today,
      toDate: addDays(today, AHEAD_DAYS),
      'release-type': 'type-upcoming',
      sort: 'release_date_asc',
      limit: String(MOST_ROWS),
    })
    const path = `/v1/search/releases?${asked.toString()}`
    return [{ name: 'all', query: { provider: source, path, read: (body) => notEmpty(read(body)) } }]
  },
}

import { addDays } from '../../sources/zoned.ts'
import { utcDay } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { AUTHORITIES, type CalendarState, type KnownEvent, type ListState, unmatchedOf } from './calendar-boards.ts'
import { type DatedEvent, momentOf } from './dated-event.ts'
import { COUNTRIES, type Country, type Kind, KIND_NAMES, NEEDED } from './kinds.ts'
import { type OfficialFile, officialEvents, officialFile, officialUntil } from './official.ts'
import { LIST_LIFE_MS } from './reach.ts'
import { VALUES_BOARD } from './values-board.ts'
import { type VendorView, vendorView } from './vendor-view.ts'

/** What one authority says now, over all of its lists. */
interface Voice {
  readonly source: string
  readonly country: Country
  readonly page: string
  readonly events: readonly KnownEvent[]
  readonly last: Readonly<Partial<Record<Kind, string>>>
  /** Unix milliseconds of the oldest list that counts. */
  readonly checkedAt: number
  readonly unmatched: number
}

/** All events that are known, and how far. */
export interface Merged {
  /** In order of time. */
  readonly events: readonly DatedEvent[]
  /** Per country the last day of which everything is known that must be; `null` where something is not known at all. */
  readonly until: Readonly<Record<Country, string | null>>
  /** Authorities that are heard, per country; with the file where the country leans on it. */
  readonly heard: Readonly<Record<Country, readonly string[]>>
  readonly silent: readonly string[]
  /** Who tells of estimates and results: refused where this operator has no agreement. */
  readonly vendor: 'heard' | 'refused' | 'silent'
  /** Unix milliseconds of the oldest list that entered; `null` where none did. */
  readonly checkedAt: number | null
  /** Titles of euro indicators ahead that our table does not know. */
  readonly unmatched: number
}

const latest = (days: readonly (string | undefined)[]): string | undefined =>
  days.reduce((found, day) => (day !== undefined && (found === undefined || day > found) ? day : found), undefined)

const freshLists = (state: CalendarState | null, now: number): readonly ListState[] =>
  Object.values(state?.lists ?? {}).filter(({ checkedAt }) => now - checkedAt <= LIST_LIFE_MS)

const voices = (boards: Boards, now: number): readonly Voice[] =>
  AUTHORITIES.flatMap(({ calendar, board }) => {
    const lists = freshLists(boards.read(board), now)
    if (lists.length === 0) return []
    const lastOf = (kind: Kind) => latest(lists.map(({ last }) => last[kind]))
    return [
      {
        source: calendar.source.name,
        country: calendar.country,
        page: calendar.page,
        events: lists.flatMap(({ events }) => events),
        last: Object.fromEntries(KIND_NAMES.map((kind) => [kind, lastOf(kind)] as const).filter(([, day]) => day)),
        checkedAt: Math.min(...lists.map(({ checkedAt }) => checkedAt)),
        unmatched: unmatchedOf(lists),
      },
    ]
  })

const dated = ({ source, country, page }: Voice, { kind, date, at, period }: KnownEvent): DatedEvent => ({
  country,
  kind,
  date,
  at,
  period,
  estimated: false,
  source,
  sourceUrl: page,
  told: null,
})

/**
 * The events of one country and kind. The first authority is believed up to the last day that it lists, the next one
 * from there on, a vendor after them, and the file after all. So an event that two announce a minute or a day apart is there once.
 */
const eventsOf = (
  speaking: readonly Voice[],
  vendor: VendorView | null,
  file: OfficialFile,
  country: Country,
  kind: Kind,
  today: string,
): readonly DatedEvent[] => {
  const parts = [
    ...speaking.map((voice) => ({
      last: voice.last[kind],
      events: voice.events.filter((event) => event.kind === kind).map((event) => dated(voice, event)),
    })),
    { last: undefined, events: vendor?.eventsOf(country, kind) ?? [] },
    { last: undefined, events: officialEvents(file, country, kind, today) },
  ]
  const days = new Map<string, DatedEvent>()
  let known = ''
  for (const { last, events } of parts) {
    for (const event of events) if (event.date > known && !days.has(event.date)) days.set(event.date, event)
    if (last !== undefined && last > known) known = last
  }
  return [...days.values()].map((event) => ({ ...event, told: vendor?.valuesOf(event) ?? null }))
}

const untilOf = (speaking: readonly Voice[], file: OfficialFile, country: Country, today: string): string | null => {
  const days = Object.entries(NEEDED[country]).map(([kind, gapDays]) => {
    const last = latest(speaking.map((voice) => voice.last[kind as Kind]))
    const told = last === undefined ? undefined : addDays(last, gapDays)
    return latest([told, officialUntil(file, country, kind as Kind, today) ?? undefined])
  })
  const known = days.flatMap((day) => day ?? [])
  return known.length < days.length ? null : (known.toSorted()[0] ?? null)
}

/** How answers name the file among authorities. */
const FILE_NAME = 'official'

/** Whether something that must be known of a country stands in the file and in no list. */
const leansOnFile = (speaking: readonly Voice[], file: OfficialFile, country: Country, today: string): boolean =>
  Object.keys(NEEDED[country]).some(
    (kind) =>
      speaking.every(({ last }) => last[kind as Kind] === undefined) &&
      officialUntil(file, country, kind as Kind, today) !== null,
  )

/** Everything that is known at this moment. */
export const mergedCalendar = (boards: Boards, now: number): Merged => {
  const all = voices(boards, now)
  const file = officialFile(boards)
  const today = utcDay(now)
  const vendor = vendorView(boards, now)
  const isRefused = boards.refused?.has(VALUES_BOARD.id) === true
  const reads = [...all, ...(vendor ? [vendor] : [])].map(({ checkedAt }) => checkedAt)
  const silent = AUTHORITIES.map(({ calendar }) => calendar.source.name).filter(
    (name) => !all.some(({ source }) => source === name),
  )
  const of = (country: Country) => all.filter((voice) => voice.country === country)
  const perCountry = <T>(make: (country: Country) => T) =>
    Object.fromEntries(COUNTRIES.map((country) => [country, make(country)])) as Record<Country, T>
  return {
    events: COUNTRIES.flatMap((country) =>
      KIND_NAMES.flatMap((kind) => eventsOf(of(country), vendor, file, country, kind, today)),
    ).toSorted((a, b) => momentOf(a) - momentOf(b)),
    until: perCountry((country) => untilOf(of(country), file, country, today)),
    heard: perCountry((country) => [
      ...of(country).map(({ source }) => source),
      ...(leansOnFile(of(country), file, country, today) ? [FILE_NAME] : []),
    ]),
    silent: vendor || isRefused ? silent : [...silent, VALUES_BOARD.source.name],
    vendor: vendor ? 'heard' : isRefused ? 'refused' : 'silent',
    checkedAt: all.length === 0 ? null : Math.min(...reads),
    unmatched: all.find(({ source }) => source === 'eurostatcalendar')?.unmatched ?? 0,
  }
}

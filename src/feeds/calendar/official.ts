import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { addDays, zonedDate, zonedTime } from '../../sources/zoned.ts'
import { utcDay } from '../../time-units.ts'
import type { Boards, Kept } from '../board.ts'
import bundled from './calendar-official.json'
import type { DatedEvent } from './dated-event.ts'
import { COUNTRIES, IMPACTS, KIND_NAMES, type Country, type Kind, KINDS } from './kinds.ts'

/** Dates that authorities publish for people and for no machine: a file, whose every row says where it was read. */

const date = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const words = <const W extends string>(all: readonly W[]) => Type.Union(all.map((each) => Type.Literal(each)))

const Origin = {
  kind: words(KIND_NAMES),
  country: words(COUNTRIES),
  impact: words(IMPACTS),
  authority: Type.String({ minLength: 1 }),
  source_url: Type.String({ pattern: '^https?://' }),
  read_at: Type.String({ pattern: '^\\d{4}-\\d{2}(-\\d{2})?$' }),
}

const Row = Type.Object({
  ...Origin,
  /** One of the two. */
  time_utc: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' })),
  date: Type.Optional(date),
})

const Rule = Type.Object({
  ...Origin,
  rule: Type.Literal('day_of_month_or_next_weekday'),
  day: Type.Integer({ minimum: 1, maximum: 28 }),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  minute: Type.Integer({ minimum: 0, maximum: 59 }),
  zone: Type.String(),
})

/** The form of `calendar-official.json`. */
export const OfficialFile = Type.Object({
  about: Type.String(),
  covers_until: Type.Object({ US: date, EU: date, GB: date, JP: date, CN: date }),
  rows: Type.Array(Row),
  rules: Type.Array(Rule),
})
export type OfficialFile = Static<typeof OfficialFile>

/** A file that can be used, or everything that is wrong with it. */
export type CheckedOfficial =
  { readonly ok: true; readonly file: OfficialFile } | { readonly ok: false; readonly faults: readonly string[] }

const MOST_FAULTS = 8

/** Whether a day, with or without an hour, exists. Engines read 30 February as a day in March. */
const isTime = (written: string): boolean => {
  const read = new Date(written)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(written.replace(/Z$/, ''))
}

const isZone = (zone: string): boolean => {
  try {
    zonedDate(0, zone)
    return true
  } catch {
    return false
  }
}

export const checkedOfficial = (file: unknown): CheckedOfficial => {
  if (!Value.Check(OfficialFile, file)) {
    const errors = [...Value.Errors(OfficialFile, file)].slice(0, MOST_FAULTS)
    return { ok: false, faults: errors.map(({ path, message }) => `${path}: ${message}`) }
  }
  const ends = Object.entries(file.covers_until).flatMap(([country, day]) =>
    isTime(day) ? [] : [`/covers_until/${country}: no such day`],
  )
  const zones = file.rules.flatMap(({ zone }, at) => (isZone(zone) ? [] : [`/rules/${at}: no such zone`]))
  const rows = file.rows.flatMap(({ time_utc, date: day, kind, impact }, at) => [
    ...((time_utc === undefined) === (day === undefined) ? [`/rows/${at}: needs time_utc or date, and not both`] : []),
    ...(isTime(time_utc ?? day ?? '') ? [] : [`/rows/${at}: no such time`]),
    ...(KINDS[kind].impact === impact ? [] : [`/rows/${at}: ${kind} has the impact ${KINDS[kind].impact}`]),
  ])
  const faults = [...ends, ...zones, ...rows]
  return faults.length > 0 ? { ok: false, faults } : { ok: true, file }
}

/** Where the file of the operator lies, once a worker has read it: it takes the place of ours. */
export const OFFICIAL: Kept<{ readonly file: OfficialFile | null }> = {
  id: 'calendar/official',
  empty: { file: null },
}

/** Our own file. */
export const BUNDLED = bundled as OfficialFile

/** The file that holds: that of the operator, else ours. */
export const officialFile = (boards: Boards): OfficialFile => boards.read(OFFICIAL)?.file ?? BUNDLED

/** The last day up to which the file tells everything of these kinds; `null` where it has no row of them, or has ended. */
export const officialUntil = (file: OfficialFile, country: Country, kind: Kind, today: string): string | null => {
  const has = [...file.rows, ...file.rules].some((row) => row.country === country && row.kind === kind)
  const until = file.covers_until[country]
  return has && today <= until ? until : null
}

/** From the month before on. */
const RULED_MONTHS = 24

/** The day in this month, or the next one that is neither Saturday nor Sunday. Holidays are not known. */
const weekdayFrom = (day: string): string => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
}

const byRule = (rule: Static<typeof Rule>, today: string, until: string): readonly DatedEvent[] => {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: RULED_MONTHS }, (_, at) => {
    const first = utcDay(Date.UTC(year, month - 2 + at, rule.day))
    const day = weekdayFrom(first)
    return {
      country: rule.country,
      kind: rule.kind,
      date: day,
      at: zonedTime(day, rule.hour, rule.minute, rule.zone),
      period: null,
      estimated: true,
      source: rule.authority,
      sourceUrl: rule.source_url,
      told: null,
    }
  }).filter((event) => event.date <= until)
}

/** The events of the file about one country and kind, in order. Those by a rule are marked as estimated. */
export const officialEvents = (
  file: OfficialFile,
  country: Country,
  kind: Kind,
  today: string,
): readonly DatedEvent[] => {
  const until = officialUntil(file, country, kind, today)
  if (until === null) return []
  const isAsked = (row: { readonly country: Country; readonly kind: Kind }) =>
    row.country === country && row.kind === kind
  const rows = file.rows.filter(isAsked).map((row): DatedEvent => ({
    country,
    kind,
    date: (row.time_utc ?? row.date ?? '').slice(0, 10),
    at: row.time_utc === undefined ? null : Date.parse(row.time_utc),
    period: null,
    estimated: false,
    source: row.authority,
    sourceUrl: row.source_url,
    told: null,
  }))
  return [...rows, ...file.rules.filter(isAsked).flatMap((rule) => byRule(rule, today, until))].toSorted((a, b) =>
    a.date < b.date ? -1 : 1,
  )
}

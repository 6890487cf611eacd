import { RELEASE_COUNTRIES, type ReleaseCountry } from '../../sources/calendars/tradingview.ts'
import { csvRecords, csvRows } from '../../sources/csv.ts'
import { decimalText } from '../../sources/decimal-text.ts'
import type { DecimalText } from '../../sources/market.ts'
import type { OperatorFile } from '../inputs.ts'
import { eventWord, isMeasured, isPossibleValue, MEASURE_WORDS, type MeasureWord } from './measures.ts'

/** One estimate of the operator's file. */
export interface OwnEstimate {
  readonly country: ReleaseCountry
  readonly measure: MeasureWord
  /** Unix milliseconds of the release. */
  readonly at: number
  readonly estimate: DecimalText
}

/** A file that can be used, or everything that is wrong with it. */
export type CheckedEstimates =
  | { readonly ok: true; readonly estimates: readonly OwnEstimate[] }
  | { readonly ok: false; readonly faults: readonly string[] }

const COLUMNS = ['event', 'time', 'estimate']
const MOST_ROWS = 5_000
const MOST_FAULTS = 8

const EVENTS = new Map(
  RELEASE_COUNTRIES.flatMap((country) =>
    MEASURE_WORDS.filter((measure) => isMeasured(country, measure)).map(
      (measure) => [eventWord(country, measure), { country, measure }] as const,
    ),
  ),
)

/** The events that a file may name: `US payrolls`. */
const EVENT_WORDS = [...EVENTS.keys()]

const momentOf = (written: string): number | null => {
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?Z$/.test(written) ? Date.parse(written) : Number.NaN
  // Engines read 30 February as a day in March.
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(written.slice(0, 16)) ? null : at
}

const decimalOf = (written: string): DecimalText | null => {
  try {
    return decimalText(written, 'estimate')
  } catch {
    return null
  }
}

const readRow = (row: Readonly<Record<string, string>>, place: number): OwnEstimate | readonly string[] => {
  const [event = '', time = '', written = ''] = COLUMNS.map((name) => row[name])
  const found = EVENTS.get(event)
  const at = momentOf(time)
  const estimate = decimalOf(written)
  const where = `row ${place + 1}:`
  if (found === undefined || at === null || estimate === null)
    return [
      ...(found === undefined
        ? [`${where} no event is called ${event.slice(0, 40)}; they are ${EVENT_WORDS.join(', ')}`]
        : []),
      ...(at === null ? [`${where} ${time.slice(0, 40)} is no time in UTC like 2026-12-04T13:30Z`] : []),
      ...(estimate === null ? [`${where} ${written.slice(0, 40)} is no decimal number`] : []),
    ]
  return isPossibleValue(found.measure, estimate)
    ? { ...found, at, estimate }
    : [`${where} ${estimate} is no ${event}: percentages in per cent, persons in full`]
}

const isRow = (read: OwnEstimate | readonly string[]): read is OwnEstimate => 'estimate' in read

/**
 * Estimates as `event,time,estimate`: the event as `US payrolls`, the time of the release in UTC, the estimate in full units
 * (per cent, persons, points).
 */
export const checkedEstimates = (csv: string): CheckedEstimates => {
  try {
    const rows = csvRecords(csvRows(csv), COLUMNS)
    if (rows.length === 0) return { ok: false, faults: ['no row'] }
    if (rows.length > MOST_ROWS) return { ok: false, faults: [`${rows.length} rows, at most ${MOST_ROWS}`] }
    const read = rows.map(readRow)
    const estimates = read.filter(isRow)
    const keys = estimates.map(
      ({ country, measure, at }) => `${eventWord(country, measure)} at ${new Date(at).toISOString()}`,
    )
    const twice = keys.filter((key, place) => keys.indexOf(key) !== place).map((key) => `${key} stands there twice`)
    const faults = [...read.flatMap((each) => (isRow(each) ? [] : each)), ...twice]
    return faults.length > 0 ? { ok: false, faults: faults.slice(0, MOST_FAULTS) } : { ok: true, estimates }
  } catch (problem) {
    return { ok: false, faults: [problem instanceof Error ? problem.message : String(problem)] }
  }
}

/** Where the operator's estimates lie, once a worker has read them; none without a file. */
export const ESTIMATES: OperatorFile<{ readonly estimates: readonly OwnEstimate[] }> = {
  id: 'calendar/estimates',
  setting: 'CALENDAR_ESTIMATES',
  empty: { estimates: [] },
}

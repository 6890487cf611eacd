import { csvRecords, csvRows } from '../csv.ts'
import { decimalText } from '../decimal-text.ts'
import { UnreadableReply } from '../query.ts'
import { addDays } from '../zoned.ts'
import { type BOUNDS, bounded } from './weather.ts'

/** The requested parameters, with the unit that the header must state and the bounds of their values. */
export const POWER_PARAMETERS = {
  PRECTOTCORR: { unit: 'mm/day', quantity: 'rainMm' },
  T2M: { unit: 'C', quantity: 'celsius' },
  T2M_MAX: { unit: 'C', quantity: 'celsius' },
  T2M_MIN: { unit: 'C', quantity: 'celsius' },
  WS10M: { unit: 'm/s', quantity: 'windMs' },
  WS10M_MAX: { unit: 'm/s', quantity: 'windMs' },
  // Requests of the community AG get megajoules, others get kilowatt-hours under the same name.
  ALLSKY_SFC_SW_DWN: { unit: 'MJ/m^2/day', quantity: 'solarMj' },
  RH2M: { unit: '%', quantity: 'humidityPct' },
  PS: { unit: 'kPa', quantity: 'pressureKpa' },
} as const satisfies Readonly<Record<string, { readonly unit: string; readonly quantity: keyof typeof BOUNDS }>>

export type PowerParameter = keyof typeof POWER_PARAMETERS

/** The values of one day; `null` for the fill value. */
export interface PowerRow<P extends PowerParameter> {
  readonly date: string
  readonly values: Readonly<Record<P, number | null>>
}

/** A daily reply: its place, and its days in the order in which they were sent. */
export interface PowerTable<P extends PowerParameter> {
  readonly lat: number
  readonly lon: number
  /** Mean height of the native cell; `null` if the header has none ("na"). */
  readonly elevationM: number | null
  readonly rows: readonly PowerRow<P>[]
}

const END = '-END HEADER-'
/** A header is some thousand characters. In a longer one the patterns below could search for seconds. */
const LONGEST_HEADER = 16_384

const found = (header: string, pattern: RegExp, what: string): string => {
  const text = pattern.exec(header)?.[1]
  if (text === undefined) throw new UnreadableReply(`the header names no ${what}`)
  return text
}

const unitOf = (header: string, parameter: string): string =>
  found(header, new RegExp(`^${parameter}\\s[^\\n]*\\(([^()\\n]*)\\)\\s*;?\\s*$`, 'm'), `unit of ${parameter}`)

/**
 * Reads the CSV of NASA POWER's daily point service: a header of text, then one row per day, dated by year and day of
 * the year (AG) or by year, month and day (SB). https://power.larc.nasa.gov/docs/services/api/temporal/daily/
 */
export const powerTable = <const P extends PowerParameter>(body: string, needed: readonly P[]): PowerTable<P> => {
  const end = body.indexOf(END)
  if (!body.trimStart().startsWith('-BEGIN HEADER-') || end < 0)
    throw new UnreadableReply(`no header: ${body.trim().slice(0, 80)}`)
  if (end > LONGEST_HEADER) throw new UnreadableReply(`a header of ${end} characters`)
  const header = body.slice(0, end)
  // The default of the service is days of local solar time, which look exactly the same.
  if (!/^Dates[^\n]*\bin UTC\s*$/im.test(header)) throw new UnreadableReply('the days are not cut in UTC')
  const fill = Number(found(header, /missing[^\n]*:\s*(-?\d+(?:\.\d+)?)\s*$/im, 'fill value'))
  for (const parameter of needed) {
    const unit = unitOf(header, parameter)
    if (unit !== POWER_PARAMETERS[parameter].unit)
      throw new UnreadableReply(`${parameter} is in ${unit}, not in ${POWER_PARAMETERS[parameter].unit}`)
  }
  const elevation = /^elevation[^\n]*=\s*(-?\d+(?:\.\d+)?)\s*meters/im.exec(header)?.[1]
  return {
    lat: Number(found(header, /^Location:\s*latitude\s+(-?\d+(?:\.\d+)?)/im, 'latitude')),
    lon: Number(found(header, /^Location:.*longitude\s+(-?\d+(?:\.\d+)?)/im, 'longitude')),
    elevationM: elevation === undefined ? null : Number(elevation),
    rows: csvRecords(csvRows(body.slice(end + END.length)), ['YEAR', ...needed]).map((record) => {
      const date = dateOf(record)
      const value = (parameter: P): number | null => {
        const where = `${parameter} of ${date}`
        const read = Number(decimalText(record[parameter] ?? '', where))
        return read === fill ? null : bounded(read, POWER_PARAMETERS[parameter].quantity, where)
      }
      const values = Object.fromEntries(needed.map((parameter) => [parameter, value(parameter)]))
      return { date, values: values as Record<P, number | null> }
    }),
  }
}

const dateOf = (record: Readonly<Record<string, string>>): string => {
  const { YEAR = '', DOY, MO = '', DY = '' } = record
  if (DOY === undefined) return addDays(`${YEAR}-${MO.padStart(2, '0')}-${DY.padStart(2, '0')}`, 0)
  const date = /^\d{1,3}$/.test(DOY) ? addDays(`${YEAR}-01-01`, Number(DOY) - 1) : ''
  // Otherwise day 0, and day 366 of an ordinary year, would be read as days of another year.
  if (!date.startsWith(`${YEAR}-`)) throw new UnreadableReply(`DOY is no day of ${YEAR}: ${DOY}`)
  return date
}

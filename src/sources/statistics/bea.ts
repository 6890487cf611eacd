import { decimalText, shifted } from '../decimal-text.ts'
import type { DecimalText } from '../market.ts'
import { type Query, type Source, UnreadableReply } from '../query.ts'
import { field, items, optional, type Piece, refusal, reply, text, whole } from '../shape.ts'
import { zonedDate } from '../zoned.ts'
import { type Frequency, isMissing, type Observation, type SeriesReply, seriesOf } from './observation.ts'
import { checkedPeriod } from './period.ts'

const ORIGIN = 'https://apps.bea.gov'

/** The Bureau of Economic Analysis, for those with a free key. https://apps.bea.gov/API/docs */
export const bea: Source = {
  name: 'bea',
  origin: ORIGIN,
  keyed: { origin: ORIGIN, parameter: 'UserID', needed: true },
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 2_097_152,
  rights: 'open',
  terms: 'https://apps.bea.gov/API/_pdf/bea_api_tos.pdf',
  termsNote: 'US government work. Name the BEA as source, and imply no endorsement.',
}

/** The first line of a table of the national accounts. */
export interface BeaTable {
  readonly name: string
  readonly frequency: Exclude<Frequency, 'day'>
  /** The power of ten of the unit that is wanted: 9 for billions, 0 for an index. */
  readonly power: number
}

/** Real gross domestic product, billions of chained dollars at annual rates. */
export const REAL_GDP: BeaTable = { name: 'T10106', frequency: 'quarter', power: 9 }
/** Price index of personal consumption. */
export const PCE_PRICES: BeaTable = { name: 'T20804', frequency: 'month', power: 0 }

const YEARS_BACK = 3
const LETTER = { month: 'M', quarter: 'Q' } as const

/** The first line of a table. Its values are text with commas between thousands; errors come with status 200. */
export const beaLine = (table: BeaTable, now: number): Query<SeriesReply> => {
  const year = Number(zonedDate(now, 'America/New_York').slice(0, 4))
  const years = Array.from({ length: YEARS_BACK + 1 }, (_, back) => year - YEARS_BACK + back)
  return {
    provider: bea,
    path:
      `/api/data?method=GetData&datasetname=NIPA&TableName=${table.name}&Frequency=${LETTER[table.frequency]}` +
      `&Year=${years.join(',')}&ResultFormat=JSON`,
    read: (body) => {
      const root = unfailed(field(reply(body), 'BEAAPI'))
      const rows = items(field(unfailed(field(root, 'Results')), 'Data'))
      return seriesOf(
        table.name,
        rows.filter((row) => text(field(row, 'LineNumber')) === '1').flatMap((row) => valued(row, table)),
      )
    },
  }
}

/** A part of the reply, unless it holds an error. */
const unfailed = (of: Piece): Piece => {
  const error = optional(of, 'Error')
  if (!error) return of
  const words = optional(error, 'APIErrorDescription')
  throw refusal(words ? text(words) : 'an error')
}

const valued = (row: Piece, { frequency, power }: BeaTable): readonly Observation[] => {
  const value = text(field(row, 'DataValue'))
  if (isMissing(value)) return []
  const unit = whole(field(row, 'UNIT_MULT'))
  return [{ period: periodOf(text(field(row, 'TimePeriod')), frequency), value: shifted(plain(value), unit - power) }]
}

/** `23,876,100` as `23876100`. Commas elsewhere than between thousands are refused. */
const plain = (value: string): DecimalText => {
  if (value.includes(',') && !/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(value))
    throw new UnreadableReply(`not a number with thousands: ${value.slice(0, 40)}`)
  return decimalText(value.replaceAll(',', ''), 'DataValue')
}

/** `2026Q1` and `2026M05` as `2026-Q1` and `2026-05`. */
const periodOf = (written: string, frequency: Frequency): string =>
  checkedPeriod(written.replace(/^(\d{4})M(\d\d)$/, '$1-$2').replace(/^(\d{4})Q(\d)$/, '$1-Q$2'), frequency)

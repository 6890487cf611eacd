import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import type { Content } from './computed.ts'
import { INTERVALS, isInterval } from './intervals.ts'

/** Checks that the rows of a history answer match its signed head. */

/** The signed head of an answer about the past. */
export interface Head {
  readonly domain: string
  readonly from: number
  readonly to: number
  readonly count: number
  /** The distance between rows, for series that have one. */
  readonly interval?: string
}

/** The rules for the rows of one series. */
export interface RowRules {
  readonly series: string
  /** The field that distinguishes rows of the same time, if there may be several. */
  readonly beside?: string
  /** Whether a row begins at a multiple of the interval. */
  readonly isAligned?: boolean
  /** Any other condition on each row. */
  readonly holds?: (row: Content) => boolean
}

const isRow = (row: Json): row is Content => typeof row === 'object' && row !== null && !Array.isArray(row)

/** The first fault in a list of rows, or `null`. */
const wrongIn = (rows: readonly Content[], { from, to, interval }: Head, { beside, isAligned, holds }: RowRules) => {
  const step = interval !== undefined && isInterval(interval) ? INTERVALS[interval] : 1
  const slotOf = ({ t }: Content): number => Math.floor(Number(t) / step)
  for (const [at, row] of rows.entries()) {
    const { t } = row
    if (typeof t !== 'number' || t < from || t > to) return `row ${at} lies outside of the range`
    if (isAligned && t % step !== 0) return `row ${at} begins at no multiple of the interval`
    const before = rows[at - 1]
    const isLater =
      before === undefined ||
      slotOf(row) > slotOf(before) ||
      (beside !== undefined && t === before['t'] && String(row[beside]) > String(before[beside]))
    if (!isLater) return `row ${at} does not come after the one before it`
    if (holds && !holds(row)) return `row ${at} does not hold`
  }
  return null
}

/** The checks of one answer. A body without rows fails. */
export const rowsCheck = (head: Head, body: Content, rules: RowRules): readonly Check[] => {
  const { rows, series, pair } = body
  const list = Array.isArray(rows) && rows.every(isRow) ? rows : null
  const wrong = list === null ? 'there are no rows' : wrongIn(list, head, rules)
  return [
    {
      what: 'rows are in order, within the range and valid',
      ok: wrong === null,
      detail: wrong ?? '',
    },
    {
      what: 'count is the number of rows',
      ok: list !== null && list.length === head.count && head.count > 0,
      detail: String(list?.length ?? 0),
    },
    {
      what: 'series and pair are those of the canonical string',
      ok: series === rules.series && (pair === undefined || String(pair).replace('/', '') === head.domain),
    },
  ]
}

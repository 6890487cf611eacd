import type { ReleaseCountry } from '../../sources/calendars/tradingview.ts'
import type { DecimalText } from '../../sources/market.ts'
import { HOUR_MS } from '../../time-units.ts'
import type { MeasureWord } from './measures.ts'

/** The hour of a release is told a little differently by two who speak of the same one, or by one who corrects it. */
export const SAME_WITHIN_MS = 12 * HOUR_MS

/** One release with its estimate, whoever told of either. */
export interface Release {
  readonly country: ReleaseCountry
  readonly measure: MeasureWord
  /** Unix milliseconds. */
  readonly at: number
  readonly period: string | null
  readonly actual: DecimalText
  readonly estimate: DecimalText
  /** The value before; `null` where it is not told. */
  readonly prior: DecimalText | null
}

import { decimalProduct } from '../decimal-text.ts'
import type { DecimalText } from '../market.ts'
import { decimal, optional, type Piece } from '../shape.ts'

/** A fraction as per cent, digit by digit. */
export const inPercent = (fraction: DecimalText | null): DecimalText | null =>
  fraction === null ? null : decimalProduct(fraction, '100')

/** An amount that may be zero; `null` where the venue does not say it. */
export const amountOf = (row: Piece, name: string): DecimalText | null => {
  const found = optional(row, name)
  return found === null || found.value === null || found.value === '' ? null : decimal(found)
}

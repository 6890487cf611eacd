import { type DecimalText, parseDecimal } from '../../dlc/terms/scale.ts'

/**
 * Strikes as members of a Redis set that is sorted by bytes. Scores would not do, because they are doubles: 97012.3 and
 * 97012.30000000000001 would be one score, and the wrong contract would be breached for ever.
 *
 * A member is `<whole part, 40 digits>.<fraction without trailing zeros>/<event id>`. The slash sorts below every
 * digit, so a shorter fraction comes before a longer one with the same beginning. Event ids contain no slash.
 */

/** The longest strike has 40 characters (`LIMITS.decimalChars`); no price of this service comes near. */
const WHOLE_DIGITS = 40

/** Text whose byte order is the order of the numbers. Throws on text that is not a decimal number of zero or more. */
export const sortableDecimal = (text: DecimalText): string => {
  const decimal = parseDecimal(text)
  if (!decimal || decimal.units < 0n)
    throw new RangeError(`"${text.slice(0, 60)}" is not a decimal number of zero or more`)
  const digits = decimal.units.toString().padStart(decimal.places + 1, '0')
  const point = digits.length - decimal.places
  if (point > WHOLE_DIGITS) throw new RangeError(`"${text.slice(0, 60)}" has more than ${WHOLE_DIGITS} digits`)
  return `${digits.slice(0, point).padStart(WHOLE_DIGITS, '0')}.${digits.slice(point).replace(/0+$/, '')}`
}

export const strikeMember = (strike: DecimalText, eventId: string): string => `${sortableDecimal(strike)}/${eventId}`

/** Bounds for ZRANGEBYLEX: members whose strike is at or below a price, and at or above it. */
export const touchedBy = (price: DecimalText): { readonly above: string; readonly below: string } => {
  const key = sortableDecimal(price)
  // `~` sorts above every character of an event id.
  return { above: `(${key}/~`, below: `[${key}/` }
}

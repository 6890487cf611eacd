/**
 * Decimal numbers without floats. A price comes as text, is multiplied as integers and rounded once: in floating point
 * 1.005 x 100 is 100.49…, and the wrong number would be signed for ever.
 */

/** Plain decimal text, no exponent, no sign for zero: `"97012.30"`. */
export type DecimalText = string

/** `units / 10 ** places`, exactly. */
export interface Decimal {
  readonly units: bigint
  readonly places: number
}

/** Longer texts are refused: a short exponent can mean a gigabyte of zeros, and no price needs more. */
const MAX_CHARS = 400
const SHAPE = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/

/** JSON's number grammar, plus leading zeros and a leading `+`; anything else is `null`. */
export const parseDecimal = (text: string): Decimal | null => {
  if (text.length > MAX_CHARS) return null
  const match = SHAPE.exec(text)
  if (!match) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const magnitude = BigInt(whole + fraction)
  const units = sign === '-' ? -magnitude : magnitude
  const places = fraction.length - Number(exponent)
  if (Math.abs(places) > MAX_CHARS) return null
  return places >= 0 ? { units, places } : { units: units * 10n ** BigInt(-places), places: 0 }
}

/** Reads both texts, or throws `RangeError`: at this place a price that is no number is a bug. */
const withDecimals = <T>(a: string, b: string, use: (a: Decimal, b: Decimal) => T): T => {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  if (!left || !right) throw new RangeError(`"${left ? b : a}" is no decimal number`)
  return use(left, right)
}

/** Negative, zero or positive as `a` is below, equal to or above `b`. Throws on text that is no decimal number. */
export const compareDecimals = (a: string, b: string): -1 | 0 | 1 =>
  withDecimals(a, b, (left, right) => {
    const difference = left.units * 10n ** BigInt(right.places) - right.units * 10n ** BigInt(left.places)
    return difference < 0n ? -1 : difference > 0n ? 1 : 0
  })

/** `numerator / 10 ** places`, half away from zero. */
const rounded = ({ units, places }: Decimal): bigint => {
  const unit = 10n ** BigInt(places)
  const magnitude = ((units < 0n ? -units : units) * 2n + unit) / (unit * 2n)
  return units < 0n ? -magnitude : magnitude
}

/** The exact product `price x scale`, rounded half away from zero. Throws on text that is no decimal number. */
export const scaled = (price: string, scale: string): bigint =>
  withDecimals(price, scale, (left, right) =>
    rounded({ units: left.units * right.units, places: left.places + right.places }),
  )

/** The whole number that a text states (`84231`, `84231.0`, `8.4231e4`), or `null`. */
export const wholeNumber = (text: string): bigint | null => {
  const decimal = parseDecimal(text)
  if (!decimal) return null
  const unit = 10n ** BigInt(decimal.places)
  return decimal.units % unit === 0n ? decimal.units / unit : null
}

/**
 * A JSON number as plain decimal text: the shortest text that reads back as the same double, which is what its author
 * wrote up to 15 digits; `1e-7` becomes `0.0000001`. Throws on NaN and infinities.
 */
export const plainDecimal = (value: number): DecimalText => {
  const decimal = parseDecimal(String(value))
  if (!decimal) throw new RangeError(`${value} is no decimal number`)
  const { units, places } = decimal
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const point = digits.length - places
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${places > 0 ? `.${digits.slice(point)}` : ''}`
}

/**
 * `precision` of the digit descriptor: -k when scale = base ** k exactly, otherwise 0 (the scale is then told in the
 * JSON alone). base 10 and scale 100: -2; base 10 and scale 0.001: 3; base 2 and scale 100: 0.
 */
export const precisionFor = (scale: string, base: number): number => {
  const decimal = parseDecimal(scale)
  if (!decimal || decimal.units <= 0n) return 0
  const { units, places } = decimal
  const unit = 10n ** BigInt(places)
  const [large, small] = units >= unit ? [units, unit] : [unit, units]
  let power = 0
  let reached = small
  while (reached < large) {
    reached *= BigInt(base)
    power++
  }
  if (reached !== large || power === 0) return 0
  return units >= unit ? -power : power
}

/**
 * Decimal text: numbers whose digits are part of what is signed. `"84231.50"` and `"84231.5"` give different canonical
 * strings, so a price that is signed as given never becomes a float. A computed number is rounded once, here.
 */

/** Plain decimal text. */
export const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** True for plain decimal text: no exponent, no plus sign, no leading zeros, a digit on each side of the point. */
export const isDecimal = (text: string): boolean => DECIMAL.test(text)

/**
 * A computed number as decimal text with exactly `places` digits after the point.
 *
 * Rounds the exact binary value, ties away from zero (methods 0.2), never writes an exponent, and never writes a
 * negative zero. Throws for numbers that are not finite or not below 1e21, where ECMAScript's fixed notation ends.
 */
export const fixed = (value: number, places: number): string => {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) throw new RangeError(`cannot write ${value} as a decimal`)
  const text = value.toFixed(places)
  return /^-[0.]+$/.test(text) ? text.slice(1) : text
}

/** The number of digits after the point. */
export const placesOf = (text: string): number => {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

/** Decimal text as an exact integer of 10^-`places` units. Throws when the text has more digits than that. */
export const toUnits = (text: string, places: number): bigint => {
  if (!isDecimal(text)) throw new RangeError(`not a decimal: ${text}`)
  const has = placesOf(text)
  if (has > places) throw new RangeError(`${text} has more than ${places} digits after the point`)
  return BigInt(text.replace('.', '')) * 10n ** BigInt(places - has)
}

/** The reverse of `toUnits`: `fromUnits(8423150n, 2)` is `"84231.50"`. */
export const fromUnits = (units: bigint, places: number): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const text = places === 0 ? whole : `${whole}.${digits.slice(digits.length - places)}`
  return units < 0n ? `-${text}` : text
}

import { isDecimal, placesOf, toUnits } from '../../canonical/decimal.ts'

/** Exact degrees: whole units of 10^-20 of a degree. No float, so no request lands in its neighbour's cell. */
export type Degrees = bigint

/** Digits after the point that a coordinate may have; doubles printed in full need 17. */
export const DEGREE_PLACES = 20

/** Which of the two a text is read as. */
export type Axis = 'lat' | 'lon'

/** A coordinate as it was asked, or the one rule it breaks. */
export type ReadCoordinate =
  | { readonly kind: 'coordinate'; readonly degrees: Degrees }
  | { readonly kind: 'refused'; readonly rule: CoordinateRule; readonly message: string }

/** Published: clients may compare them. */
export type CoordinateRule = 'decimal_degrees' | 'digits' | 'latitude' | 'longitude'

const LIMITS = {
  lat: { most: 90, rule: 'latitude', name: 'latitude' },
  lon: { most: 180, rule: 'longitude', name: 'longitude' },
} as const

/**
 * A path segment as decimal degrees: an optional minus, digits, and optionally a point with digits. Exponents, signs of
 * other kinds, blanks and digits of other scripts are refused rather than guessed at: a coordinate is paid for.
 */
export const readCoordinate = (axis: Axis, segment: string): ReadCoordinate => {
  const { most, rule, name } = LIMITS[axis]
  if (!isDecimal(segment))
    return { kind: 'refused', rule: 'decimal_degrees', message: `a ${name} is decimal degrees such as 51.5 or -0.25` }
  if (placesOf(segment) > DEGREE_PLACES)
    return { kind: 'refused', rule: 'digits', message: `a ${name} has at most ${DEGREE_PLACES} digits after the point` }
  const degrees = toUnits(segment, DEGREE_PLACES)
  const limit = BigInt(most) * 10n ** BigInt(DEGREE_PLACES)
  if (degrees < -limit || degrees > limit)
    return { kind: 'refused', rule, message: `a ${name} lies between -${most} and ${most}` }
  return { kind: 'coordinate', degrees }
}

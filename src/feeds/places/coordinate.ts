import { Type } from '@sinclair/typebox'
import { DECIMAL, isDecimal, placesOf, toUnits } from '../../canonical/decimal.ts'

/** Exact degrees, in whole units of 10^-20 of a degree. A float could round a request into a neighbouring cell. */
export type Degrees = bigint

/** The most decimals of a coordinate. A double written in full needs 17. */
export const DEGREE_PLACES = 20

/** Decimal degrees, as a provider or a grid writes them. What lies below the last unit is cut off. */
export const degreesOf = (text: string): Degrees =>
  toUnits(placesOf(text) > DEGREE_PLACES ? text.slice(0, text.indexOf('.') + 1 + DEGREE_PLACES) : text, DEGREE_PLACES)

/** Which coordinate a text is. */
export type Axis = 'lat' | 'lon'

const LIMITS = {
  lat: { most: 90, rule: 'latitude', name: 'latitude' },
  lon: { most: 180, rule: 'longitude', name: 'longitude' },
} as const

const degreesWord = (axis: Axis) =>
  Type.String({
    title: `Degrees${axis === 'lat' ? 'North' : 'East'}`,
    pattern: DECIMAL.source,
    description: `Decimal degrees, a ${LIMITS[axis].name} between -${LIMITS[axis].most} and ${LIMITS[axis].most}`,
    examples: [axis === 'lat' ? '51.5' : '-0.25'],
  })

/** The two segments of a path that name a place, in documents. */
export const PLACE_WORDS = { lat: degreesWord('lat'), lon: degreesWord('lon') }

/** A coordinate as requested, or the one rule that it breaks. */
export type ReadCoordinate =
  | { readonly kind: 'coordinate'; readonly degrees: Degrees }
  | { readonly kind: 'refused'; readonly rule: CoordinateRule; readonly message: string }

/** Published error details: clients may compare them. */
export type CoordinateRule = 'decimal_degrees' | 'digits' | 'latitude' | 'longitude'

/**
 * Reads a path segment as decimal degrees: an optional minus, digits, and optionally a point with digits. Exponents,
 * other signs, blanks and digits of other scripts are refused, because a guess could sell the wrong place.
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

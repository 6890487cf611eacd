/**
 * Conditions of decision tables, as data: they are published in `/methodology.json`, evaluated when an answer is made,
 * and evaluated again by whoever verifies it.
 */

/** The value of one input; `null` if it is missing. */
export type InputValue = number | string | boolean | null

/** The values of all inputs of a table. */
export type InputValues<I extends string = string> = Readonly<Record<I, InputValue>>

/** A bound on a number. */
type Bound<I extends string> = {
  readonly input: I
  /** The bound is on the absolute value. */
  readonly size?: true
}

export type Comparison<I extends string = string> = Bound<I> &
  (
    | { readonly at_least: number }
    | { readonly above: number }
    | { readonly at_most: number }
    | { readonly below: number }
  )

/** The input has one of these values. */
export type Membership<I extends string = string> = {
  readonly input: I
  readonly one_of: readonly (string | boolean)[]
}

export type Condition<I extends string = string> =
  Comparison<I> | Membership<I> | { readonly all: readonly Condition<I>[] } | { readonly any: readonly Condition<I>[] }

/** The relation of a comparison, and its bound. */
export const relationOf = (comparison: Comparison): { readonly relation: Relation; readonly bound: number } => {
  if ('at_least' in comparison) return { relation: 'at_least', bound: comparison.at_least }
  if ('above' in comparison) return { relation: 'above', bound: comparison.above }
  if ('at_most' in comparison) return { relation: 'at_most', bound: comparison.at_most }
  return { relation: 'below', bound: comparison.below }
}

export type Relation = 'at_least' | 'above' | 'at_most' | 'below'

const HOLDS: Readonly<Record<Relation, (value: number, bound: number) => boolean>> = {
  at_least: (value, bound) => value >= bound,
  above: (value, bound) => value > bound,
  at_most: (value, bound) => value <= bound,
  below: (value, bound) => value < bound,
}

const compared = (comparison: Comparison, value: InputValue): boolean | null => {
  if (value === null) return null
  if (typeof value !== 'number') throw new TypeError(`${comparison.input} is compared and is no number`)
  const { relation, bound } = relationOf(comparison)
  return HOLDS[relation](comparison.size ? Math.abs(value) : value, bound)
}

const member = ({ input, one_of }: Membership, value: InputValue): boolean | null => {
  if (value === null) return null
  if (typeof value === 'number') throw new TypeError(`${input} is a number and has no list of values`)
  return one_of.includes(value)
}

/**
 * Whether a condition holds; `null` if the inputs that are there do not tell (Kleene's three-valued logic). One true part
 * of `any` is enough, and one false part of `all`, whatever is missing beside it.
 */
export const holds = <I extends string>(condition: Condition<I>, values: InputValues<I>): boolean | null => {
  if ('all' in condition) {
    const parts = condition.all.map((part) => holds(part, values))
    return parts.includes(false) ? false : parts.includes(null) ? null : true
  }
  if ('any' in condition) {
    const parts = condition.any.map((part) => holds(part, values))
    return parts.includes(true) ? true : parts.includes(null) ? null : false
  }
  const value = values[condition.input]
  return 'one_of' in condition ? member(condition, value) : compared(condition, value)
}

/**
 * Names for ranges of a number, with a dead band around each boundary (methods 0.5; a Schmitt trigger). Without it, a
 * number that moves a little around a boundary would change its name again and again.
 */
export interface Bands<N extends string = string> {
  /** From the lowest range to the highest; one more than there are boundaries. */
  readonly names: readonly N[]
  /** Ascending, and further apart than two dead bands. */
  readonly boundaries: readonly number[]
  /** The number must be this far above a boundary to cross it upward, and this far below to cross it downward. */
  readonly deadBand: number
}

/** The index of a value's range if no earlier name is known. A boundary belongs to the range above it. */
const plain = ({ boundaries }: Bands, value: number): number =>
  boundaries.filter((boundary) => value >= boundary).length

/**
 * The name of a value, given the name before it. It may move by several ranges at once.
 *
 * @param before `null` at the first time; a name that is not one of `bands` counts as `null`
 */
export const regimeOf = <N extends string>(bands: Bands<N>, value: number, before: string | null): N => {
  const { names, boundaries, deadBand } = bands
  const stored = names.indexOf(before as N)
  let at = stored < 0 ? plain(bands, value) : stored
  while (at < boundaries.length && value >= boundaries[at]! + deadBand) at++
  while (at > 0 && value <= boundaries[at - 1]! - deadBand) at--
  return names[at]!
}

/**
 * Whether a value can have this name at all, whatever the name before was. This is all that a single answer allows to
 * check.
 */
export const mayBe = <N extends string>(bands: Bands<N>, value: number, name: N): boolean =>
  regimeOf(bands, value, name) === name

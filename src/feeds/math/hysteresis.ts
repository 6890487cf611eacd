/**
 * Names for ranges of a number, with a dead band around each boundary (methods 0.5; a Schmitt trigger): a number that
 * trembles around a boundary does not change its name back and forth.
 */
export interface Bands<N extends string = string> {
  /** From the lowest range to the highest, one more than boundaries. */
  readonly names: readonly N[]
  /** Ascending, further apart than two dead bands. */
  readonly boundaries: readonly number[]
  /** A boundary is crossed upward at so much above it, downward at so much below. */
  readonly deadBand: number
}

/** The range a number lies in where nothing is known of before: the lower boundary belongs to it. */
const plain = ({ boundaries }: Bands, value: number): number =>
  boundaries.filter((boundary) => value >= boundary).length

/**
 * The name of a value, given the name before. Several steps may be taken at once.
 *
 * @param before `null` at a cold start; a name that is none of the bands' counts as none
 */
export const regimeOf = <N extends string>(bands: Bands<N>, value: number, before: string | null): N => {
  const { names, boundaries, deadBand } = bands
  const stored = names.indexOf(before as N)
  let at = stored < 0 ? plain(bands, value) : stored
  while (at < boundaries.length && value >= boundaries[at]! + deadBand) at++
  while (at > 0 && value <= boundaries[at - 1]! - deadBand) at--
  return names[at]!
}

/** Whether a value may bear a name at all, whatever was before: all that can be told from one answer alone. */
export const mayBe = <N extends string>(bands: Bands<N>, value: number, name: N): boolean =>
  regimeOf(bands, value, name) === name

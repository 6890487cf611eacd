/** The simplex search of Nelder and Mead (1965), with its usual coefficients. */

type Point = readonly number[]

interface Vertex {
  readonly at: Point
  readonly value: number
}

/** The best point that a search found. */
export interface Searched extends Vertex {
  /** How often the function was evaluated. */
  readonly evaluations: number
  /** Whether the simplex became as small as asked before the evaluations were used up. */
  readonly converged: boolean
}

const along = (from: Point, to: Point, share: number): Point => from.map((x, i) => x + share * (to[i]! - x))

/**
 * The minimum of a function near a start. The function itself keeps the search within bounds: it returns `Infinity`
 * outside of them.
 *
 * @param steps size of the first simplex along each axis
 * @param most evaluations, at most
 */
export const nelderMead = (
  f: (at: Point) => number,
  start: Point,
  steps: Point,
  { tolerance = 1e-14, size: small = 1e-9, most = 1_600 } = {},
): Searched => {
  let evaluations = 0
  const vertex = (at: Point): Vertex => {
    evaluations++
    return { at, value: f(at) }
  }
  let simplex = [start, ...steps.map((step, i) => start.map((x, j) => (i === j ? x + step : x)))].map(vertex)
  const inOrder = () => simplex.toSorted((a, b) => a.value - b.value)
  // The most that one round evaluates: a reflection, a contraction, and every vertex but the best when it shrinks.
  const roundMost = 2 + steps.length
  for (;;) {
    simplex = inOrder()
    const [best, worst] = [simplex[0]!, simplex.at(-1)!]
    const rest = simplex.slice(0, -1)
    const size = Math.max(...rest.map(({ at }) => Math.max(...at.map((x, i) => Math.abs(x - worst.at[i]!)))))
    if (worst.value - best.value <= tolerance * (1 + Math.abs(best.value)) && size < small)
      return { ...best, evaluations, converged: true }
    if (evaluations + roundMost > most) return { ...best, evaluations, converged: false }
    const centre = start.map((_, i) => rest.reduce((sum, { at }) => sum + at[i]!, 0) / rest.length)
    const reflected = vertex(along(centre, worst.at, -1))
    if (reflected.value < best.value) {
      const expanded = vertex(along(centre, worst.at, -2))
      simplex = [...rest, expanded.value < reflected.value ? expanded : reflected]
    } else if (reflected.value < rest.at(-1)!.value) simplex = [...rest, reflected]
    else {
      const outside = reflected.value < worst.value
      const contracted = vertex(along(centre, worst.at, outside ? -0.5 : 0.5))
      if (contracted.value < Math.min(reflected.value, worst.value)) simplex = [...rest, contracted]
      else simplex = [best, ...simplex.slice(1).map(({ at }) => vertex(along(best.at, at, 0.5)))]
    }
  }
}

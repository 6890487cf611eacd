/** The simplex search of Nelder and Mead (1965), with its usual coefficients. */

type Point = readonly number[]

interface Vertex {
  readonly at: Point
  readonly value: number
}

const along = (from: Point, to: Point, share: number): Point => from.map((x, i) => x + share * (to[i]! - x))

/**
 * The minimum of a function near a start. The function itself keeps the search within bounds: it returns `Infinity`
 * outside of them.
 *
 * @param steps size of the first simplex along each axis
 */
export const nelderMead = (
  f: (at: Point) => number,
  start: Point,
  steps: Point,
  { tolerance = 1e-14, most = 400 } = {},
): Vertex => {
  const vertex = (at: Point): Vertex => ({ at, value: f(at) })
  let simplex = [start, ...steps.map((step, i) => start.map((x, j) => (i === j ? x + step : x)))].map(vertex)
  for (let round = 0; round < most; round++) {
    simplex = simplex.toSorted((a, b) => a.value - b.value)
    const [best, worst] = [simplex[0]!, simplex.at(-1)!]
    const rest = simplex.slice(0, -1)
    const size = Math.max(...rest.map(({ at }) => Math.max(...at.map((x, i) => Math.abs(x - worst.at[i]!)))))
    if (worst.value - best.value <= tolerance * (1 + Math.abs(best.value)) && size < 1e-9) break
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
  return simplex.toSorted((a, b) => a.value - b.value)[0]!
}

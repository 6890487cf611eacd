/** The standard normal distribution. */

/** The density at x. */
export const normalDensity = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)

/** Beyond this the series loses its digits by cancellation, and the continued fraction has converged. */
const TAIL_FROM = 5
const TAIL_DEPTH = 60

/** Mills' ratio of the upper tail by its continued fraction 1/(x + 1/(x + 2/(x + 3/…))). */
const tail = (x: number): number => {
  let fraction = x
  for (let depth = TAIL_DEPTH; depth > 0; depth--) fraction = x + depth / fraction
  return normalDensity(x) / fraction
}

/**
 * The probability of a value up to x. The precision is about fifteen digits, in the tails relative to the small result.
 */
export const normalCdf = (x: number): number => {
  if (x < -TAIL_FROM) return tail(-x)
  if (x > TAIL_FROM) return 1 - tail(x)
  // The series below would never end.
  if (Number.isNaN(x)) return x
  // ½ + φ(x) · (x + x³/3 + x⁵/15 + …), Marsaglia (2004).
  let term = x
  let sum = x
  for (let odd = 3; sum + term !== sum; odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return 0.5 + sum * normalDensity(x)
}

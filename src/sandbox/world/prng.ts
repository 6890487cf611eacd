/**
 * The random numbers of the simulation: small, seeded and counted, so that the same seed and the same clock give the
 * same bytes. Not for secrets. Every random number is a hash of the seed and of its subject (a second, an instrument, a
 * date). It never depends on how often it was read: a reader that polls twice does not change the market.
 */

/** A 32-bit number from a text (FNV-1a, then a finaliser). */
export const seedOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return finish(hash)
}

/** A 32-bit number from two others; every bit of both matters. */
export const mix = (a: number, b: number): number => finish(Math.imul(a, 0x9e3779b1) ^ finish(b))

/** A number in `[0, 1)` from a 32-bit one. */
export const unit = (hash: number): number => (hash >>> 0) / 4294967296

const finish = (value: number): number => {
  let hash = value >>> 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A sequence of random numbers from one seed. */
export interface Chance {
  /** Uniform in `[0, 1)`. */
  next(): number
  /** Standard normal. */
  normal(): number
  /** The number of arrivals in one interval when `mean` are expected. */
  poisson(mean: number): number
}

/** Mulberry32: 32 bits of state, enough for the few dozen numbers that are drawn from one seed. */
export const chance = (seed: number): Chance => {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    // Box and Muller; 1 - u, because zero has no logarithm.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    poisson(mean) {
      const floor = Math.exp(-mean)
      let count = 0
      for (let product = next(); product > floor; product *= next()) count++
      return count
    },
  }
}

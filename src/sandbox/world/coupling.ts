/** How closely the S&P 500 has moved with bitcoin, as a correlation that can be set. */

/** From the one extreme to the other: a market that only ever copies another one is none. */
export const MOST_RHO = 0.99

export interface Coupling {
  /** The correlation that is told at a time; 0 until somebody sets it. */
  rho(at: number): number
  couple(rho: number, now: number): void
}

export const createCoupling = (): Coupling => {
  const set: { readonly rho: number; readonly at: number }[] = []
  return {
    rho: (at) => set.findLast((each) => each.at <= at)?.rho ?? 0,
    couple: (rho, now) => void set.push({ rho, at: now }),
  }
}

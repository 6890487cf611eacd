/** Volume-weighted prices. */

/** Price and size of one execution, in whatever units the caller uses throughout. */
export interface Fill {
  readonly price: number
  readonly size: number
}

/** Σ p·q / Σ q and Σ q of one venue's fills, or `null` when nothing was traded. */
export const venueVwap = (fills: readonly Fill[]): { readonly price: number; readonly volume: number } | null => {
  let turnover = 0
  let volume = 0
  for (const fill of fills) {
    turnover += fill.price * fill.size
    volume += fill.size
  }
  return volume > 0 ? { price: turnover / volume, volume } : null
}

/**
 * Shares of the total, none above `cap`: what exceeds it is spread over the uncapped in proportion, again and again
 * until none exceeds it. A cap below 1/n cannot be met; every share is 1/n then. One venue with a wash trader can
 * therefore never be more than `cap` of the answer.
 */
export const cappedShares = (volumes: readonly number[], cap: number): readonly number[] => {
  const n = volumes.length
  const limit = Math.max(cap, 1 / n)
  const total = volumes.reduce((sum, volume) => sum + volume, 0)
  const shares = volumes.map((volume) => volume / total)
  const capped = new Set<number>()
  for (;;) {
    const over = shares.flatMap((share, at) => (!capped.has(at) && share > limit ? [at] : []))
    if (over.length === 0) return shares
    for (const at of over) capped.add(at)
    const free = shares.reduce((sum, share, at) => (capped.has(at) ? sum : sum + share), 0)
    const left = 1 - capped.size * limit
    for (let at = 0; at < n; at++) {
      if (capped.has(at)) shares[at] = limit
      else shares[at] = free > 0 ? (shares[at]! / free) * left : 0
    }
  }
}

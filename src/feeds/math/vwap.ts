import { sum } from './sums.ts'

/** Volume-weighted prices (methods 1.3). */

/** Price and size of one trade: decimal text above zero, without sign or exponent. */
export interface Execution {
  readonly price: string
  readonly size: string
}

/** Σ p·q and Σ q of one venue's trades: decimal text with every digit, so that a reader can repeat the division. */
export interface ExecutionSums {
  readonly turnover: string
  readonly volume: string
}

const placesOf = (text: string): number => (text.split('.')[1] ?? '').length

const mostPlaces = (texts: readonly string[]): number => texts.reduce((most, text) => Math.max(most, placesOf(text)), 0)

/** The text may have leading zeros: some venues write `00.50`. */
const unitsOf = (text: string, places: number): bigint => {
  const [whole, fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

const textOf = (units: bigint, places: number): string => {
  const digits = units.toString().padStart(places + 1, '0')
  const at = digits.length - places
  return places === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`.replace(/\.?0+$/, '')
}

export const sumsOf = (fills: readonly Execution[]): ExecutionSums => {
  const pricePlaces = mostPlaces(fills.map(({ price }) => price))
  const sizePlaces = mostPlaces(fills.map(({ size }) => size))
  let turnover = 0n
  let volume = 0n
  for (const { price, size } of fills) {
    const lots = unitsOf(size, sizePlaces)
    turnover += unitsOf(price, pricePlaces) * lots
    volume += lots
  }
  return { turnover: textOf(turnover, pricePlaces + sizePlaces), volume: textOf(volume, sizePlaces) }
}

/** The sums of several parts. */
export const totalOf = (parts: readonly ExecutionSums[]): ExecutionSums => {
  const total = (texts: readonly string[]): string => {
    const places = mostPlaces(texts)
    return textOf(
      texts.reduce((sum, text) => sum + unitsOf(text, places), 0n),
      places,
    )
  }
  return { turnover: total(parts.map(({ turnover }) => turnover)), volume: total(parts.map(({ volume }) => volume)) }
}

/** Σ p·q / Σ q; NaN if nothing was traded. */
export const meanPrice = ({ turnover, volume }: ExecutionSums): number => Number(turnover) / Number(volume)

/**
 * Shares of the total, none above `cap`. The excess is spread over the other shares in proportion, until no share
 * exceeds the cap. A cap below 1/n is impossible; every share is 1/n then. So a venue with invented volume never has
 * more than `cap` of the weight.
 */
export const cappedShares = (volumes: readonly number[], cap: number): readonly number[] => {
  const n = volumes.length
  const limit = Math.max(cap, 1 / n)
  const total = sum(volumes)
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

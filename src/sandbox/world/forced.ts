import type { Market } from './market.ts'
import { type Chance, chance, mix, seedOf } from './prng.ts'

/** Forced liquidations: a falling market closes long positions of borrowers, a rising market short ones. */

/** One liquidated position. */
export interface Forced {
  readonly base: string
  /** The side of the position. */
  readonly side: 'long' | 'short'
  readonly price: number
  readonly usd: number
  /** Unix milliseconds. */
  readonly at: number
}

/** Expected per second in a calm market, at one exchange. */
const CALM: Readonly<Record<string, number>> = { BTC: 0.06, ETH: 0.06, SOL: 0.04 }

/** How many a move in the last minute adds per second: a move of three per cent adds ten. */
const PER_MOVE = 350
const MOST_PER_SECOND = 10
const LOOKBACK_MS = 60_000

/** In a calm market both sides are equal; after a move of half a per cent nearly all liquidations are of one side. */
const isLong = (draw: Chance, move: number): boolean => draw.next() < 1 / (1 + Math.exp(move * 1000))

/**
 * The liquidations of one exchange in one second. They depend only on seed, exchange and second, not on who reads them.
 *
 * @param second Unix seconds; it must have passed
 */
export const forcedIn = (market: Market, provider: string, second: number): readonly Forced[] => {
  const from = second * 1000
  return Object.entries(CALM).flatMap(([base, calm]) => {
    const [before, now] = [from - LOOKBACK_MS, from].map((at) => market.scene.at(at).dollars(base))
    const move = (now ?? 0) / (before ?? 1) - 1
    const draw = chance(mix(mix(market.seed, seedOf(`forced ${provider} ${base}`)), second))
    const count = draw.poisson(Math.min(MOST_PER_SECOND, calm + Math.abs(move) * PER_MOVE))
    return Array.from({ length: count }, (): Forced => {
      const side = isLong(draw, move) ? 'long' : 'short'
      // A position is closed slightly beyond the market price, on its losing side.
      const beyond = (side === 'long' ? -1 : 1) * draw.next() * 5e-4
      return {
        base,
        side,
        price: (now ?? 0) * (1 + beyond),
        usd: 6000 * Math.exp(1.2 * draw.normal()) * (1 + Math.abs(move) * 100),
        at: from + Math.floor(draw.next() * 1000),
      }
    }).toSorted((a, b) => a.at - b.at)
  })
}

/**
 * Measures of an order book (methods 5.5): spread, imbalance (Cont, Kukanov, Stoikov 2014), and the cost of trading an
 * amount at once.
 */

/** The distances at which depth is summed, basis points from the middle. */
export const DEPTH_BANDS = [5, 10, 25, 50, 100] as const

export const middleOf = ({ bid, ask }: { readonly bid: number; readonly ask: number }): number => (bid + ask) / 2

/** 10⁴ · (ask − bid) / mid. */
export const spreadBps = (best: { readonly bid: number; readonly ask: number }): number =>
  (1e4 * (best.ask - best.bid)) / middleOf(best)

/** (bid − ask) / (bid + ask), −1 to 1; `null` if there is nothing on either side. */
export const imbalance = (bid: number, ask: number): number | null => (bid + ask > 0 ? (bid - ask) / (bid + ask) : null)

/** bid / ask; `null` if there is nothing to buy. */
export const depthRatio = (bid: number, ask: number): number | null => (ask > 0 ? bid / ask : null)

/** A part of one side of a book: a level, or everything within a short stretch of prices. */
export interface Step {
  /** Its best price; for a level its only one. */
  readonly near: number
  readonly coins: number
  /** Price times size. The mean price of the step is money over coins. */
  readonly money: number
}

/**
 * The coins for an amount that is part of a step. Taking a step from its best price on, the mean price moves evenly from
 * there to that of the whole step.
 */
const coinsFor = ({ near, coins, money }: Step, amount: number): number =>
  amount / (near + (money / coins - near) * (amount / money))

export type TradeSide = 'buy' | 'sell'

/**
 * How far the average price of a trade of exactly this amount is from the middle, basis points, positive when it costs;
 * `null` if the book ends first.
 *
 * @param steps the side of the book that the trade takes, best first
 */
export const sweepCostBps = (steps: readonly Step[], side: TradeSide, mid: number, amount: number): number | null => {
  let left = amount
  let coins = 0
  for (const step of steps) {
    if (left <= step.money) {
      const average = amount / (coins + coinsFor(step, left))
      return 1e4 * (side === 'buy' ? average / mid - 1 : 1 - average / mid)
    }
    left -= step.money
    coins += step.coins
  }
  return null
}

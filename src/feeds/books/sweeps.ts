import { roundedOrNull } from '../../canonical/measure.ts'
import { priceAt, type ReducedBook, type ReducedSide, type SideName, TOP_LEVELS } from '../../sources/depth/reduce.ts'
import { type Step, sweepCostBps, type TradeSide } from '../math/order-book.ts'
import { BOOK_PLACES, type OrderbookAnswer } from './orderbook-answer.ts'

/** What a trade at once would cost, over the books of all venues together. */

/** A side of a book, and how it counts. */
export interface CountedBook {
  readonly book: ReducedBook
  /** Dollars per unit of the currency of the book. */
  readonly rate: number
  /** The share of each side that counts, 0 to 1. */
  readonly shares: Readonly<Record<SideName, number>>
}

/** What a basis point holds beyond the kept levels is this small by rounding alone. */
const DUST = 1e-9

/** The kept levels, and what each basis point holds behind them; in the currency of the book, best first. */
export const stepsOf = (side: SideName, { top, coins, money }: ReducedSide, mid: number): readonly Step[] => {
  const levels = top.map(([price, size]): Step => {
    const [near, amount] = [Number(price), Number(size)]
    return { near, coins: amount, money: near * amount }
  })
  if (top.length < TOP_LEVELS) return levels
  const last = levels.at(-1)!.near
  const isKept = ({ near }: Step, bps: number): boolean =>
    side === 'bids' ? near >= priceAt(side, mid, bps) : near <= priceAt(side, mid, bps)
  const behind = coins.flatMap((all, at): readonly Step[] => {
    const inside = levels.filter((level) => isKept(level, at + 1) && (at === 0 || !isKept(level, at)))
    const rest = all - inside.reduce((sum, each) => sum + each.coins, 0)
    if (rest <= DUST * all) return []
    const edge = priceAt(side, mid, at)
    const near = side === 'bids' ? Math.min(last, edge) : Math.max(last, edge)
    return [{ near, coins: rest, money: money[at]! - inside.reduce((sum, each) => sum + each.money, 0) }]
  })
  return [...levels, ...behind]
}

/** All venues' steps of a side in dollars, best first. */
const merged = (side: SideName, books: readonly CountedBook[]): readonly Step[] =>
  books
    .flatMap(({ book, rate, shares }) => {
      const mid = (Number(book.bids.top[0]![0]) + Number(book.asks.top[0]![0])) / 2
      const share = shares[side]
      return stepsOf(side, book[side], mid).map(({ near, coins, money }) => ({
        near: near * rate,
        coins: coins * share,
        money: money * rate * share,
      }))
    })
    .toSorted((a, b) => (side === 'bids' ? b.near - a.near : a.near - b.near))

const AMOUNTS = { '100k': 100_000, '1m': 1_000_000, '5m': 5_000_000 } as const

/** @param mid dollars per coin, unrounded */
export const sweepCosts = (books: readonly CountedBook[], mid: number): OrderbookAnswer['sweep_cost_bps'] => {
  const costs = (trade: TradeSide) => {
    const steps = merged(trade === 'buy' ? 'asks' : 'bids', books)
    const cost = (amount: number) => roundedOrNull(sweepCostBps(steps, trade, mid, amount), BOOK_PLACES.bps)
    return { '100k': cost(AMOUNTS['100k']), '1m': cost(AMOUNTS['1m']), '5m': cost(AMOUNTS['5m']) }
  }
  return { buy: costs('buy'), sell: costs('sell') }
}

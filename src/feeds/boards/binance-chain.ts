import { groupBy } from '../../group-by.ts'
import type { BinanceBook, BinanceMark } from '../../sources/options/binance-options.ts'
import type { ListedOption } from '../../sources/options/chain.ts'
import { black76 } from '../math/black76.ts'
import { parityForward } from '../math/parity.ts'
import { median } from '../math/robust.ts'
import { yearsTo } from '../options/kept/years.ts'

/** A chain out of Binance's marks: with a forward by parity, and only of contracts of one coin. */

/** Where prices are near what their own volatility gives: strikes this near to the forward. */
const NEAR = 0.1
/** Marks may be this many times their Black prices, or the contract is not one coin. */
const UNIT = { least: 0.7, most: 1.4 } as const

const forwardOf = (marks: readonly BinanceMark[], index: number): number =>
  parityForward(
    [...groupBy(marks, ({ strike }) => Number(strike))].flatMap(([strike, same]) => {
      const [call, put] = (['call', 'put'] as const).map((kind) => same.find((each) => each.kind === kind))
      return call && put ? [{ strike, call: Number(call.mark), put: Number(put.mark) }] : []
    }),
    index,
  )

/** How many times a mark is the price that its own volatility gives; nothing of an option that is far away. */
const ratioOf = ({ kind, markIv, mark, ...named }: BinanceMark, forward: number, now: number): readonly number[] => {
  const strike = Number(named.strike)
  if (markIv === null || Math.abs(strike / forward - 1) > NEAR) return []
  const years = yearsTo(named.expiry, now)
  const { price } = black76({ kind, strike, forward, years, sigma: Number(markIv) / 100, rate: 0 })
  return price > 0 ? [Number(mark) / price] : []
}

const isOneCoin = (ratios: readonly number[]): boolean => {
  if (ratios.length === 0) return false
  const middle = median(ratios)
  return middle >= UNIT.least && middle <= UNIT.most
}

/**
 * The options of a coin, `null` where a contract is not one coin: open interest, volume and prices would then be in
 * another unit.
 *
 * @param index dollars for a coin
 * @param now Unix milliseconds
 */
export const binanceChain = (
  marks: readonly BinanceMark[],
  books: Readonly<Record<string, BinanceBook>>,
  index: number,
  now: number,
): readonly ListedOption[] | null => {
  const expiries = [...groupBy(marks, ({ expiry }) => expiry).values()].map((same) => ({
    same,
    forward: forwardOf(same, index),
  }))
  if (!isOneCoin(expiries.flatMap(({ same, forward }) => same.flatMap((mark) => ratioOf(mark, forward, now)))))
    return null
  return expiries.flatMap(({ same, forward }) =>
    same.map(({ mark: _mark, ...named }) => {
      const { bid = null, ask = null, volume = null } = books[named.symbol] ?? {}
      const twoSided = named.bidIv !== null && named.askIv !== null
      return { ...named, twoSided, bid, ask, forward: String(forward), volume }
    }),
  )
}

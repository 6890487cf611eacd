import { groupBy } from '../../../group-by.ts'
import type { Interest, ListedOption } from '../../../sources/options/chain.ts'
import { median } from '../../math/robust.ts'
import { atTheMoney, type SmilePoint } from '../../math/smile.ts'
import { mean } from '../../math/sums.ts'
import { yearsTo } from './years.ts'

/** One expiry of a chain, reduced to the values that an index reads. Volatilities in per cent a year. */
export interface Slice {
  /** Unix milliseconds. */
  readonly expiry: number
  readonly forward: number
  /**
   * Volatility at the money, from strikes with quotes and enough open interest; `null` if they do not surround the
   * forward.
   */
  readonly atmIv: number | null
  /** Options within two standard deviations of the forward: how many are listed, and how many of these are quoted. */
  readonly listed: number
  readonly quoted: number
  /** Open interest, in dollars of notional. */
  readonly putUsd: number
  readonly callUsd: number
}

/** How far from the forward an option counts as near the money, in standard deviations of ln K. */
const NEAR_SIGMAS = 2

const isQuoted = (option: ListedOption): boolean => option.twoSided && option.markIv !== null

/** One point for each strike: the mean of the mark volatilities of its options, if there are any. */
const smileOf = (options: readonly ListedOption[]): readonly SmilePoint[] =>
  [...groupBy(options, (option) => Number(option.strike))].flatMap(([strike, same]) => {
    const marks = same.flatMap(({ markIv }) => (markIv === null ? [] : [Number(markIv)]))
    return marks.length === 0 ? [] : [{ strike, iv: mean(marks) }]
  })

const sliceOf = (
  expiry: number,
  options: readonly ListedOption[],
  coinsOf: (option: ListedOption) => number,
  rules: Rules,
): Slice => {
  // The options of one expiry may be from slightly different moments.
  const forward = median(options.map((option) => Number(option.forward)))
  const marked = atTheMoney(smileOf(options), forward)
  const band = marked === null ? Infinity : NEAR_SIGMAS * (marked / 100) * Math.sqrt(yearsTo(expiry, rules.now))
  const near = options.filter((option) => Math.abs(Math.log(Number(option.strike) / forward)) <= band)
  const held = groupBy(options, (option) => Number(option.strike))
  const isHeld = (option: ListedOption): boolean =>
    held.get(Number(option.strike))!.reduce((sum, each) => sum + coinsOf(each), 0) >= rules.leastInterest
  const usd = (kind: ListedOption['kind']): number =>
    options.reduce((sum, option) => (option.kind === kind ? sum + coinsOf(option) * forward : sum), 0)
  return {
    expiry,
    forward,
    atmIv: atTheMoney(smileOf(options.filter((option) => isQuoted(option) && isHeld(option))), forward),
    listed: near.length,
    quoted: near.filter(isQuoted).length,
    putUsd: usd('put'),
    callUsd: usd('call'),
  }
}

/** The parameters of the reduction. */
export interface Rules {
  /** Unix milliseconds. */
  readonly now: number
  /**
   * Coins of open interest. A strike whose calls and puts together have less does not count for the volatility at the
   * money.
   */
  readonly leastInterest: number
}

/** The expiries after `now`, nearest first. */
export const slicesOf = (chain: readonly ListedOption[], interest: Interest, rules: Rules): readonly Slice[] =>
  [...groupBy(chain, (option) => option.expiry)]
    .filter(([expiry]) => expiry > rules.now)
    .toSorted(([a], [b]) => a - b)
    .map(([expiry, options]) => sliceOf(expiry, options, ({ symbol }) => Number(interest[symbol] ?? 0), rules))

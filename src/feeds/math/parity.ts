import { median } from './robust.ts'

/** A strike at which both the call and the put have a mark, all in the same currency. */
export interface ParityStrike {
  readonly strike: number
  readonly call: number
  readonly put: number
}

/** How many strikes vote, and the fewest that do. */
const PARITY = { strikes: 5, least: 3 } as const

/**
 * The forward that put-call parity implies at rate 0 (methods 5.6): the median of K + C − P over the strikes nearest the
 * index. With too few strikes it is the index itself.
 */
export const parityForward = (strikes: readonly ParityStrike[], index: number): number => {
  const nearest = strikes
    .toSorted((a, b) => Math.abs(a.strike - index) - Math.abs(b.strike - index))
    .slice(0, PARITY.strikes)
  return nearest.length < PARITY.least ? index : median(nearest.map(({ strike, call, put }) => strike + call - put))
}

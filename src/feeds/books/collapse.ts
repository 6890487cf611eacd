import { rounded, roundedOrNull } from '../../canonical/measure.ts'
import type { DepthMinute } from '../boards/depth-boards.ts'
import { depthState, usualDepth } from '../math/depth-collapse.ts'
import { median } from '../math/robust.ts'
import { withoutWalls } from '../math/walls.ts'
import { BOOK_PLACES, type CollapseAnswer } from './orderbook-answer.ts'

/**
 * Depth now against the minutes of a day, like with like (decision 0050): the venues that can be seen 25 basis points far
 * now, at the minutes in which all of them could. A venue that falls silent is left out of both, so it is no collapse.
 * A venue with a wall, now or usually, is left out too: it would hide the collapse of the others, and its end would be one.
 */

/** A venue that can be seen that far. */
export interface SeenDepth {
  readonly exchange: string
  /** Depth of both sides now, whole dollars. */
  readonly now: number
  /** Dollars per unit of its minutes. */
  readonly rate: number
  readonly minutes: readonly DepthMinute[]
}

const total = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0)

/** Those whose amount is not above what counts of it beside the others. */
export const unwalled = <T>(all: readonly T[], amountOf: (one: T) => number): readonly T[] => {
  const counted = withoutWalls(all.map(amountOf))
  return all.filter((one, at) => amountOf(one) <= counted[at]!)
}

/** The usual depth of one venue in dollars; 0 without a past, which is no wall. */
const ownUsual = ({ minutes, rate }: SeenDepth): number =>
  minutes.length === 0 ? 0 : median(minutes.map(([, depth]) => depth)) * rate

/** The sum of all venues in each past minute in which each of them was seen. */
const history = (venues: readonly SeenDepth[], runningMinute: number): readonly number[] => {
  const [first, ...others] = venues.map(
    ({ minutes, rate }) => new Map(minutes.map(([at, depth]) => [at, depth * rate])),
  )
  return [...(first ?? [])].flatMap(([at, depth]) => {
    const rest = others.flatMap((each) => each.get(at) ?? [])
    return at >= runningMinute || rest.length < others.length ? [] : [total([depth, ...rest])]
  })
}

/** State and ratio by the rounded sums, so that a verifier comes to the same. */
export const collapseState = (now: number, usual: number | null): Pick<CollapseAnswer, 'state' | 'ratio'> => {
  const ratio = roundedOrNull(usual === null ? null : now / usual, BOOK_PLACES.ratio)
  return { state: ratio === null ? null : depthState(ratio), ratio }
}

/**
 * @param seen by name
 * @param need with fewer venues nothing is compared
 * @param runningMinute minutes since 1970; it is not over, so it is no past
 */
export const collapseOf = (seen: readonly SeenDepth[], need: number, runningMinute: number): CollapseAnswer => {
  const venues = unwalled(
    unwalled(seen, (venue) => venue.now),
    ownUsual,
  )
  const now = total(venues.map((venue) => venue.now))
  const past = venues.length < need ? [] : history(venues, runningMinute)
  const usual = usualDepth(past)
  const usualUsd = usual === null ? null : rounded(usual, 0)
  return {
    ...collapseState(now, usualUsd),
    minutes: past.length,
    venues: venues.map(({ exchange }) => exchange),
    now_usd: now,
    usual_usd: usualUsd,
  }
}

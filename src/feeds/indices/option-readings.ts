import { DAY_MS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { OPTION_BOARDS } from '../boards/option-boards.ts'
import { median } from '../math/robust.ts'
import { atTenor, type TermPoint } from '../math/term.ts'
import type { Slice } from '../options/slice.ts'
import { freshnessAt, LIFETIMES } from './freshness.ts'
import { type ComponentReading, FALLBACK } from './reading.ts'

/** What option chains say about a coin: the level of volatility, its slope, and the balance of puts and calls. */

export const OPTIONS = {
  /** An expiry nearer than this moves with the hour, not with the market's view. */
  leastDays: 2,
  tenor: 30,
  slope: { near: 7, far: 90 },
  /** How far a listed expiry may lie from a tenor that is not between two of them, as a fraction of the tenor. */
  slopeReach: 0.25,
  /** Expiries whose open interest is counted. */
  interestDays: 30,
  /** A chain whose forwards lie further from our own spot price speaks of another coin, or lies. */
  forwardReach: 0.1,
  /** Expiries that this is judged by: carry moves those further out. */
  forwardDays: 45,
  /** Where the others agree, a level further from theirs is left out: points of volatility, or a share of it. */
  levelReach: { points: 10, share: 0.25 },
  /** A chain with a smaller share of quotes near the money stands in for itself: it counts as a fallback. */
  leastCoverage: 0.75,
} as const

/** One venue's chain of a coin that has not expired. */
interface Live {
  readonly source: string
  readonly isPrimary: boolean
  readonly at: number
  readonly fresh: number
  /** Quoted over listed, of what is near the money and far enough from expiry. */
  readonly coverage: number
  readonly slices: readonly Slice[]
  readonly points: readonly TermPoint[]
}

/** Whether a chain is about the coin that our spot price is about. Without a price of ours nobody can say. */
const isAbout = (slices: readonly Slice[], spot: number | null, now: number): boolean => {
  const forwards = slices.flatMap(({ expiry, forward }) =>
    expiry - now <= OPTIONS.forwardDays * DAY_MS ? [forward] : [],
  )
  return spot === null || forwards.length === 0 || Math.abs(median(forwards) / spot - 1) <= OPTIONS.forwardReach
}

const levelOf = ({ points }: Live): number | null => atTenor(points, OPTIONS.tenor)?.iv ?? null

const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.max(OPTIONS.levelReach.points, OPTIONS.levelReach.share * other)

/** Without the chain whose level the others contradict, where they are two or more and agree among themselves. */
const uncontradicted = (chains: readonly Live[]): readonly Live[] =>
  chains.filter((chain) => {
    const own = levelOf(chain)
    const others = chains.filter((each) => each !== chain).flatMap((each) => levelOf(each) ?? [])
    if (own === null || others.length < 2) return true
    const centre = median(others)
    return !others.every((each) => isNear(each, centre)) || isNear(own, centre)
  })

const live = (boards: Boards, coin: string, spot: number | null, now: number): readonly Live[] =>
  OPTION_BOARDS.flatMap((board, place) => {
    const chain = boards.read(board)?.chains[coin]
    const fresh = chain ? freshnessAt(chain.at, now, LIFETIMES.optionChain) : 0
    if (!chain || fresh === 0) return []
    const slices = chain.slices.filter(({ expiry }) => expiry > now)
    if (!isAbout(slices, spot, now)) return []
    const lasting = slices.filter(({ expiry }) => expiry - now >= OPTIONS.leastDays * DAY_MS)
    const listed = lasting.reduce((sum, slice) => sum + slice.listed, 0)
    const quoted = lasting.reduce((sum, slice) => sum + slice.quoted, 0)
    const points = lasting.flatMap(({ expiry, atmIv }) =>
      atmIv === null ? [] : [{ days: (expiry - now) / DAY_MS, iv: atmIv }],
    )
    const coverage = listed === 0 ? 0 : quoted / listed
    return [{ source: board.source.name, isPrimary: place === 0, at: chain.at, fresh, coverage, slices, points }]
  })

/** What a venue's chain makes of a question: the value, whether an expiry had to stand in, and how whole it had to be. */
interface Found {
  readonly value: number
  readonly isFlat: boolean
  readonly coverage: number
}

/** The venue that is most to be believed; of equals, the one that comes first in the order of preference. */
const best = (chains: readonly Live[], read: (chain: Live) => Found | null): ComponentReading | null =>
  chains
    .flatMap((chain): readonly ComponentReading[] => {
      const found = read(chain)
      if (!found || found.coverage === 0) return []
      const isFallback = !chain.isPrimary || found.isFlat || found.coverage < OPTIONS.leastCoverage
      const confidence = found.coverage * chain.fresh * (isFallback ? FALLBACK : 1)
      return [{ value: found.value, confidence, isFallback, sources: [chain.source], at: chain.at }]
    })
    .reduce<ComponentReading | null>(
      (first, next) => (first && first.confidence >= next.confidence ? first : next),
      null,
    )

/** At the money, thirty days, in per cent a year. */
const level = (chain: Live): Found | null => {
  const found = atTenor(chain.points, OPTIONS.tenor)
  return found && { value: found.iv, isFlat: !found.bracketed, coverage: chain.coverage }
}

/** Seven days over ninety. */
const slope = (chain: Live): Found | null => {
  const [near, far] = [OPTIONS.slope.near, OPTIONS.slope.far].map((days) => {
    const found = atTenor(chain.points, days)
    const isWithin = found && (found.bracketed || Math.abs(found.nearest - days) <= OPTIONS.slopeReach * days)
    return isWithin ? found : null
  })
  return near && far
    ? { value: near.iv / far.iv, isFlat: !near.bracketed || !far.bracketed, coverage: chain.coverage }
    : null
}

/** Puts over calls, dollars of open interest. It asks for no quotes, so none that are missing count against it. */
const balanceAt =
  (now: number) =>
  ({ slices }: Live): Found | null => {
    const counted = slices.filter(({ expiry }) => expiry - now <= OPTIONS.interestDays * DAY_MS)
    const puts = counted.reduce((sum, { putUsd }) => sum + putUsd, 0)
    const calls = counted.reduce((sum, { callUsd }) => sum + callUsd, 0)
    return calls > 0 ? { value: puts / calls, isFlat: false, coverage: 1 } : null
  }

/**
 * Every reading is of one venue; the three need not be of the same.
 *
 * @param spot our own price of the coin in dollars, `null` where there is none
 */
export const optionReadings = (
  boards: Boards,
  coin: string,
  spot: number | null,
  now: number,
): Readonly<Record<'iv' | 'ts' | 'pcr', ComponentReading | null>> => {
  const chains = uncontradicted(live(boards, coin, spot, now))
  return { iv: best(chains, level), ts: best(chains, slope), pcr: best(chains, balanceAt(now)) }
}

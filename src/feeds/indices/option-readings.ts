import { DAY_MS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { OPTION_BOARDS } from '../boards/option-boards.ts'
import { median } from '../math/robust.ts'
import { atTenor, type TermPoint } from '../math/term.ts'
import type { Slice } from '../options/slice.ts'
import { freshnessAt, LIFETIMES } from './freshness.ts'
import { type ComponentReading, FALLBACK } from './reading.ts'

/**
 * Readings from option chains of a coin: the level of volatility, its slope over time, and the ratio of puts to calls.
 */

export const OPTIONS = {
  /** Shorter expiries move from hour to hour and do not show what the market expects. */
  leastDays: 2,
  tenor: 30,
  slope: { near: 7, far: 90 },
  /** How far a listed expiry may be from a tenor that has no expiry on one side, as a fraction of the tenor. */
  slopeReach: 0.25,
  /** Expiries whose open interest is counted. */
  interestDays: 30,
  /** If a chain's forwards differ from our own spot price by more than this, the chain is of another coin or wrong. */
  forwardReach: 0.1,
  /** Expiries that this check uses. Interest moves the forwards of later ones away from spot. */
  forwardDays: 45,
  /**
   * If the others agree and a level differs from theirs by more than both of these, it is left out: points of
   * volatility, and a share of the level.
   */
  levelReach: { points: 10, share: 0.25 },
  /** With a smaller share of quoted options near the money, a chain counts as a fallback. */
  leastCoverage: 0.75,
} as const

/** One venue's usable chain of a coin. */
interface Live {
  readonly source: string
  readonly isPrimary: boolean
  readonly at: number
  readonly fresh: number
  /** Quoted over listed options, near the money and of the expiries that count. */
  readonly coverage: number
  readonly slices: readonly Slice[]
  readonly points: readonly TermPoint[]
}

/**
 * Whether a chain is about the same coin as our spot price. Without a spot price this cannot be checked, and the chain
 * is accepted.
 */
const isAbout = (slices: readonly Slice[], spot: number | null, now: number): boolean => {
  const forwards = slices.flatMap(({ expiry, forward }) =>
    expiry - now <= OPTIONS.forwardDays * DAY_MS ? [forward] : [],
  )
  return spot === null || forwards.length === 0 || Math.abs(median(forwards) / spot - 1) <= OPTIONS.forwardReach
}

const levelOf = ({ points }: Live): number | null => atTenor(points, OPTIONS.tenor)?.iv ?? null

const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.max(OPTIONS.levelReach.points, OPTIONS.levelReach.share * other)

/**
 * Without a chain whose level contradicts the others, if there are at least two others and they agree with one another.
 */
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

/**
 * One value from one venue's chain. `isFlat`: an expiry was used for a tenor outside of the listed expiries.
 * `coverage`: the share of the needed quotes that were there.
 */
interface Found {
  readonly value: number
  readonly isFlat: boolean
  readonly coverage: number
}

/** The reading with the highest confidence; among equals, the first in the order of preference. */
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

/** Implied volatility at the money at thirty days, in per cent a year. */
const level = (chain: Live): Found | null => {
  const found = atTenor(chain.points, OPTIONS.tenor)
  return found && { value: found.iv, isFlat: !found.bracketed, coverage: chain.coverage }
}

/** Implied volatility at seven days over ninety days. */
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

/**
 * Open interest of puts over calls, both in dollars. It needs no quotes, so missing quotes do not lower its coverage.
 */
const balanceAt =
  (now: number) =>
  ({ slices }: Live): Found | null => {
    const counted = slices.filter(({ expiry }) => expiry - now <= OPTIONS.interestDays * DAY_MS)
    const puts = counted.reduce((sum, { putUsd }) => sum + putUsd, 0)
    const calls = counted.reduce((sum, { callUsd }) => sum + callUsd, 0)
    return calls > 0 ? { value: puts / calls, isFlat: false, coverage: 1 } : null
  }

/**
 * Each reading comes from one venue; the three may come from different venues.
 *
 * @param spot our own price of the coin in dollars; `null` if there is none
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

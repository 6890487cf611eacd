import { DAY_MS } from '../../../time-units.ts'
import type { Boards } from '../../board.ts'
import { FROZEN_MS } from '../../boards/board-quote.ts'
import type { DayCount, OptionBoard } from '../../boards/option-state.ts'
import { freshnessAt, LIFETIMES } from '../../lifetimes.ts'
import { median } from '../../math/robust.ts'
import { atTenor, type TermPoint } from '../../math/term.ts'
import type { KeptExpiry } from '../kept/kept-option.ts'
import type { Slice } from '../kept/slice.ts'

/** Which venues' chains are believed: by indices and by everything else that is made of options. */

export const BELIEVED = {
  /** Shorter expiries move from hour to hour and do not show what the market expects. */
  leastDays: 2,
  /** The tenor of the level that is compared. */
  tenor: 30,
  /** If a chain's forwards differ from our own spot price by more than this, the chain is of another coin or wrong. */
  forwardReach: 0.1,
  /** Expiries that this check uses. Interest moves the forwards of later ones away from spot. */
  forwardDays: 45,
  /**
   * If the others agree and a level differs from theirs by more than both of these, it is left out: points of
   * volatility, and a share of the level.
   */
  levelReach: { points: 10, share: 0.25 },
  /** A chain of fewer options, or of a smaller share of the most of this day and the day before, is not whole. */
  leastOptions: 20,
  leastShare: 0.5,
  /** With a smaller share of quoted options near the money, a chain counts as a fallback. */
  leastCoverage: 0.75,
} as const

/** What is left out, for people. */
export const BELIEVED_RULE = `a chain that was read for ${FROZEN_MS / 1_000} s without any forward moving, whose median forward within ${BELIEVED.forwardDays} days lies more than ${BELIEVED.forwardReach * 100} % from our own spot price, or whose ${BELIEVED.tenor}-day level lies more than ${BELIEVED.levelReach.points} points and ${BELIEVED.levelReach.share * 100} % from that of the others where two agree; of the others an expiry whose forward lies further from our own spot price than that share for every ${BELIEVED.forwardDays} days`

/** One venue's usable chain of a coin. */
export interface BelievedChain {
  readonly source: string
  /** Whether it is the first venue in the order of preference. */
  readonly isPrimary: boolean
  /** Unix milliseconds, by the venue. */
  readonly at: number
  /** 1 while fresh, then down to 0 (methods 0.3). */
  readonly fresh: number
  /** Quoted over listed options, near the money and of the expiries that count. */
  readonly coverage: number
  /** Whether it has too few options to be whole: it then counts as a fallback. */
  readonly isThin: boolean
  /** Expiries ahead. */
  readonly slices: readonly Slice[]
  /** Other expiries ahead, whose forward is not that of this coin, Unix milliseconds; left out if there are none. */
  readonly odd?: readonly number[]
  /** Volatility at the money of the expiries that count. */
  readonly points: readonly TermPoint[]
  /** Its options, to be read with `keptOptions`; none in what an earlier release wrote. */
  readonly kept: readonly KeptExpiry[]
}

/**
 * Whether a chain is about the same coin as our spot price. Without a spot price this cannot be checked, and the chain
 * is accepted.
 */
const isAbout = (slices: readonly Slice[], spot: number | null, now: number): boolean => {
  const forwards = slices.flatMap(({ expiry, forward }) =>
    expiry - now <= BELIEVED.forwardDays * DAY_MS ? [forward] : [],
  )
  return spot === null || forwards.length === 0 || Math.abs(median(forwards) / spot - 1) <= BELIEVED.forwardReach
}

/** Whether a forward can be that of the coin; interest moves later ones further away. */
const isOfCoin = (forward: number, expiry: number, centre: number | null, now: number): boolean => {
  const later = Math.max(1, (expiry - now) / DAY_MS / BELIEVED.forwardDays)
  return centre === null || Math.abs(forward / centre - 1) <= BELIEVED.forwardReach * later
}

const levelOf = ({ points }: BelievedChain): number | null => atTenor(points, BELIEVED.tenor)?.iv ?? null

const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.max(BELIEVED.levelReach.points, BELIEVED.levelReach.share * other)

/**
 * Without a chain whose level contradicts the others, if there are at least two others and they agree with one another.
 */
const uncontradicted = (chains: readonly BelievedChain[]): readonly BelievedChain[] =>
  chains.filter((chain) => {
    const own = levelOf(chain)
    const others = chains.filter((each) => each !== chain).flatMap((each) => levelOf(each) ?? [])
    if (own === null || others.length < 2) return true
    const centre = median(others)
    return !others.every((each) => isNear(each, centre)) || isNear(own, centre)
  })

const isThin = (counts: readonly DayCount[], options: number): boolean => {
  const most = Math.max(0, ...counts.map(([, count]) => count))
  return options < BELIEVED.leastOptions || options < most * BELIEVED.leastShare
}

const live = (
  from: readonly OptionBoard[],
  boards: Boards,
  coin: string,
  spot: number | null,
  now: number,
): readonly BelievedChain[] =>
  from.flatMap((board, place) => {
    const chain = boards.read(board)?.chains[coin]
    const fresh = chain ? freshnessAt(chain.at, now, LIFETIMES.optionChain) : 0
    if (!chain || fresh === 0 || chain.at - (chain.movedAt ?? chain.at) > FROZEN_MS) return []
    const ahead = chain.slices.filter(({ expiry }) => expiry > now)
    if (!isAbout(ahead, spot, now)) return []
    const centre = spot ?? (ahead.length === 0 ? null : median(ahead.map(({ forward }) => forward)))
    const isOwn = ({ expiry, forward }: Pick<Slice, 'expiry' | 'forward'>): boolean =>
      expiry > now && isOfCoin(forward, expiry, centre, now)
    const slices = ahead.filter(isOwn)
    const lasting = slices.filter(({ expiry }) => expiry - now >= BELIEVED.leastDays * DAY_MS)
    const near = lasting.reduce((sum, slice) => sum + slice.listed, 0)
    const quoted = lasting.reduce((sum, slice) => sum + slice.quoted, 0)
    const points = lasting.flatMap(({ expiry, atmIv }) =>
      atmIv === null ? [] : [{ days: (expiry - now) / DAY_MS, iv: atmIv }],
    )
    const kept = (chain.kept ?? []).filter(isOwn)
    return [
      {
        source: board.venue,
        isPrimary: place === 0,
        at: chain.at,
        fresh,
        coverage: near === 0 ? 0 : quoted / near,
        ...(slices.length < ahead.length && {
          odd: ahead.flatMap((slice) => (isOwn(slice) ? [] : [slice.expiry])),
        }),
        slices,
        points,
        isThin: isThin(
          chain.counts ?? [],
          kept.reduce((sum, { rows }) => sum + rows.length, 0),
        ),
        kept,
      },
    ]
  })

/**
 * The chains of a coin that are fresh, not frozen, about this coin, and not contradicted by the others, in the order of preference.
 *
 * @param from the boards that are asked, such as `OPTION_BOARDS`
 * @param spot our own price of the coin in dollars; `null` if there is none
 */
export const believedChains = (
  from: readonly OptionBoard[],
  boards: Boards,
  coin: string,
  spot: number | null,
  now: number,
): readonly BelievedChain[] => uncontradicted(live(from, boards, coin, spot, now))

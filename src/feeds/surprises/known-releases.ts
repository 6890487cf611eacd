import { decimalDifference } from '../../sources/decimal-text.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import type { Lifetime } from '../math/freshness.ts'
import { ESTIMATES, type OwnEstimate } from './estimates-file.ts'
import { firstPrint, printsReadAt } from './first-prints.ts'
import { type Release, SAME_WITHIN_MS } from './release.ts'
import { type KeptRelease, lastTold, RELEASES_BOARD } from './releases-board.ts'

/** A release and who told of it. */
export interface KnownRelease extends Release {
  /** Names of sources; `estimates` is the operator's file. */
  readonly sources: readonly string[]
}

/** All releases that can be scored, and how good our view of them is. */
export interface KnownReleases {
  /** In order of time. */
  readonly releases: readonly KnownRelease[]
  /** Unix milliseconds of the oldest answer that they rest on. */
  readonly readAt: number
  /** Releases that are due and have no value. */
  readonly overdue: number
  /** Releases of which the vendor told another value than the agency printed first. */
  readonly corrected: number
  /** Sources of the method that are silent. */
  readonly missing: readonly string[]
}

/** How answers name the operator's file among sources. */
const FILE_NAME = 'estimates'

/** What was not read again for three days tells nothing more; as with the calendar. */
export const RELEASES_LIFETIME: Lifetime = { freshSeconds: 12 * HOUR_SECONDS, expireSeconds: 72 * HOUR_SECONDS }

/** Far below a printed digit: 0.1 is no exact number. */
const DUST = 1e-9

const isOf = (release: Release, { country, measure, at }: OwnEstimate): boolean =>
  release.country === country && release.measure === measure && Math.abs(release.at - at) <= SAME_WITHIN_MS

const isAlive = (readAt: number, now: number): boolean => now - readAt < RELEASES_LIFETIME.expireSeconds * 1_000

/** A vendor's release, with the value of the agency itself where that was seen and is another. */
const asPrinted = (boards: Boards, { seen: _, ...release }: KeptRelease): KnownRelease & { isCorrected: boolean } => {
  const print = firstPrint(boards, release)
  const name = RELEASES_BOARD.source.name
  const isCorrected =
    print !== null && Math.abs(Number(decimalDifference(print.actual, release.actual))) > print.within + DUST
  return isCorrected
    ? { ...release, actual: print.actual, sources: [print.source, name].toSorted(), isCorrected }
    : { ...release, sources: [name], isCorrected }
}

/** What the vendor told; `null` while it may not be asked, or does not answer. */
const vendorView = (boards: Boards, now: number) => {
  const state = boards.read(RELEASES_BOARD)
  const week = state && lastTold(state, now)
  return state && week && isAlive(week.readAt, now) ? { ...week, releases: state.releases } : null
}

/**
 * Every release whose value and estimate are known by now. The operator's estimate counts before the vendor's, and brings in
 * releases that the vendor does not tell. `null` where nobody tells of estimates.
 */
export const knownReleases = (boards: Boards, now: number): KnownReleases | null => {
  const vendor = vendorView(boards, now)
  const name = RELEASES_BOARD.source.name
  const own = (boards.read(ESTIMATES)?.estimates ?? []).filter(({ at }) => at <= now)
  const printed = (vendor?.releases ?? []).map((release) => asPrinted(boards, release))
  const told = printed.map(({ isCorrected: _, ...release }): KnownRelease => {
    const better = own.find((each) => isOf(release, each))
    return better
      ? { ...release, estimate: better.estimate, sources: [...release.sources, FILE_NAME].toSorted() }
      : release
  })
  const printsAt = printsReadAt(boards)
  const others = own.flatMap((each): readonly KnownRelease[] => {
    if (printsAt === null || !isAlive(printsAt, now) || told.some((release) => isOf(release, each))) return []
    const print = firstPrint(boards, each)
    if (print === null) return []
    const { source, within: _, ...values } = print
    return [{ ...each, ...values, prior: null, sources: [FILE_NAME, source].toSorted() }]
  })
  const reads = [...(vendor ? [vendor.readAt] : []), ...(others.length > 0 && printsAt !== null ? [printsAt] : [])]
  if (reads.length === 0) return null
  return {
    releases: [...told, ...others].filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at),
    readAt: Math.min(...reads),
    overdue: vendor?.overdue ?? 0,
    corrected: printed.filter(({ isCorrected }) => isCorrected).length,
    missing: vendor ? [] : [name],
  }
}

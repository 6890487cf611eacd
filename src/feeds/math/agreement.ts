import { median } from './robust.ts'

/**
 * One price from several venues, of which a minority may be wrong in any way, by any amount and together (methods 1.1).
 *
 * Of n configured venues ⌊n/2⌋ + 1 must lie within τ. The tightest window with that many votes is the shorth (Andrews
 * et al., Robust Estimates of Location, 1972), which is the basis of the least median of squares (Rousseeuw 1984).
 * Every majority contains an honest vote. If the honest votes lie within τ of one another, each of them is within τ of
 * the window. Then all of them are used, they outnumber the others, and the median lies among them. If they lie further
 * apart, the median is at most τ outside of their range.
 */

/** The present price of one venue, in the requested unit. */
export interface Vote {
  /** The name of the venue. No venue has two votes. */
  readonly source: string
  /** A vote counts only if this is a plausible price (`isPrice`). */
  readonly price: number
  /** The source is silenced until then, Unix milliseconds: its vote is not counted while enough others are left. */
  readonly silencedUntil?: number
}

export interface AgreementRules {
  /** How many venues are asked, including those that did not answer. */
  readonly configured: number
  /** The tolerance τ in force: the largest width of the window of a majority, as a fraction of its lowest vote. */
  readonly tau: number
}

/** The result if a majority agrees. */
export interface Agreed<V extends Vote = Vote> extends AgreementRules {
  readonly kind: 'agreed'
  /** Median of the used votes. */
  readonly value: number
  /** Width of the tightest window, as a fraction of its lower end. */
  readonly width: number
  /** Sorted by source. */
  readonly used: readonly V[]
  /** Sorted by source. */
  readonly rejected: readonly V[]
  /** Votes that were not counted because their sources are silenced, sorted by source; absent if there are none. */
  readonly silenced?: readonly V[]
}

/** Too few votes for a majority of the configured venues, or no majority within τ. */
export type NotAgreed =
  | { readonly kind: 'quorum_missed'; readonly have: number; readonly need: number }
  | { readonly kind: 'disagreement'; readonly spread: number; readonly limit: number }

/** The τ of calm markets. `acceptance` is the tolerance of the check that USDC is still worth a dollar. */
export const TAU = { crypto: 0.005, peg: 0.002, fx: 0.002, gold: 0.008, acceptance: 0.01 } as const

/** The smallest number of venues that is more than half of the configured ones. */
export const majorityOf = (configured: number): number => Math.floor(configured / 2) + 1

/**
 * Bounds for prices. No coin or currency sold here has a price outside, and such a price would lose its digits beside
 * other votes.
 */
const SMALLEST = 1e-12
const LARGEST = 1e15

export const isPrice = (price: number): boolean => price >= SMALLEST && price <= LARGEST

interface Window {
  readonly lower: number
  readonly upper: number
  readonly width: number
}

/** The tightest window of `count` prices; the first one if several are equal. There must be at least `count` prices. */
const tightestWindow = (sorted: readonly number[], count: number): Window => {
  const windows = sorted.slice(count - 1).map((upper, at) => {
    const lower = sorted[at]!
    return { lower, upper, width: (upper - lower) / lower }
  })
  return windows.reduce((best, next) => (next.width < best.width ? next : best))
}

/**
 * Whether a price lies from lower end · (1 − τ) to upper end · (1 + τ), both included. It divides as the width does:
 * rounding keeps the order, so a rounding error cannot separate votes that lie within τ of one another.
 */
const isNear = ({ lower, upper }: Window, price: number, tau: number): boolean =>
  (lower - price) / lower <= tau && (price - upper) / upper <= tau

const bySource = (a: Vote, b: Vote): number => (a.source < b.source ? -1 : 1)

/**
 * Splits the votes into those that count and those of silenced venues. Votes are left out as long as one more than a
 * majority remains, the longest silenced first. The one more is kept so that a single missing venue does not stop the
 * feed.
 */
export const hearing = <V extends Vote>(
  votes: readonly V[],
  configured: number,
): { readonly heard: readonly V[]; readonly silenced: readonly V[] } => {
  const valid = votes.filter(({ price }) => isPrice(price)).toSorted(bySource)
  const spare = Math.max(0, valid.length - majorityOf(configured) - 1)
  const silenced = valid
    .filter(({ silencedUntil }) => silencedUntil !== undefined)
    .toSorted((a, b) => b.silencedUntil! - a.silencedUntil!)
    .slice(0, spare)
    .toSorted(bySource)
  return { heard: valid.filter((vote) => !silenced.includes(vote)), silenced }
}

/**
 * The agreement of the votes.
 *
 * @throws RangeError for input that breaks the proof: more votes than configured venues, or two votes of one venue
 */
export const agree = <V extends Vote>(votes: readonly V[], rules: AgreementRules): Agreed<V> | NotAgreed => {
  const { configured, tau } = rules
  if (votes.length > configured) throw new RangeError(`${votes.length} votes of ${configured} configured venues`)
  if (new Set(votes.map(({ source }) => source)).size < votes.length) throw new RangeError('a venue votes twice')
  const { heard, silenced } = hearing(votes, configured)
  const need = majorityOf(configured)
  if (heard.length < need) return { kind: 'quorum_missed', have: heard.length, need }
  const window = tightestWindow(
    heard.map(({ price }) => price).toSorted((a, b) => a - b),
    need,
  )
  if (!(window.width <= tau)) return { kind: 'disagreement', spread: window.width, limit: tau }
  const used = heard.filter(({ price }) => isNear(window, price, tau))
  return {
    kind: 'agreed',
    configured,
    tau,
    value: median(used.map(({ price }) => price)),
    width: window.width,
    used,
    rejected: heard.filter((vote) => !used.includes(vote)),
    ...(silenced.length > 0 && { silenced }),
  }
}

import { median } from './robust.ts'

/**
 * One price from venues of which a minority may be wrong in any way, by any amount and in concert (methods 1.1).
 *
 * Of n configured venues ⌊n/2⌋ + 1 must lie within τ. The tightest window of so many is the shorth (Andrews et al.,
 * Robust Estimates of Location, 1972), the one that the least median of squares rests on (Rousseeuw 1984). Any majority
 * holds an honest vote. So where the honest votes lie within τ of one another, all of them lie within τ of the window:
 * they are used, they outnumber the others, and the median is among them. Where they lie further apart it is at most τ
 * beyond them.
 */

/** What one venue says now, in the unit asked. */
export interface Vote {
  /** Who says it; nobody has two votes. */
  readonly source: string
  /** What is no number, or no price of anything, is no vote. */
  readonly price: number
  /** Its source is silenced until then, Unix milliseconds: it is not counted where enough others are left. */
  readonly silencedUntil?: number
}

export interface AgreementRules {
  /** Venues that are asked, whether or not they have answered. */
  readonly configured: number
  /** How far a majority may lie apart, as a fraction of its lowest vote: the τ in force. */
  readonly tau: number
}

/** A majority agrees. */
export interface Agreed<V extends Vote = Vote> extends AgreementRules {
  readonly kind: 'agreed'
  /** Median of the used votes. */
  readonly value: number
  /** Of the tightest window, relative to its lower end. */
  readonly width: number
  /** By name. */
  readonly used: readonly V[]
  /** By name. */
  readonly rejected: readonly V[]
  /** Votes that were not counted since their sources are silenced, by name; absent where there are none. */
  readonly silenced?: readonly V[]
}

/** Too few votes for a majority of the configured, or no majority within τ. */
export type NotAgreed =
  | { readonly kind: 'quorum_missed'; readonly have: number; readonly need: number }
  | { readonly kind: 'disagreement'; readonly spread: number; readonly limit: number }

/** The τ of calm markets; `door` is that of the check whether USDC is still a dollar. */
export const TAU = { crypto: 0.005, peg: 0.002, fx: 0.002, gold: 0.008, door: 0.01 } as const

/** How many of the configured venues are more than half. */
export const majorityOf = (configured: number): number => Math.floor(configured / 2) + 1

/** Of no coin or currency that is sold here; what lies beyond could not be written down beside the other votes. */
const SMALLEST = 1e-12
const LARGEST = 1e15

export const isPrice = (price: number): boolean => price >= SMALLEST && price <= LARGEST

interface Window {
  readonly lower: number
  readonly upper: number
  readonly width: number
}

/** The first of the tightest windows of `count` among at least as many prices. */
const tightestWindow = (sorted: readonly number[], count: number): Window => {
  const windows = sorted.slice(count - 1).map((upper, at) => {
    const lower = sorted[at]!
    return { lower, upper, width: (upper - lower) / lower }
  })
  return windows.reduce((best, next) => (next.width < best.width ? next : best))
}

/**
 * From lower end · (1 − τ) to upper end · (1 + τ), both included. Divided as the width is: rounding keeps order, so no
 * last bit separates votes that lie within τ of one another.
 */
const isNear = ({ lower, upper }: Window, price: number, tau: number): boolean =>
  (lower - price) / lower <= tau && (price - upper) / upper <= tau

const bySource = (a: Vote, b: Vote): number => (a.source < b.source ? -1 : 1)

/**
 * The votes that count. Those of silenced venues do not, whoever is silenced for longest first, as long as one more than
 * a majority is left: what no liar has to be there for must not fail with the next venue that is away.
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

/** Throws for what breaks the proof: more votes than configured venues, or two of one venue. */
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

import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../../canonical/measure.ts'
import { inSeconds, SECOND_MS } from '../../../time-units.ts'
import { NAMED_FORWARD_BOARDS, OPTION_BOARDS } from '../../boards/option-boards.ts'
import { STAMP_AHEAD_MS } from '../../boards/pushed-quotes.ts'
import type { Boards } from '../../board.ts'
import { LIFETIMES } from '../../lifetimes.ts'
import { FALLBACK } from '../../reading.ts'
import { freshness } from '../../math/freshness.ts'
import { VENUE_FIELDS, VENUE_PLACES } from '../../venue-parts.ts'
import { BELIEVED, BELIEVED_RULE, type BelievedChain, believedChains } from './believed-chains.ts'

/** Answers that are made of one venue's chain: Deribit's, or that of another venue in its place. */

/** The venues whose chains are read, in the order of preference. */
export const MAIN_VENUES: readonly string[] = NAMED_FORWARD_BOARDS.map(({ venue }) => venue)

/** What was read from one chain, and what it is worth. */
export interface FromChain<T> {
  readonly value: T
  readonly chain: BelievedChain
  readonly confidence: number
  readonly degraded: boolean
  /** Venues without a usable chain, sorted. */
  readonly missing: readonly string[]
}

/** A value, whether it was read from quotes, and whether it is worse than it should be. */
export interface Read<T> {
  readonly value: T
  /** Whether it depends on quotes near the money. */
  readonly needsQuotes: boolean
  readonly isFallback: boolean
}

/** Below this confidence an answer is degraded (methods 0.4). */
export const WHOLE = 0.75

/**
 * The value of the chain with the highest confidence, among equals of the first venue; `null` if no chain has one.
 *
 * @param spot our own price of the coin in dollars; `null` if there is none
 */
export const fromMainChain = <T>(
  boards: Boards,
  coin: string,
  spot: number | null,
  now: number,
  read: (chain: BelievedChain) => Read<T> | null,
): FromChain<T> | null => {
  // Every venue helps to judge the others; read are those that name their own forwards (decision 0039).
  const chains = believedChains(OPTION_BOARDS, boards, coin, spot, now).filter(
    ({ source, kept }) => MAIN_VENUES.includes(source) && kept.length > 0,
  )
  const missing = MAIN_VENUES.filter((venue) => chains.every(({ source }) => source !== venue)).toSorted()
  return chains
    .flatMap((chain): readonly FromChain<T>[] => {
      const found = read(chain)
      const coverage = found?.needsQuotes ? chain.coverage : 1
      if (!found || coverage === 0) return []
      const isFallback = !chain.isPrimary || chain.isThin || found.isFallback || coverage < BELIEVED.leastCoverage
      const confidence = coverage * chain.fresh * (isFallback ? FALLBACK : 1)
      return [{ value: found.value, chain, confidence, degraded: isFallback || confidence < WHOLE, missing }]
    })
    .reduce<FromChain<T> | null>((best, next) => (best && best.confidence >= next.confidence ? best : next), null)
}

/** The fields of an answer that say where it is from. */
export const originOf = ({ chain, confidence, degraded, missing }: FromChain<unknown>, now: number) => ({
  sources: [chain.source],
  exchange_count: 1,
  missing: [...missing],
  confidence: rounded(confidence, VENUE_PLACES.confidence),
  degraded,
  observed_at: inSeconds(chain.at),
  fetched_at: inSeconds(now),
})

/** The schema of those fields, for verifiers. */
export const ORIGIN = { ...VENUE_FIELDS, degraded: Type.Boolean() } as const
const Origin = Type.Object(ORIGIN)

/**
 * Whether those fields can be true together: for verifiers. How many options a chain had before, and how many of them are
 * near the money, stand in no body, so the confidence has an upper bound alone.
 *
 * @param most the highest coverage that the body leaves possible
 * @param isFallback whether the body shows by itself that it is a fallback
 */
export const isOrigin = (body: Static<typeof Origin>, most: number, isFallback: boolean): boolean => {
  const [source = '', ...more] = body.sources
  const { exchange_count: count, confidence, degraded, missing, observed_at: at, fetched_at: now } = body
  const isWorse = isFallback || source !== MAIN_VENUES[0]
  // Printed times are whole seconds.
  const fresh = freshness(now - at - 1, LIFETIMES.optionChain)
  return (
    MAIN_VENUES.includes(source) &&
    more.length === 0 &&
    count === 1 &&
    missing.every((name) => name !== source && MAIN_VENUES.includes(name)) &&
    at - now <= STAMP_AHEAD_MS / SECOND_MS &&
    confidence > 0 &&
    confidence <= rounded(most * fresh * (isWorse ? FALLBACK : 1), VENUE_PLACES.confidence) &&
    (degraded || (!isWorse && confidence >= WHOLE))
  )
}

/** The rules as text for the methodology. */
export const MAIN_CHAIN_RULES = {
  venues: MAIN_VENUES,
  judgedBy: OPTION_BOARDS.map(({ venue }) => venue),
  venue: `the chain of highest confidence, among equals the first venue; another than the first, one of fewer than ${BELIEVED.leastOptions} options or less than ${BELIEVED.leastShare} of the most of this day and the day before, or with less than ${BELIEVED.leastCoverage} of the options near the money quoted counts ${FALLBACK} and is degraded`,
  excluded: BELIEVED_RULE,
  confidence: `coverage * freshness * method; fresh ${LIFETIMES.optionChain.freshSeconds} s, expired ${LIFETIMES.optionChain.expireSeconds} s`,
} as const

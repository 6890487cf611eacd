import type { DatedKind, DatedTerms } from '../../sources/dated/dated.ts'
import { DATED_VENUES } from '../../sources/dated/dated-venues.ts'
import type { DecimalText } from '../../sources/market.ts'
import { PERPETUAL_ASSETS, type PerpetualAsset } from '../../sources/perpetual.ts'
import { DAY_MS, inSeconds, SECOND_MS } from '../../time-units.ts'
import { FROZEN_MS } from '../boards/board-quote.ts'
import { DATED_BOARDS, type DatedState } from '../boards/dated-boards.ts'
import type { TickContext } from '../feed.ts'
import type { Lifetime } from '../math/freshness.ts'
import { CLOCK_SLACK_MS } from '../prices/quotes.ts'
import { venueParts } from '../venue-parts.ts'
import { isPossible } from './maturities.ts'
import { type Fact, MOST_INTEREST_USD } from './perpetual.ts'

/** One dated future at one venue, with usable facts. */
export interface DatedFuture {
  readonly exchange: string
  readonly symbol: string
  readonly kind: DatedKind
  /** Unix milliseconds. */
  readonly expiresAt: number
  readonly mark: DecimalText
  readonly index: DecimalText
  /** One side, at the mark; `null` if the venue says nothing usable about it. */
  readonly openInterestUsd: number | null
  /** The time of the older of mark and index, Unix milliseconds. */
  readonly at: number
}

/** Two polls are missed before the confidence falls, as for option chains (methods 0.3). */
export const DATED_LIFETIME: Lifetime = { freshSeconds: 120, expireSeconds: 1_800 }

/** Mark and index further apart than this are of different moments: their ratio is not a basis. */
export const PAIR_SECONDS = 30

/** A list that was not read for so long may have lost contracts. */
const LIST_EXPIRE_MS = DAY_MS

const expireMs = DATED_LIFETIME.expireSeconds * SECOND_MS

const youngOf = <Value>(fact: Fact<Value> | undefined, now: number): Fact<Value> | null =>
  fact && now - fact.at <= expireMs && fact.at - now <= CLOCK_SLACK_MS ? fact : null

const interestOf = (
  { facts }: DatedState,
  symbol: string,
  { contractUsd }: DatedTerms,
  mark: number,
  now: number,
): number | null => {
  const young = youngOf(facts[symbol]?.openInterest, now)
  if (!young) return null
  const { amount, unit } = young.value
  const dollars = { usd: 1, coins: mark, contracts: Number(contractUsd ?? Number.NaN) }[unit]
  const usd = Number(amount) * dollars
  return usd >= 0 && usd < MOST_INTEREST_USD ? usd : null
}

const isMoving = ({ moved }: DatedState, name: string, price: 'mark' | 'index', now: number): boolean =>
  now - (moved?.[name]?.[price] ?? now) <= FROZEN_MS

const futureOf = (
  exchange: string,
  state: DatedState,
  [symbol, terms]: readonly [string, DatedTerms],
  now: number,
): DatedFuture | null => {
  const { kind, expiresAt } = terms
  const mark = youngOf(state.facts[symbol]?.mark, now)
  const indexName = terms.index ?? symbol
  const index = youngOf(state.facts[indexName]?.index, now)
  if (!isMoving(state, symbol, 'mark', now) || !isMoving(state, indexName, 'index', now)) return null
  if (!mark || !index || Math.abs(mark.at - index.at) > PAIR_SECONDS * SECOND_MS) return null
  const quoted = { expiry: inSeconds(expiresAt), mark: mark.value, index: index.value }
  if (!isPossible(quoted, inSeconds(now))) return null
  return {
    exchange,
    symbol,
    kind,
    expiresAt,
    mark: mark.value,
    index: index.value,
    openInterestUsd: interestOf(state, symbol, terms, Number(mark.value), now),
    at: Math.min(mark.at, index.at),
  }
}

/** The contracts of all lists that are not too old, each once, whoever lists it. */
const contractsIn = ({ lists }: DatedState, now: number): ReadonlyMap<string, DatedTerms> =>
  new Map(
    Object.values(lists)
      .filter(({ at }) => now - at <= LIST_EXPIRE_MS)
      .flatMap(({ contracts }) => Object.entries(contracts)),
  )

const futuresAt = (exchange: string, state: DatedState, asset: PerpetualAsset, now: number): readonly DatedFuture[] =>
  [...contractsIn(state, now)]
    .filter(([, terms]) => terms.asset === asset)
    .flatMap((contract) => futureOf(exchange, state, contract, now) ?? [])

const venuesOf = (asset: PerpetualAsset) =>
  DATED_VENUES.filter(({ assets }) => assets.includes(asset)).map(({ name }) => name)

/** The boards of the venues that have dated futures on a coin, by venue. */
export const datedBoards = (asset: PerpetualAsset) =>
  venuesOf(asset).map((exchange) => [exchange, DATED_BOARDS.get(exchange)!] as const)

/** The usable dated futures on a coin, by expiry, venue and name. */
export const datedFutures = (
  { boards, now }: Pick<TickContext, 'boards' | 'now'>,
  asset: PerpetualAsset,
): readonly DatedFuture[] =>
  datedBoards(asset)
    .flatMap(([exchange, board]) => {
      const state = boards.read(board)
      return state && now - state.changedAt <= FROZEN_MS ? futuresAt(exchange, state, asset, now) : []
    })
    .toSorted(
      (a, b) => a.expiresAt - b.expiresAt || (`${a.exchange} ${a.symbol}` < `${b.exchange} ${b.symbol}` ? -1 : 1),
    )

/** The fields of an answer about its venues, by coin. One venue with a curve is an answer, and is worth little. */
export const DATED_PARTS = new Map(
  PERPETUAL_ASSETS.map((asset) => [
    asset,
    venueParts({ venues: venuesOf(asset), lifetime: DATED_LIFETIME, quorum: 1 }),
  ]),
)

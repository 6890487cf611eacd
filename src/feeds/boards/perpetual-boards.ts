import {
  PERPETUAL_ASSETS,
  type PerpetualAnswer,
  type PerpetualAsset,
  type PerpetualVenue,
  type Said,
} from '../../sources/perpetual.ts'
import { PERPETUAL_VENUES } from '../../sources/perpetuals/venues.ts'
import { HOUR_MS } from '../../time-units.ts'
import { boardQuestion, type Ask, type Board } from '../board.ts'
import { type HourRow, withHour } from '../derivatives/hourly.ts'
import { type IndexWatch, watchedIndex } from '../derivatives/index-watch.ts'
import { type InterestRow, withInterest } from '../derivatives/interest-rows.ts'
import { factsOf, PERPETUAL_LIFETIME, perpetualOf, positionsOf, type StampedFacts } from '../derivatives/perpetual.ts'
import { type PremiumMean, withPremium } from '../derivatives/premium.ts'
import { FROZEN_MS } from './board-quote.ts'

/** The newest facts of one contract at one venue, and its past hours. */
export interface ContractState {
  readonly facts: StampedFacts
  readonly premium?: PremiumMean
  /** Oldest first, one for each observed hour within the lookback, the running hour last. */
  readonly rows: readonly HourRow[]
  /** Open interest every five minutes, oldest first. Absent in states that an earlier release wrote. */
  readonly interest?: readonly InterestRow[]
  /** When the index last moved, and lay apart from the mark. Absent as above, and for venues without an index. */
  readonly index?: IndexWatch
}

/** The newest facts of our perpetuals at one venue. */
export interface PerpetualState {
  readonly contracts: Readonly<Partial<Record<PerpetualAsset, ContractState>>>
  /** When the terms were last read. */
  readonly termsAt: number
  /** When any fact last differed from the poll before. */
  readonly changedAt: number
}

/** Perpetual regimes are computed every 30 seconds, everything else less often. */
const PERPETUAL_SECONDS = 15
/** Terms change rarely. */
const SELDOM_MS = HOUR_MS

const UNKNOWN: ContractState = { facts: {}, rows: [] }

const withContract = (
  state: PerpetualState,
  asset: PerpetualAsset,
  change: (contract: ContractState) => Partial<ContractState>,
): PerpetualState => {
  const contract = state.contracts[asset] ?? UNKNOWN
  return { ...state, contracts: { ...state.contracts, [asset]: { ...contract, ...change(contract) } } }
}

const stamped = ({ at, ...facts }: Said, receivedAt: number): StampedFacts =>
  Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, { value, at: at ?? receivedAt }]))

/** Enters the facts of a reply. A fact that is missing in the reply keeps its old value, which ages and expires. */
const withAnswer = (answer: PerpetualAnswer, receivedAt: number, state: PerpetualState): PerpetualState =>
  PERPETUAL_ASSETS.reduce((entered, asset) => {
    const said = answer[asset]
    return said
      ? withContract(entered, asset, ({ facts }) => ({ facts: { ...facts, ...stamped(said, receivedAt) } }))
      : entered
  }, state)

const fresh = <Seen extends { readonly at: number }>(seen: Seen | null, now: number): Seen | null =>
  seen && now - seen.at <= PERPETUAL_LIFETIME.freshSeconds * 1000 ? seen : null

/**
 * Adds the observation of this poll to the running hour, the running premium and the rows of open interest, which needs
 * no funding. Facts that are no longer fresh are not added.
 */
const observed = (contract: ContractState, now: number): ContractState => {
  const seen = fresh(perpetualOf(contract.facts, now), now)
  const positions = fresh(positionsOf(factsOf(contract.facts, now)), now)
  return {
    ...contract,
    ...(positions && { interest: withInterest(contract.interest ?? [], positions, now) }),
    ...(seen && {
      rows: withHour(contract.rows, { rate8h: seen.rate8h, openInterestUsd: seen.openInterestUsd }, now),
    }),
    ...(seen?.index && { premium: withPremium(contract.premium, seen.mark, seen.index, now) }),
  }
}

/** The facts without their times. It is equal for two polls if the provider repeats itself. */
const fingerprint = ({ contracts }: PerpetualState): string =>
  JSON.stringify(
    PERPETUAL_ASSETS.map((asset) => Object.values(contracts[asset]?.facts ?? {}).map((fact) => fact?.value)),
  )

/**
 * One poll of one venue for all of its contracts. Observed hours are part of the state. Feeds that need the past fill
 * the other hours from the rates that the venue reports as paid (`funding-paid-boards.ts`).
 */
const perpetualBoard = (venue: PerpetualVenue): Board<PerpetualState> => ({
  id: `perp/${venue.name}`,
  source: venue.source,
  everySeconds: PERPETUAL_SECONDS,
  empty: { contracts: {}, termsAt: 0, changedAt: 0 },
  asks: ({ now, state }) => {
    const asks: Ask<PerpetualState>[] = venue.tickers.map((query) => boardQuestion(query, withAnswer))
    if (venue.terms && now - state.termsAt >= SELDOM_MS)
      asks.push(
        boardQuestion(venue.terms, (answer, receivedAt, before: PerpetualState) => ({
          ...withAnswer(answer, receivedAt, before),
          termsAt: receivedAt,
        })),
      )
    return asks
  },
  settle: (state, previous, now) => {
    const changedAt = fingerprint(state) === fingerprint(previous) ? state.changedAt : now
    const contracts = PERPETUAL_ASSETS.map((asset) => {
      const before = previous.contracts[asset] ?? UNKNOWN
      const contract = watchedIndex(state.contracts[asset] ?? UNKNOWN, before, now)
      // While a venue repeats itself its hours are not observed. They stay empty and are filled from the paid rates
      // later.
      return [asset, now - changedAt > FROZEN_MS ? contract : observed(contract, now)] as const
    })
    return { ...state, contracts: Object.fromEntries(contracts), changedAt }
  },
})

/** One board of perpetuals per venue, by venue name. */
export const PERPETUAL_BOARDS: ReadonlyMap<string, Board<PerpetualState>> = new Map(
  PERPETUAL_VENUES.map((venue) => [venue.name, perpetualBoard(venue)]),
)

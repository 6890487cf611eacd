import type { DatedAnswer, DatedFacts, DatedList, DatedVenue } from '../../sources/dated/dated.ts'
import { DATED_VENUES } from '../../sources/dated/dated-venues.ts'
import { DAY_MS, HOUR_MS } from '../../time-units.ts'
import { type Ask, type Board, boardQuestion } from '../board.ts'
import type { Fact } from '../derivatives/perpetual.ts'

/** The facts about one contract or one index, each with the time at which it was true (Unix milliseconds). */
export type StampedDatedFacts = { readonly [Name in keyof DatedFacts]?: Fact<DatedFacts[Name]> }

/** When a mark and an index last changed, Unix milliseconds. */
export interface LastMoves {
  readonly mark?: number
  readonly index?: number
}

/** The last answers of one venue about its dated futures. */
export interface DatedState {
  /** By the path of the request: its contracts, and when they were read. */
  readonly lists: Readonly<Record<string, { readonly at: number; readonly contracts: DatedList }>>
  /** By the venue's name of a contract or of an index. */
  readonly facts: Readonly<Record<string, StampedDatedFacts>>
  /** When any fact last differed from the poll before. */
  readonly changedAt: number
  /** By the venue's name as above. Absent in states that an earlier release wrote. */
  readonly moved?: Readonly<Record<string, LastMoves>>
}

const DATED_SECONDS = 60
/** New contracts are listed a few times a week. */
const LISTS_MS = HOUR_MS
/** Facts about contracts that are gone are forgotten after this time. */
const FORGET_MS = DAY_MS

const withAnswer = (answer: DatedAnswer, state: DatedState): DatedState => ({
  ...state,
  facts: {
    ...state.facts,
    ...Object.fromEntries(
      Object.entries(answer).map(([name, { at, ...said }]) => [
        name,
        {
          ...state.facts[name],
          ...Object.fromEntries(Object.entries(said).map(([fact, value]) => [fact, { value, at }])),
        },
      ]),
    ),
  },
})

const newestOf = (facts: StampedDatedFacts): number => Math.max(0, ...Object.values(facts).map(({ at }) => at))

/** The facts without their times. It is equal for two polls if the provider repeats itself. */
const fingerprint = ({ facts }: DatedState): string =>
  JSON.stringify(Object.entries(facts).map(([name, said]) => [name, Object.values(said).map(({ value }) => value)]))

const PRICES = ['mark', 'index'] as const

/** One frozen price beside one that lives makes a carry of what the coin moved since. */
const movedIn = ({ facts }: DatedState, previous: DatedState, now: number): Readonly<Record<string, LastMoves>> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, said]) => {
      const before = previous.facts[name]
      const moves = PRICES.flatMap((price) => {
        const fact = said[price]
        if (!fact) return []
        return [
          [price, fact.value === before?.[price]?.value ? (previous.moved?.[name]?.[price] ?? now) : now] as const,
        ]
      })
      return [name, Object.fromEntries(moves)]
    }),
  )

/** Contracts that have not been delivered yet. */
const running = ({ lists }: DatedState, now: number): readonly string[] =>
  Object.values(lists).flatMap(({ contracts }) =>
    Object.entries(contracts).flatMap(([symbol, { expiresAt }]) => (expiresAt > now ? [symbol] : [])),
  )

/** Whether a list has no contract left, although some should be running: a fault of the venue. It is asked again at once. */
const isLost = (contracts: DatedList, known: DatedState['lists'][string] | undefined, now: number): boolean =>
  Object.keys(contracts).length === 0 && Object.values(known?.contracts ?? {}).some(({ expiresAt }) => expiresAt > now)

const datedBoard = (venue: DatedVenue): Board<DatedState> => ({
  id: `dated/${venue.name}`,
  source: venue.source,
  everySeconds: DATED_SECONDS,
  empty: { lists: {}, facts: {}, changedAt: 0 },
  asks: ({ now, state }) => {
    const due = venue.lists.filter(({ path }) => now - (state.lists[path]?.at ?? 0) >= LISTS_MS)
    const queries = [
      ...venue.tickers,
      ...(venue.interest ? running(state, now).map((symbol) => venue.interest!(symbol)) : []),
    ]
    const asks: Ask<DatedState>[] = [
      ...queries.map((query) => boardQuestion(query, (answer, _at, before: DatedState) => withAnswer(answer, before))),
      ...due.map((query) =>
        boardQuestion(query, (contracts, at, before: DatedState) =>
          isLost(contracts, before.lists[query.path], at)
            ? before
            : { ...before, lists: { ...before.lists, [query.path]: { at, contracts } } },
        ),
      ),
    ]
    return asks
  },
  settle: (state, previous, now) => {
    const facts = Object.fromEntries(Object.entries(state.facts).filter(([, said]) => newestOf(said) > now - FORGET_MS))
    return {
      ...state,
      facts,
      changedAt: fingerprint(state) === fingerprint(previous) ? state.changedAt : now,
      moved: movedIn({ ...state, facts }, previous, now),
    }
  },
})

/** One board of dated futures per venue, by venue name. */
export const DATED_BOARDS: ReadonlyMap<string, Board<DatedState>> = new Map(
  DATED_VENUES.map((venue) => [venue.name, datedBoard(venue)]),
)

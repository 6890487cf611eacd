import type { InstrumentPage, InstrumentVenue } from '../../sources/options/instruments.ts'
import { INSTRUMENT_VENUES } from '../../sources/options/instrument-venues.ts'
import type { OptionName } from '../../sources/options/names.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import { type Ask, type Board, boardQuestion } from '../board.ts'

/** The options that a venue lists for one expiry. A strike that is settled in two currencies is there twice. */
export interface ListedExpiry {
  /** Unix milliseconds. */
  readonly expiry: number
  /** Strikes of the calls, ascending. */
  readonly calls: readonly number[]
  readonly puts: readonly number[]
}

/** A venue's whole list of options of one coin. */
export interface ContractList {
  /** When its last page came, Unix milliseconds. */
  readonly at: number
  /** Nearest first. */
  readonly expiries: readonly ListedExpiry[]
}

/** The lists of one venue, by coin. A coin without a new list keeps its last one, which ages. */
export interface InstrumentState {
  readonly lists: Readonly<Record<string, ContractList>>
  /** Pages of this same poll, until the last one of their coin arrives. */
  readonly pages: Readonly<Record<string, InstrumentPage>>
}

const strikesOf = (options: readonly OptionName[], kind: OptionName['kind']): readonly number[] =>
  options.flatMap((option) => (option.kind === kind ? [Number(option.strike)] : [])).toSorted((a, b) => a - b)

const listOf = (options: readonly OptionName[]): ContractList['expiries'] =>
  [...Map.groupBy(options, ({ expiry }) => expiry)]
    .toSorted(([a], [b]) => a - b)
    .map(([expiry, same]) => ({ expiry, calls: strikesOf(same, 'call'), puts: strikesOf(same, 'put') }))

const entered = (state: InstrumentState, coin: string, page: InstrumentPage, receivedAt: number): InstrumentState => {
  const listed = [...(state.pages[coin]?.listed ?? []), ...page.listed]
  if (page.cursor !== null) return { ...state, pages: { ...state.pages, [coin]: { listed, cursor: page.cursor } } }
  const { [coin]: _complete, ...pages } = state.pages
  // An empty list means that the venue has a fault: it has not delisted everything.
  if (listed.length === 0) return { ...state, pages }
  return { lists: { ...state.lists, [coin]: { at: receivedAt, expiries: listOf(listed) } }, pages }
}

const askOf = (venue: InstrumentVenue, coin: string, cursor: string | null): Ask<InstrumentState> => ({
  ...boardQuestion(venue.page(coin, cursor), (page, receivedAt, state: InstrumentState) =>
    entered(state, coin, page, receivedAt),
  ),
  next: ({ pages }) => {
    const following = pages[coin]?.cursor ?? null
    return following === null ? null : askOf(venue, coin, following)
  },
})

const instrumentBoard = (venue: InstrumentVenue): Board<InstrumentState> => ({
  id: `options-listed/${venue.source.name}`,
  source: venue.source,
  everySeconds: HOUR_SECONDS,
  empty: { lists: {}, pages: {} },
  asks: () => venue.coins.map((coin) => askOf(venue, coin, null)),
  // A list that lacks a page is not kept.
  settle: (state) => ({ ...state, pages: {} }),
})

/** One board of listed options per venue, by venue name. */
export const INSTRUMENT_BOARDS: ReadonlyMap<string, Board<InstrumentState>> = new Map(
  INSTRUMENT_VENUES.map((venue) => [venue.source.name, instrumentBoard(venue)]),
)

import type { Interest, OptionChain, OptionVenue } from '../../sources/options/chain.ts'
import { OPTION_VENUES } from '../../sources/options/option-venues.ts'
import { boardQuestion, type Ask, type Board } from '../board.ts'
import { type Slice, slicesOf } from '../options/slice.ts'

/** A coin's option chain, reduced to one entry per expiry: about a thousand options become about fifteen entries. */
export interface ReducedChain {
  /** The time of the chain by the venue, Unix milliseconds. */
  readonly at: number
  readonly slices: readonly Slice[]
}

/** The last option chains of one venue. */
export interface OptionState {
  /** By coin. A coin without a new chain keeps its last one, which ages and expires. */
  readonly chains: Readonly<Record<string, ReducedChain>>
  /** Open interest from this same poll, until the chain it belongs to arrives. */
  readonly interest: Readonly<Record<string, Interest>>
}

/** A chain is a large reply and its volatilities move slowly. It stays fresh for twice this time. */
const OPTION_SECONDS = 60

/**
 * Least open interest, in coins, of a strike that counts. Below it the price is only a mark, backed by no real
 * position.
 */
export const LEAST_INTEREST: Readonly<Record<string, number>> = { BTC: 10, ETH: 100 }

const COINS = Object.keys(LEAST_INTEREST)

const entered = (state: OptionState, coin: string, chain: OptionChain, receivedAt: number): OptionState => {
  const interest = chain.interest ?? state.interest[coin]
  // Without open interest it is not known which strikes count. An empty chain means that the venue has a fault.
  if (!interest || chain.quotes.length === 0) return state
  const slices = slicesOf(chain.quotes, interest, { now: receivedAt, leastInterest: LEAST_INTEREST[coin] ?? 0 })
  return { ...state, chains: { ...state.chains, [coin]: { at: Math.min(chain.at, receivedAt), slices } } }
}

const asksOf = (venue: OptionVenue, coin: string): readonly Ask<OptionState>[] => [
  ...(venue.interest
    ? [
        boardQuestion(venue.interest(coin), (interest, _receivedAt, state: OptionState) => ({
          ...state,
          interest: { ...state.interest, [coin]: interest },
        })),
      ]
    : []),
  boardQuestion(venue.chain(coin), (chain, receivedAt, state: OptionState) => entered(state, coin, chain, receivedAt)),
]

const optionBoard = (venue: OptionVenue): Board<OptionState> => ({
  id: `options/${venue.source.name}`,
  source: venue.source,
  everySeconds: OPTION_SECONDS,
  empty: { chains: {}, interest: {} },
  asks: () => COINS.flatMap((coin) => asksOf(venue, coin)),
  settle: (state) => ({ ...state, interest: {} }),
})

/** One board of chains per venue, in the order of preference. */
export const OPTION_BOARDS: readonly Board<OptionState>[] = OPTION_VENUES.map(optionBoard)

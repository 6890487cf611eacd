import type { OptionChain, OptionVenue } from '../../sources/options/chain.ts'
import { OPTION_VENUES } from '../../sources/options/option-venues.ts'
import { boardQuestion, type Ask } from '../board.ts'
import { BINANCE_OPTION_BOARD } from './binance-option-board.ts'
import { OPTION_SECONDS, type OptionBoard, type OptionState, withChain } from './option-state.ts'

const entered = (state: OptionState, coin: string, chain: OptionChain, receivedAt: number): OptionState => {
  const interest = chain.interest ?? state.interest[coin]
  // Without open interest it is not known which strikes count. An empty chain means that the venue has a fault.
  if (!interest || chain.quotes.length === 0) return state
  return withChain(state, coin, chain, interest, receivedAt)
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

const optionBoard = (venue: OptionVenue): OptionBoard => ({
  id: `options/${venue.source.name}`,
  venue: venue.source.name,
  coins: venue.coins,
  source: venue.source,
  everySeconds: OPTION_SECONDS,
  empty: { chains: {}, interest: {} },
  asks: () => venue.coins.flatMap((coin) => asksOf(venue, coin)),
  settle: (state) => ({ ...state, interest: {} }),
})

/**
 * The boards of the venues that name their own forwards, in the order of preference. What is read from one venue alone,
 * such as the inputs of indices, is read from these (decision 0039).
 */
export const NAMED_FORWARD_BOARDS: readonly OptionBoard[] = OPTION_VENUES.map(optionBoard)

/** One board of chains per venue, in the order of preference. Binance names no forwards and comes last. */
export const OPTION_BOARDS: readonly OptionBoard[] = [...NAMED_FORWARD_BOARDS, BINANCE_OPTION_BOARD]

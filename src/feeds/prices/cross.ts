import { type AnyBoard } from '../board.ts'
import { FIXING_BOARDS } from '../boards/fixing-boards.ts'
import { tickerBoardOf } from '../boards/ticker-boards.ts'
import type { Declined, Earlier, Look } from '../feed.ts'
import { dollarsPer, type FxLeg, fxLeg, legPair, legVenues } from './fx-legs.ts'
import type { LegView } from './price-answer.ts'

/** The feed that publishes the legs: where a closed market's last values are found. */
export const FX_FEED = 'price/fx'

/** The actor that publishes a currency's own pair against the dollar. */
export const legActor = (currency: string): string => `${FX_FEED}/${legPair(currency).replace('/', '-')}`

/** A currency against the dollar as this tick sees it; a closed market is answered by the leg's own last snapshot. */
export const legNow = (look: Look, currency: string, own: Earlier | null = null): FxLeg | Declined =>
  fxLeg(look.boards, currency, look.now, own ?? look.earlier(legActor(currency)))

/** A leg as the answer shows it. */
export const viewOf = (leg: FxLeg): LegView => ({ pair: leg.pair, basis: leg.basis, at: leg.at })

/** X/quote from X/USD: unrounded, by the dollar value of the quote currency. */
export const crossed = (usd: number, quote: string, leg: FxLeg): number => usd / dollarsPer(quote, leg)

/** The boards of the given venues, each once. */
export const tickers = (venues: readonly string[]): readonly AnyBoard[] =>
  [...new Set(venues)].map((venue) => tickerBoardOf(venue) as unknown as AnyBoard)

/** The boards a leg reads. */
export const legBoards = (currency: string): readonly AnyBoard[] => [
  ...tickers(legVenues(currency)),
  ...([...FIXING_BOARDS.values()] as unknown as AnyBoard[]),
]

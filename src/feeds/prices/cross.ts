import { type AnyBoard } from '../board.ts'
import { FIXING_BOARDS } from '../boards/fixing-boards.ts'
import { tickerBoardOf } from '../boards/ticker-boards.ts'
import { actorId, type Declined, type Earlier, type TickContext } from '../feed.ts'
import { FX, type FxCarry } from './price-carry.ts'
import { type FxLeg, fxLeg } from './fx-legs.ts'
import { COIN, legPair, legVenues, votersOf } from './fx-venues.ts'
import type { Beside } from './hybrid-venues.ts'
import { spotReads } from './spot-legs.ts'
import { USDT_RATE_VENUES } from './usdt.ts'

const legKey = (currency: string): string => legPair(currency).replace('/', '-')

/** The actor that publishes a currency against the dollar. */
export const legActor = (currency: string): string => actorId(FX, { key: legKey(currency) })

/**
 * A currency against the dollar at this tick. While the market is closed, the leg's own last snapshot is used.
 *
 * @param own that snapshot, if the tick is the leg's own
 * @param beside the direct prices beside the cross that the leg goes into, if there are any
 */
export const legNow = (
  context: TickContext,
  currency: string,
  { own = null, beside = null }: { readonly own?: Earlier<FxCarry> | null; readonly beside?: Beside | null } = {},
): FxLeg | Declined => fxLeg(context, currency, { carried: own ?? context.earlier(FX, legKey(currency)), beside })

/** The boards of the given venues, each one once. */
export const tickers = (venues: readonly string[]): readonly AnyBoard[] =>
  [...new Set(venues)].map((venue) => tickerBoardOf(venue))

/** The venues that a leg reads: those that vote, and those whose prices convert votes. */
const legReads = (currency: string, beside: Beside | null): readonly string[] => {
  const venues = legVenues(currency, beside)
  return [
    ...votersOf(venues),
    ...(venues.tether.length > 0 ? USDT_RATE_VENUES : []),
    ...(venues.implied.length > 0 ? spotReads(COIN) : []),
  ]
}

/** The boards that a leg reads. */
export const legBoards = (currency: string, beside: Beside | null = null): readonly AnyBoard[] => [
  ...tickers(legReads(currency, beside)),
  ...FIXING_BOARDS.values(),
]

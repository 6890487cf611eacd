import { PERPETUAL_ASSETS, type PerpetualAsset, type PerpetualVenue } from '../../sources/perpetual.ts'
import { PERPETUAL_VENUES } from '../../sources/perpetuals/venues.ts'
import { boardQuestion, type Board } from '../board.ts'
import { INTEREST_KEPT_MS, type InterestRow, mergedInterest, pastRows } from '../derivatives/interest-rows.ts'

/** Past open interest as one venue tells it. */
export interface InterestState {
  /** Oldest first. */
  readonly told: Readonly<Partial<Record<PerpetualAsset, readonly InterestRow[]>>>
}

/** It fills what was not observed: a first start, and pauses. */
const INTEREST_SECONDS = 600

type Interest = NonNullable<PerpetualVenue['interest']>

/**
 * The past open interest of one venue's coins. Everything that is looked back upon is asked for each time: three coins are
 * nine requests at most, and a page that failed is there with the next poll.
 */
const interestBoard = ({ name, source }: PerpetualVenue, interest: Interest): Board<InterestState> => ({
  id: `interest/${name}`,
  source,
  everySeconds: INTEREST_SECONDS,
  empty: { told: {} },
  asks: ({ now }) =>
    PERPETUAL_ASSETS.flatMap((asset) =>
      interest(asset, now - INTEREST_KEPT_MS, now).map((query) =>
        boardQuestion(query, (past, receivedAt, { told }: InterestState) => ({
          told: { ...told, [asset]: mergedInterest(told[asset] ?? [], pastRows(past), receivedAt) },
        })),
      ),
    ),
})

/** One board of past open interest for each venue that tells it, by venue name. */
export const INTEREST_BOARDS: ReadonlyMap<string, Board<InterestState>> = new Map(
  PERPETUAL_VENUES.flatMap((venue) =>
    venue.interest ? [[venue.name, interestBoard(venue, venue.interest)] as const] : [],
  ),
)

import { type DailyBar, type DailyVenue } from '../../sources/daily/daily-bar.ts'
import { DAILY_VENUES } from '../../sources/daily/daily-venues.ts'
import { DAY_MS } from '../../time-units.ts'
import { boardQuestion, type Board } from '../board.ts'

/** The complete days in the last reply of one venue. */
export interface DailyState {
  /** By coin, oldest first. */
  readonly days: Readonly<Record<string, readonly DailyBar[]>>
}

/** A new day is known at most half an hour after it ended. A bar stays fresh for two hours after its day. */
const DAILY_SECONDS = 1_800

const COINS = ['BTC', 'ETH']

const dailyBoard = (venue: DailyVenue): Board<DailyState> => ({
  id: `daily/${venue.source.name}`,
  source: venue.source,
  everySeconds: DAILY_SECONDS,
  empty: { days: {} },
  asks: () =>
    COINS.map((coin) =>
      boardQuestion(venue.days(coin), (bars, receivedAt, state: DailyState) => ({
        // The range of the running day is not complete yet.
        days: { ...state.days, [coin]: bars.filter(({ start }) => start + DAY_MS <= receivedAt) },
      })),
    ),
})

/** One board of daily bars per venue. */
export const DAILY_BOARDS: readonly Board<DailyState>[] = DAILY_VENUES.map(dailyBoard)

import { BAR_MS, type BarVenue, type FiveMinuteBar } from '../../sources/bars/five-minute-bar.ts'
import { BAR_VENUES } from '../../sources/bars/bar-venues.ts'
import { boardQuestion, type Board } from '../board.ts'

/** The closed bars in the last reply of one venue. */
export interface BarState {
  /** By coin, oldest first. Of each bar but the newest only what returns and ranges are made of is kept. */
  readonly coins: Readonly<Record<string, CoinBars>>
}

export interface CoinBars {
  /** Start in Unix milliseconds, high, low, close. */
  readonly bars: readonly (readonly [start: number, high: string, low: string, close: string])[]
  /** The newest one, with what was traded in it; `null` if there is none. */
  readonly newest: FiveMinuteBar | null
}

/** A bar ends every five minutes; a minute later at most it is known. */
const BAR_SECONDS = 60

/** The coins that have regimes. */
const COINS = ['BTC', 'ETH', 'SOL']

/** @param receivedAt the bar that runs then is not complete */
const closedOf = (bars: readonly FiveMinuteBar[], receivedAt: number): CoinBars => {
  const closed = bars.filter(({ start }) => start + BAR_MS <= receivedAt)
  return { bars: closed.map(({ start, high, low, close }) => [start, high, low, close]), newest: closed.at(-1) ?? null }
}

const barBoard = (venue: BarVenue): Board<BarState> => ({
  id: `bars/${venue.source.name}`,
  source: venue.source,
  everySeconds: BAR_SECONDS,
  empty: { coins: {} },
  asks: () =>
    COINS.map((coin) =>
      boardQuestion(venue.bars(coin), (bars, receivedAt, { coins }: BarState) => ({
        coins: { ...coins, [coin]: closedOf(bars, receivedAt) },
      })),
    ),
})

/** One board of five-minute bars per venue, with the currency of its prices. */
export const BAR_BOARDS = BAR_VENUES.map((venue) => ({ quote: venue.quote, board: barBoard(venue) }))

import { NEW_YORK } from '../../sources/equities/market-day.ts'
import { MINUTE_VENUES } from '../../sources/minutes/minute-venues.ts'
import type { MinuteVenue } from '../../sources/minutes/minute-bar.ts'
import type { DecimalText } from '../../sources/market.ts'
import { addDays, zonedDate } from '../../sources/zoned.ts'
import { MINUTE_MS } from '../../time-units.ts'
import { type Board, boardQuestion } from '../board.ts'
import { closeOf } from './early-closes.ts'
import { isWeekday } from './session.ts'

/** What a bitcoin cost at each close of New York: the opening price of the minute that begins then, at each venue. */

/** Dollars by date; `null` where the venue had no trade, asked again a few times. */
interface Closes {
  readonly prices: Readonly<Record<string, DecimalText>>
  /** How often a date was asked for in vain. */
  readonly missed: Readonly<Record<string, number>>
}

/** Calendar days that are kept: more than the 31 closes of a window, with holidays. */
const DAYS_KEPT = 60
const MOST_TRIES = 3
const EVERY_SECONDS = 15
/** Bitfinex answers thirty requests a minute, and its tickers and the past of prices need most of them. */
const ASKED_AT_ONCE: Readonly<Record<string, number>> = { bitfinex: 1 }
const USUALLY_ASKED = 10

/** Every close of the last days that is over, the newest first. Holidays are among them: nobody tells us of them. */
export const recentCloses = (now: number): readonly string[] => {
  const today = zonedDate(now, NEW_YORK)
  return Array.from({ length: DAYS_KEPT }, (_, back) => addDays(today, -back)).filter(
    (date) => isWeekday(date) && closeOf(date) + 2 * MINUTE_MS <= now,
  )
}

const kept = <V>(byDate: Readonly<Record<string, V>>, oldest: string): Readonly<Record<string, V>> =>
  Object.fromEntries(Object.entries(byDate).filter(([date]) => date >= oldest))

const entered = (state: Closes, date: string, price: DecimalText | undefined): Closes =>
  price === undefined
    ? { ...state, missed: { ...state.missed, [date]: (state.missed[date] ?? 0) + 1 } }
    : { ...state, prices: { ...state.prices, [date]: price } }

const closesBoard = (venue: MinuteVenue): Board<Closes> => {
  const symbol = venue.symbols['BTC/USD']
  if (symbol === undefined) throw new Error(`${venue.source.name} has no BTC/USD`)
  const atOnce = ASKED_AT_ONCE[venue.source.name] ?? USUALLY_ASKED
  return {
    id: `closes/${venue.source.name}`,
    source: venue.source,
    everySeconds: EVERY_SECONDS,
    empty: { prices: {}, missed: {} },
    rests: true,
    asks: ({ now, state }) =>
      recentCloses(now)
        .filter((date) => state.prices[date] === undefined && (state.missed[date] ?? 0) < MOST_TRIES)
        .slice(0, atOnce)
        .map((date) => {
          const at = closeOf(date)
          return boardQuestion(venue.minutes(symbol, at, at), (bars, _at, before: Closes) =>
            entered(before, date, bars.find(({ start }) => start === at)?.open),
          )
        }),
    settle: ({ prices, missed }, _before, now) => {
      const oldest = addDays(zonedDate(now, NEW_YORK), -DAYS_KEPT)
      return { prices: kept(prices, oldest), missed: kept(missed, oldest) }
    },
  }
}

export const CLOSES_BOARDS: readonly Board<Closes>[] = MINUTE_VENUES.map(closesBoard)

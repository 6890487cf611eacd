import { nextFridays } from '../../../src/feeds/math/expiry-calendar.ts'
import { DAY_MS } from '../../../src/time-units.ts'
import { boardsOf } from './board-hands.ts'
import { sentiment, termStructure } from './fault-families.ts'
import { expiry, greeks, instruments, iv, surface, svi } from './fault-option-families.ts'
import type { FaultRound } from './fault-rounds.ts'
import { isGone } from './fault-words.ts'
import { withPassed } from './past-in-boards.ts'
import { MAKERS } from './silent-rounds.ts'

const PASSED = 'an expiry has passed since the last poll'

/** A Friday that every family of options tells: curves and surfaces begin a day ahead. */
const fridayAhead = (now: number): number => nextFridays(now, 2).find((friday) => friday - now > 2 * DAY_MS)!

/** Everything about one expiry is over, and no venue was asked since. */
export const passedExpiry = (): FaultRound => {
  const friday = fridayAhead(Date.now())
  const [date, seconds] = [new Date(friday).toISOString().slice(0, 10), friday / 1_000]
  let passedAt = Number.POSITIVE_INFINITY
  return {
    order: { halt: [...MAKERS, 'bybit'] },
    also: async (boards) => {
      await boards.change(boardsOf(['options', 'options-listed', 'dated']), withPassed(friday))
      passedAt = Math.min(passedAt, Date.now())
    },
    rows: [
      ...[iv, surface].map((family) =>
        family.row(PASSED, (now, honest) =>
          isGone(
            now.expiries.map((each) => each.expiry),
            honest.expiries.map((each) => each.expiry),
            date,
          ),
        ),
      ),
      greeks.row(PASSED, (now, honest) => {
        const isInRow = now.options.some((row) => row.expiry === seconds)
        const gone = isGone(
          now.expiries.map((each) => each.expiry),
          honest.expiries.map((each) => each.expiry),
          seconds,
        )
        return !isInRow && gone
      }),
      instruments.row(PASSED, (now, honest) =>
        isGone(
          now.expiries.map((each) => each.expiry),
          honest.expiries.map((each) => each.expiry),
          seconds,
        ),
      ),
      svi.row(PASSED, (now, honest) =>
        isGone(
          now.slices.map((each) => each.expiry),
          honest.slices.map((each) => each.expiry),
          date,
        ),
      ),
      expiry.row(PASSED, (now, honest) => {
        const dates = [now.next, ...now.upcoming].map((each) => each.date)
        return isGone(
          dates,
          [honest.next, ...honest.upcoming].map((each) => each.date),
          date,
        )
      }),
      termStructure.row(PASSED, (now, honest) => {
        const dates = (answer: typeof now) =>
          answer.maturities.map((each) => new Date(each.expiry * 1_000).toISOString().slice(0, 10))
        return isGone(dates(now), dates(honest), date)
      }),
      sentiment.row(
        PASSED,
        (now, honest) => now.computedAt * 1_000 > passedAt + 1_000 && `${now.value}, was ${honest.value}`,
      ),
    ],
  }
}

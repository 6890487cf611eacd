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

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Everything about one expiry is over, and no venue was asked since. */
export const passedExpiry = (): FaultRound => {
  const friday = fridayAhead(Date.now())
  const past = nextFridays(Date.now(), 1)[0]! - 7 * DAY_MS
  const dates = { was: dateOf(friday), is: dateOf(past) }
  const times = { was: friday / 1_000, is: past / 1_000 }
  let passedAt = Number.POSITIVE_INFINITY
  return {
    order: { halt: [...MAKERS, 'bybit'] },
    also: async (boards) => {
      await boards.change(boardsOf(['options', 'options-listed', 'dated']), withPassed(friday, past))
      passedAt = Math.min(passedAt, Date.now())
    },
    rows: [
      ...[iv, surface].map((family) =>
        family.row(PASSED, (now, honest) =>
          isGone(
            now.expiries.map((each) => each.expiry),
            honest.expiries.map((each) => each.expiry),
            dates,
          ),
        ),
      ),
      greeks.row(PASSED, (now, honest) => {
        const isInRow = now.options.some((row) => row.expiry === times.was || row.expiry === times.is)
        const gone = isGone(
          now.expiries.map((each) => each.expiry),
          honest.expiries.map((each) => each.expiry),
          times,
        )
        return !isInRow && gone
      }),
      instruments.row(PASSED, (now, honest) =>
        isGone(
          now.expiries.map((each) => each.expiry),
          honest.expiries.map((each) => each.expiry),
          times,
        ),
      ),
      svi.row(PASSED, (now, honest) =>
        isGone(
          now.slices.map((each) => each.expiry),
          honest.slices.map((each) => each.expiry),
          dates,
        ),
      ),
      expiry.row(PASSED, (now, honest) => {
        const told = [now.next, ...now.upcoming].map((each) => each.date)
        return isGone(
          told,
          [honest.next, ...honest.upcoming].map((each) => each.date),
          dates,
        )
      }),
      termStructure.row(PASSED, (now, honest) => {
        const told = (answer: typeof now) => answer.maturities.map((each) => dateOf(each.expiry * 1_000))
        return isGone(told(now), told(honest), dates)
      }),
      sentiment.row(
        PASSED,
        (now, honest) => now.computedAt * 1_000 > passedAt + 1_000 && `${now.value}, was ${honest.value}`,
      ),
    ],
  }
}

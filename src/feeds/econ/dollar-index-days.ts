import { fixed } from '../../canonical/decimal.ts'
import { ecbFixingDays, type FixedDay } from '../../sources/statistics/ecb-fixing-days.ts'
import { ecbSource } from '../../sources/central-banks/ecb.ts'
import { UnreadableReply } from '../../sources/query.ts'
import { endOfPeriod } from '../../sources/statistics/period.ts'
import { DAY_MS, HOUR_SECONDS } from '../../time-units.ts'
import { type Board, boardQuestion } from '../board.ts'
import { DOLLAR_LEGS, dollarIndex, type DollarParts, LEG_PLACES } from './dollar-index.ts'

/** The ECB's rates of the last business days. */
interface FixedDays {
  /** Oldest first. */
  readonly days: readonly FixedDay[]
}

/** Each day is of one table: rates of two days are never combined. */
export const FIXED_DAYS_BOARD: Board<FixedDays> = {
  id: 'stats/ecb-fixings',
  source: ecbSource,
  everySeconds: HOUR_SECONDS,
  empty: { days: [] },
  asks: () => [
    boardQuestion(ecbFixingDays, (days, receivedAt, before: FixedDays) => {
      const newest = days.at(-1)!.date
      // A day to come would be kept against every honest table until then.
      if (endOfPeriod(newest) - receivedAt > DAY_MS)
        throw new UnreadableReply(`a fixing of ${newest}, which has not come`)
      // An older table than ours was probably restored from a backup.
      return newest < (before.days.at(-1)?.date ?? '') ? before : { days }
    }),
  ],
}

/** The dollar index of one day by its fixings alone. Rates are units of a currency per euro. */
export const indexOfDay = ({ rates }: FixedDay): string => {
  const euro = Number(rates['USD'])
  const legs = DOLLAR_LEGS.map(({ pair, currency }) => {
    if (currency === 'EUR') return [pair, fixed(euro, LEG_PLACES)]
    const perDollar = Number(rates[currency]) / euro
    return [pair, fixed(currency === 'GBP' ? 1 / perDollar : perDollar, LEG_PLACES)]
  })
  return dollarIndex(Object.fromEntries(legs) as DollarParts)
}

import { groupBy } from '../../group-by.ts'
import { OPINION } from '../../sources/central-banks/banks.ts'
import type { Fixing } from '../../sources/market.ts'
import { HOUR_MS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { FIXING_BOARDS } from '../boards/fixing-boards.ts'
import { median } from '../math/robust.ts'
import { isPerUsd } from './fx-venues.ts'

/** The last rate of a currency from one central bank, in the direction in which the market quotes it. */
export interface Fixed {
  readonly source: string
  readonly price: number
  /** When the bank set it, Unix milliseconds. */
  readonly at: number
}

/** Older fixings are not used (methods 1.5). */
export const FIXING_EXPIRE_MS = 120 * HOUR_MS

/** With fewer independent opinions than this there is no fixing. */
const MIN_OPINIONS = 3

/** One unit of a currency in units of the bank's own currency, from one table. */
const inBase = (fixing: Fixing, currency: string): number | null => {
  if (currency === fixing.base) return 1
  const rate = Number(fixing.rates[currency] ?? Number.NaN)
  if (!Number.isFinite(rate) || rate <= 0) return null
  return fixing.quotedPerBase ? 1 / rate : rate / (fixing.units[currency] ?? 1)
}

/** One unit of a currency in dollars, from one bank's table: rates of two banks or two days are never combined. */
export const usdPerUnit = (fixing: Fixing, currency: string): number | null => {
  const unit = inBase(fixing, currency)
  const dollar = inBase(fixing, 'USD')
  return unit === null || dollar === null ? null : unit / dollar
}

/** The rates of all banks whose tables are young enough, by name. */
export const fixingsOf = (boards: Boards, currency: string, now: number): readonly Fixed[] =>
  [...FIXING_BOARDS]
    .flatMap(([source, board]) => {
      const fixing = boards.read(board)?.fixing
      const value =
        fixing && now - fixing.at <= FIXING_EXPIRE_MS && fixing.at <= now ? usdPerUnit(fixing, currency) : null
      if (!fixing || value === null) return []
      return [{ source, price: isPerUsd(currency) ? 1 / value : value, at: fixing.at }]
    })
    .toSorted((a, b) => (a.source < b.source ? -1 : 1))

/** The median over independent opinions; banks that copy one another count as one. `null` if there are too few. */
export const fixingOf = (fixings: readonly Pick<Fixed, 'source' | 'price'>[]): number | null => {
  const byOpinion = groupBy(fixings, ({ source }) => OPINION[source] ?? source)
  const opinions = [...byOpinion.values()].map((group) => median(group.map(({ price }) => price)))
  return opinions.length < MIN_OPINIONS ? null : median(opinions)
}

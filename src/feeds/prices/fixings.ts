import { OPINION } from '../../sources/central-banks/banks.ts'
import type { Fixing } from '../../sources/market.ts'
import { HOUR_MS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { FIXING_BOARDS } from '../boards/fixing-boards.ts'
import { median } from '../math/robust.ts'
import { isPerUsd } from './fx-venues.ts'

/** What one central bank last said a currency is worth, in the direction in which the market quotes it. */
export interface Fixed {
  readonly source: string
  readonly price: number
  /** When it was set, Unix milliseconds. */
  readonly at: number
}

/** Fixings older than this say nothing about today (methods 1.5). */
export const FIXING_EXPIRE_MS = 120 * HOUR_MS

/** Fewer opinions than this are not a market's view. */
const MIN_OPINIONS = 3

/** One unit of a currency in units of the bank's own, from one table only. */
const inBase = (fixing: Fixing, currency: string): number | null => {
  if (currency === fixing.base) return 1
  const rate = Number(fixing.rates[currency] ?? Number.NaN)
  if (!Number.isFinite(rate) || rate <= 0) return null
  return fixing.quotedPerBase ? 1 / rate : rate / (fixing.units[currency] ?? 1)
}

/** One unit of a currency in dollars by one bank's table: never crosses two banks or two days. */
export const usdPerUnit = (fixing: Fixing, currency: string): number | null => {
  const unit = inBase(fixing, currency)
  const dollar = inBase(fixing, 'USD')
  return unit === null || dollar === null ? null : unit / dollar
}

/** Every bank whose table is young enough, by name. */
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

/** The median over opinions, banks that copy one another being one; `null` when there are too few. */
export const fixingOf = (fixings: readonly Pick<Fixed, 'source' | 'price'>[]): number | null => {
  const byOpinion = Map.groupBy(fixings, ({ source }) => OPINION[source] ?? source)
  const opinions = [...byOpinion.values()].map((group) => median(group.map(({ price }) => price)))
  return opinions.length < MIN_OPINIONS ? null : median(opinions)
}

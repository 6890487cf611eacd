import { OPINION } from '../../sources/central-banks/banks.ts'
import type { Fixing } from '../../sources/market.ts'
import type { Boards } from '../board.ts'
import { FIXING_BOARDS } from '../boards/fixing-boards.ts'
import { median } from '../math/robust.ts'

/** What the central banks last said one unit of a currency is worth in dollars. */
export interface FixingView {
  readonly usdPerUnit: number
  /** Banks that entered, sorted. */
  readonly sources: readonly string[]
  /** Banks that copy one another count once. */
  readonly opinions: number
  /** Oldest fixing that entered, Unix milliseconds. */
  readonly at: number
}

/** Fixings older than this say nothing about today (decisions, Prices). */
const EXPIRE_MS = 120 * 3_600_000

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

/** The median over opinions; `null` when no bank has a table that is young enough. */
export const fixingView = (boards: Boards, currency: string, now: number): FixingView | null => {
  const found = [...FIXING_BOARDS].flatMap(([source, board]) => {
    const fixing = boards.read(board)?.fixing
    const value = fixing && now - fixing.at <= EXPIRE_MS && fixing.at <= now ? usdPerUnit(fixing, currency) : null
    return fixing && value !== null ? [{ source, value, at: fixing.at }] : []
  })
  if (found.length === 0) return null
  const byOpinion = Map.groupBy(found, ({ source }) => OPINION[source] ?? source)
  const opinions = [...byOpinion.values()].map((group) => median(group.map((each) => each.value)))
  return {
    usdPerUnit: median(opinions),
    sources: found.map((each) => each.source).toSorted(),
    opinions: opinions.length,
    at: Math.min(...found.map((each) => each.at)),
  }
}

import { isReadable, type LedgerLine, type UnreadableLine } from '../../ledger/line.ts'
import { monthOf } from '../../ledger/months.ts'
import { EVER, type PeriodSums, type Revenue } from '../../store/claims/revenue.ts'
import { utcDay } from '../../time-units.ts'

/** What lines add to the sums of a day, of a month and of all time. */
export interface LedgerSums {
  add(line: LedgerLine | UnreadableLine): void
  read(): readonly PeriodSums[]
}

/**
 * @param labelOf the name under which an item is counted; it limits the number of sums, which requests could increase
 * @param now Unix ms; sums are kept only for the current day and month, and for all time
 */
export const createSums = (labelOf: (item: string) => string, now: number): LedgerSums => {
  const shown = [utcDay(now), monthOf(now)]
  const periods = new Map<string, Map<string, Revenue>>()
  const addTo = (period: string, { rail, network, asset, amount, state, item }: LedgerLine): void => {
    const sums = periods.get(period) ?? new Map<string, Revenue>()
    periods.set(period, sums)
    const key = { rail, network, asset, item: labelOf(item), state }
    const id = Object.values(key).join('|')
    const before = sums.get(id) ?? { ...key, postings: 0n, amount: 0n }
    sums.set(id, { ...before, postings: before.postings + 1n, amount: before.amount + BigInt(amount) })
  }
  return {
    add: (line) => {
      if (!isReadable(line)) return
      const at = Date.parse(line.at)
      addTo(EVER, line)
      for (const period of [utcDay(at), monthOf(at)])
        if (period >= shown[period.length === 7 ? 1 : 0]!) addTo(period, line)
    },
    read: () => [...periods].map(([period, sums]) => ({ period, revenue: [...sums.values()] })),
  }
}

import type { FoldedSale } from '../ledger/fold.ts'

/** Sums of sales by day, month, item or rail. */

export const SUM_BY = ['day', 'month', 'item', 'rail'] as const
export type SumBy = (typeof SUM_BY)[number]

/** One row: the sales on one network in one asset. */
export interface SalesSum {
  readonly key: string
  readonly network: string
  readonly asset: string
  /** Sales whose money we kept. */
  readonly sales: number
  /** Those of `sales` whose answer was never fetched. */
  readonly undelivered: number
  /** In base units. */
  readonly revenue: bigint
}

const KEYS: Readonly<Record<SumBy, (sale: FoldedSale) => string>> = {
  day: ({ line }) => line.at.slice(0, 10),
  month: ({ line }) => line.at.slice(0, 7),
  item: ({ line }) => line.item,
  rail: ({ line }) => line.rail,
}

/** Sorted by key. */
export const sumSales = (sales: readonly FoldedSale[], by: SumBy | null): readonly SalesSum[] => {
  const found = new Map<string, SalesSum>()
  for (const sale of sales) {
    const { network, asset } = sale.line
    const key = by === null ? 'all' : KEYS[by](sale)
    const id = `${key} ${network} ${asset}`
    const before = found.get(id) ?? { key, network, asset, sales: 0, undelivered: 0, revenue: 0n }
    found.set(id, {
      ...before,
      sales: before.sales + Number(sale.state !== 'given_back'),
      undelivered: before.undelivered + Number(sale.state === 'undelivered'),
      revenue: before.revenue + sale.revenue,
    })
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

import type { FoldedSale } from '../ledger/fold.ts'
import type { TimeSpan } from './time-span.ts'

/** Compares the money that came in with the sales in the ledger. */

/** One payment as the chain or the Lightning node reports it. */
export interface MovedMoney {
  /** CAIP-2, or `lightning`. */
  readonly network: string
  readonly asset: string
  /** In base units. */
  readonly amount: bigint
  /** The id of the payment, in the form that claims use; `null`: a transfer that belongs to no x402 payment. */
  readonly payment: string | null
  /** Where to find it: a transaction, or a payment hash. */
  readonly where: string
  /** Whether it came in within the span. Money from just before or after may belong to a sale within the span. */
  readonly inSpan: boolean
}

export interface Total {
  readonly network: string
  readonly asset: string
  readonly money: bigint
  readonly sales: bigint
}

export interface Reconciliation {
  readonly moneyWithoutSale: readonly MovedMoney[]
  readonly salesWithoutMoney: readonly FoldedSale[]
  /** Both are there and say different amounts. */
  readonly otherAmount: readonly { readonly money: MovedMoney; readonly sale: FoldedSale }[]
  readonly totals: readonly Total[]
}

const createTotals = () => {
  const found = new Map<string, { money: bigint; sales: bigint; readonly network: string; readonly asset: string }>()
  const of = (network: string, asset: string) => {
    const id = `${network} ${asset}`
    const total = found.get(id) ?? { network, asset, money: 0n, sales: 0n }
    found.set(id, total)
    return total
  }
  return {
    of,
    read: (): readonly Total[] => [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each),
  }
}

/**
 * A sale belongs to the span in which its money came in; a sale without money belongs to the span of its own time. So a
 * payment and its sale are always in the same span.
 */
export const reconcile = (
  money: readonly MovedMoney[],
  sales: readonly FoldedSale[],
  { from, to }: TimeSpan,
): Reconciliation => {
  const earning = new Map(sales.filter(({ revenue }) => revenue > 0n).map((sale) => [sale.payment, sale]))
  const [moneyWithoutSale, otherAmount]: [MovedMoney[], { money: MovedMoney; sale: FoldedSale }[]] = [[], []]
  const totals = createTotals()
  const paid = new Set<string>()
  for (const each of money) {
    const sale = each.payment === null ? undefined : earning.get(each.payment)
    if (sale) paid.add(sale.payment)
    if (!each.inSpan) continue
    const total = totals.of(each.network, each.asset)
    total.money += each.amount
    total.sales += sale?.revenue ?? 0n
    if (!sale) moneyWithoutSale.push(each)
    else if (sale.revenue !== each.amount) otherAmount.push({ money: each, sale })
  }
  const salesWithoutMoney = [...earning.values()].filter(({ payment, line }) => {
    const at = Date.parse(line.at)
    return !paid.has(payment) && at >= from && at < to
  })
  for (const { line, revenue } of salesWithoutMoney) totals.of(line.network, line.asset).sales += revenue
  return { moneyWithoutSale, salesWithoutMoney, otherAmount, totals: totals.read() }
}

export const isEqual = ({ moneyWithoutSale, salesWithoutMoney, otherAmount }: Reconciliation): boolean =>
  moneyWithoutSale.length + salesWithoutMoney.length + otherAmount.length === 0

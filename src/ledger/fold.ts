import type { LedgerLine } from './line.ts'
import { paymentOf } from './line.ts'

/** Lines of the ledger, put together to what became of each payment. */

/**
 * `sold`: came in and was answered by its own request. `settled`: came in, and its buyer is not answered yet.
 * `delivered_late`: answered by a later request. `undelivered`: nobody fetched the answer. `given_back`: the token is good
 * again, and its money counts when it is spent.
 */
export type SaleState = 'sold' | 'settled' | 'delivered_late' | 'undelivered' | 'given_back'

export interface FoldedSale {
  readonly payment: string
  /** The line at which the money counts, or last did. */
  readonly line: LedgerLine
  readonly state: SaleState
  /** What it brought in, in base units: 0 where it was given back. */
  readonly revenue: bigint
  /** Of the line that has one. */
  readonly transaction: string | undefined
}

interface Folding {
  income: LedgerLine | null
  isGivenBack: boolean
  end: 'delivered' | 'delivered_late' | 'undelivered' | null
  transaction: string | undefined
}

/** Later words replace earlier ones, and an answer that came after all replaces that it did not. */
const laterEnd = (before: Folding['end'], now: NonNullable<Folding['end']>): Folding['end'] =>
  before !== null && now === 'undelivered' ? before : now

const stateOf = ({ income, isGivenBack, end }: Folding): SaleState => {
  if (isGivenBack) return 'given_back'
  if (income!.state === 'sold' || end === 'delivered') return 'sold'
  return end ?? 'settled'
}

/**
 * One sale per payment, in the order in which their money came in. A payment counts once, however often it is said to be
 * `sold`. Payments of which only the end is among the lines are left out.
 */
export const foldSales = (lines: Iterable<LedgerLine>): readonly FoldedSale[] => {
  const payments = new Map<string, Folding>()
  for (const line of lines) {
    const payment = paymentOf(line)
    const known = payments.get(payment) ?? { income: null, isGivenBack: false, end: null, transaction: undefined }
    payments.set(payment, known)
    known.transaction = line.transaction ?? known.transaction
    if (line.state === 'sold' || line.state === 'settled') {
      if (known.income === null || known.isGivenBack) known.income = line
      known.isGivenBack = false
    } else if (line.state === 'given_back') known.isGivenBack = true
    else known.end = laterEnd(known.end, line.state)
  }
  return [...payments]
    .flatMap(([payment, known]): FoldedSale[] => {
      const { income: line, isGivenBack, transaction } = known
      if (line === null) return []
      return [{ payment, line, state: stateOf(known), revenue: isGivenBack ? 0n : BigInt(line.amount), transaction }]
    })
    .toSorted((a, b) => (a.line.at < b.line.at ? -1 : a.line.at > b.line.at ? 1 : 0))
}

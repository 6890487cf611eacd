import type { LedgerLine } from './line.ts'
import { paymentOf } from './line.ts'

/** Combines lines of the ledger into the result of each payment. */

/**
 * `sold`: paid and answered by the same request. `settled`: paid, and its buyer was not answered yet. `delivered_late`:
 * answered by a later request. `undelivered`: the answer was not fetched. `given_back`: the token can be used again,
 * and its money counts when it is spent.
 */
export type SaleState = 'sold' | 'settled' | 'delivered_late' | 'undelivered' | 'given_back'

export interface FoldedSale {
  readonly payment: string
  /** The line whose money counts, the last one if there are several. */
  readonly line: LedgerLine
  readonly state: SaleState
  /** Its revenue in base units: 0 where it was given back. */
  readonly revenue: bigint
  /** From the line that has one. */
  readonly transaction: string | undefined
}

interface Folding {
  income: LedgerLine | null
  isGivenBack: boolean
  end: 'delivered' | 'delivered_late' | 'undelivered' | null
  transaction: string | undefined
}

/** Later lines replace earlier ones, and a late answer replaces the line that says it was not fetched. */
const laterEnd = (before: Folding['end'], now: NonNullable<Folding['end']>): Folding['end'] =>
  before !== null && now === 'undelivered' ? before : now

const stateOf = ({ income, isGivenBack, end }: Folding): SaleState => {
  if (isGivenBack) return 'given_back'
  if (income!.state === 'sold' || end === 'delivered') return 'sold'
  return end ?? 'settled'
}

/**
 * One sale for each payment, in the order in which their money came. A payment counts once, even when several lines say
 * `sold`. A payment is left out when only its end is among the lines.
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

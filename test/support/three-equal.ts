import { expect } from 'bun:test'
import { reconciled } from './reconciled.ts'
import { type Books, type Rails, threeTotals } from './three-totals.ts'

/**
 * For the end of a run whose Redis writes with `appendfsync always`: whatever died, not a unit is missing, and `claros
 * reconcile` says so too. @returns what came in
 */
export const expectThreeEqual = async (books: Books): Promise<Rails> => {
  const { money, ledger, metric } = await threeTotals(books)
  const found = await reconciled(books)
  const lists = [found.moneyWithoutSale, found.salesWithoutMoney, found.otherAmount, found.unread]
  expect({ ledger, metric, lists }).toEqual({ ledger: money, metric: money, lists: [[], [], [], []] })
  expect({ status: found.status, equal: found.equal }).toEqual({ status: 0, equal: true })
  process.stdout.write(
    `    three times the same: ${money.l402.payments} invoices, ${money.l402.amount} sats; ` +
      `${money.x402.payments} transfers, ${money.x402.amount} millionths of a dollar\n`,
  )
  return money
}

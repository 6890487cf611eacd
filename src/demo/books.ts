import { receiptMark } from '../canonical/receipt-mark.ts'
import { sumSales } from '../cli/sales-sums.ts'
import { foldSales } from '../ledger/fold.ts'
import { ledgerFolder } from '../ledger/months.ts'
import { readLedger } from '../ledger/read.ts'
import { amountText } from '../payments/amount-text.ts'
import { shellWord } from '../shell-word.ts'
import type { PaidFetch } from './buyers.ts'
import { expect, type TourStops } from './stop.ts'

/** The tour's last line: the sales of this tour, read from the ledger's files. */

/** The bookkeeper writes within half a second; the machine may be busy. */
const PATIENCE_MS = 120_000

/** The same buyer; adds the id of each receipt to the list. What is refused has a receipt too, and is no sale. */
export const keeping =
  (pay: PaidFetch, receipts: string[]): PaidFetch =>
  async (url, init) => {
    const response = await pay(url, init)
    const id = response.headers.get('payment-receipt')
    if (id !== null && response.ok) receipts.push(id)
    return response
  }

/** Waits until the files hold a sale for every receipt. */
export const showBooks = async ({ dataFolder, say }: TourStops, receipts: readonly string[]): Promise<void> => {
  const marks = new Set(receipts.map(receiptMark))
  const bought = () =>
    foldSales(
      readLedger(ledgerFolder(dataFolder), 0, Number.POSITIVE_INFINITY).lines.filter(({ receipt }) =>
        marks.has(receipt),
      ),
    )
  const deadline = Date.now() + PATIENCE_MS
  let sales = bought()
  for (; sales.length < marks.size && Date.now() < deadline; sales = bought()) await Bun.sleep(200)
  expect(sales.length === marks.size, `the books hold ${sales.length} sales of the ${marks.size} on this tour`)
  const sums = sumSales(sales, null).map(({ asset, revenue }) => amountText(asset, revenue))
  say(
    `\nThe books hold ${sales.length} sales of this tour: ${sums.join(' and ')}   npx claros sales --data ${shellWord(dataFolder)}`,
  )
}

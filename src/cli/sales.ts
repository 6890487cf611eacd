import { receiptMark } from '../canonical/receipt-mark.ts'
import { BadLedger, monthsIn } from '../ledger/files.ts'
import { type FoldedSale, foldSales } from '../ledger/fold.ts'
import type { LedgerLine } from '../ledger/line.ts'
import { ledgerFolder } from '../ledger/months.ts'
import { readLedger } from '../ledger/read.ts'
import { dataFolder, type Environment } from './data-folder.ts'
import { SUM_BY, type SumBy, sumSales } from './sales-sums.ts'
import { csv, SALE_COLUMNS, saleRow, salesTable, SUM_COLUMNS, sumRow, sumsTable, totalsText } from './sales-text.ts'
import { readDayRange, type TimeSpan } from './time-span.ts'
import { typedWords } from './typed-words.ts'

/** `claros sales`: lists and sums the sales in the ledger's files. */

const HELP = `claros sales: what was sold, by the ledger's files

  claros sales              one line per sale
         --from, --to TIME  2026-03, 2026-03-05 or 2026-03-05T12:00:00Z, UTC; both included
         --rail RAIL        l402 or x402
         --item ITEM        an item, or what items begin with: price/spot
         --receipt ID       the sale of one receipt
         --sum BY           day, month, item or rail instead of single sales
         --csv, --json      for other programs; amounts in base units beside what is shown
         --data DIR         the data folder (default: DATA_DIR, ./data)

What was sold within the last second may not be in the files yet.
Exit status: 0 done, 1 no sale has this receipt, 2 it could not be run.
`

type Status = 0 | 1 | 2

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  rail: { type: 'string' },
  item: { type: 'string' },
  receipt: { type: 'string' },
  sum: { type: 'string' },
  csv: { type: 'boolean' },
  json: { type: 'boolean' },
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const parse = (args: readonly string[]) => typedWords(args, { options: OPTIONS })?.values ?? null

type Values = NonNullable<ReturnType<typeof parse>>

const complain = (message: string): 2 => {
  process.stderr.write(message)
  return 2
}

/** One sentence about what is wrong with the options; `null` if they are right. */
const mistake = ({ rail, sum, csv: asCsv, json }: Values): string | null => {
  if (rail !== undefined && rail !== 'l402' && rail !== 'x402') return `--rail ${rail}: there are l402 and x402.`
  if (sum !== undefined && !SUM_BY.some((each) => each === sum)) return `--sum ${sum}: there are ${SUM_BY.join(', ')}.`
  return asCsv && json ? '--csv and --json: choose one.' : null
}

/** Every posting of a payment carries its rail and receipt, so other payments can be left out before folding. */
const isWanted =
  ({ rail, receipt }: Values) =>
  (line: LedgerLine): boolean =>
    (rail === undefined || line.rail === rail) && (receipt === undefined || line.receipt === receiptMark(receipt))

const isShown =
  ({ item }: Values, { from, to }: TimeSpan) =>
  ({ line }: FoldedSale): boolean => {
    const at = Date.parse(line.at)
    return at >= from && at < to && (item === undefined || line.item === item || line.item.startsWith(`${item}/`))
  }

const write = (sales: readonly FoldedSale[], { sum, csv: asCsv, json }: Values): string => {
  const [names, rows] =
    sum === undefined ? [SALE_COLUMNS, sales.map(saleRow)] : [SUM_COLUMNS, sumSales(sales, sum as SumBy).map(sumRow)]
  if (json) return `${JSON.stringify(rows, null, 2)}\n`
  if (asCsv) return csv(names, rows)
  const shown = sum === undefined ? salesTable(sales) : sumsTable(sum, sumSales(sales, sum as SumBy))
  return sales.length === 0 ? 'No sale.\n' : `${shown}\n${totalsText(sales)}`
}

/** @returns the exit status: 0 done, 1 no such receipt, 2 the command could not run */
export const salesCommand = async (args: readonly string[], env: Environment): Promise<Status> => {
  const values = parse(args)
  if (!values) return complain(HELP)
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const wrong = mistake(values)
  const span = readDayRange(values.from, values.to)
  if (wrong !== null || typeof span === 'string') return complain(`claros: ${wrong ?? String(span)}\n`)
  const folder = ledgerFolder(dataFolder(values.data, env))
  try {
    if (monthsIn(folder).length === 0) return complain(`claros: there is no ledger in ${folder} yet.\n`)
    const { lines, unreadable } = readLedger(folder, span.from, span.to)
    const sales = foldSales(lines.filter(isWanted(values))).filter(isShown(values, span))
    // A pipe takes a long text in pieces. Without waiting, the process would end before the last piece is written.
    await Bun.write(Bun.stdout, write(sales, values))
    if (unreadable() > 0)
      process.stderr.write(`claros: ${unreadable()} lines were written by another release and are not counted.\n`)
    return values.receipt !== undefined && sales.length === 0 ? 1 : 0
  } catch (problem) {
    const { code, message } = problem as { code?: string; message: string }
    if (!(problem instanceof BadLedger) && code === undefined) throw problem
    return complain(`claros: ${message}\n`)
  }
}

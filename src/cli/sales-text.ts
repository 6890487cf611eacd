import type { FoldedSale } from '../ledger/fold.ts'
import { amountText } from '../payments/amount-text.ts'
import { type SalesSum, sumSales } from './sales-sums.ts'

/** Sales and their sums as tables, CSV (RFC 4180) and JSON. */

type Row = Readonly<Record<string, string>>

const whom = ({ line }: FoldedSale): string => line.payer ?? line.paymentHash ?? ''

export const saleRow = (sale: FoldedSale): Row => {
  const { line, state, revenue, transaction = '' } = sale
  return {
    at: line.at,
    state,
    rail: line.rail,
    network: line.network,
    asset: line.asset,
    amount: line.amount,
    revenue: String(revenue),
    shown: amountText(line.asset, revenue),
    item: line.item,
    event: line.event ?? '',
    payer: line.payer ?? '',
    paymentHash: line.paymentHash ?? '',
    nonce: line.nonce ?? '',
    transaction,
    receipt: line.receipt,
    id: line.id,
  }
}

export const sumRow = ({ key, network, asset, sales, undelivered, revenue }: SalesSum): Row => ({
  key,
  network,
  asset,
  sales: String(sales),
  undelivered: String(undelivered),
  revenue: String(revenue),
  shown: amountText(asset, revenue),
})

/** A spreadsheet runs a cell that begins like a formula, so no cell that we write may begin like one. */
const unarmed = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const cell = (text: string): string => {
  const plain = unarmed(text)
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** A terminal would obey control characters, so they are shown as escapes. */
const shown = (text: string): string =>
  text.replace(/\p{Cc}/gu, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** @param names the columns; the header is written even if there is no row */
export const csv = (names: readonly string[], rows: readonly Row[]): string =>
  [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('')

/** @param right the columns that are aligned to the right: numbers */
export const table = (names: readonly string[], rows: readonly Row[], right: readonly string[] = []): string => {
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => shown(row[name] ?? '').length)))
  const write = (row: Row): string =>
    names
      .map((name, at) => {
        const text = shown(row[name] ?? '')
        return right.includes(name) ? text.padStart(widths[at]!) : text.padEnd(widths[at]!)
      })
      .join('  ')
      .trimEnd()
  return [write(Object.fromEntries(names.map((name) => [name, name]))), ...rows.map(write), ''].join('\n')
}

export const SALE_COLUMNS = [
  'at',
  'state',
  'rail',
  'network',
  'asset',
  'amount',
  'revenue',
  'shown',
  'item',
  'event',
  'payer',
  'paymentHash',
  'nonce',
  'transaction',
  'receipt',
  'id',
] as const satisfies readonly (keyof ReturnType<typeof saleRow>)[]

export const SUM_COLUMNS = ['key', 'network', 'asset', 'sales', 'undelivered', 'revenue', 'shown'] as const

const short = (text: string): string => (text.length > 14 ? `${text.slice(0, 12)}…` : text)

export const salesTable = (sales: readonly FoldedSale[]): string => {
  const rows = sales.map((sale) => ({ ...saleRow(sale), revenue: saleRow(sale).shown!, buyer: short(whom(sale)) }))
  return table(['at', 'state', 'rail', 'revenue', 'item', 'event', 'buyer', 'receipt'], rows, ['revenue'])
}

export const sumsTable = (title: string, sums: readonly SalesSum[]): string =>
  table(
    [title, 'network', 'sales', 'undelivered', 'revenue'],
    sums.map((sum) => ({ ...sumRow(sum), [title]: sum.key, revenue: sumRow(sum).shown! })),
    ['sales', 'undelivered', 'revenue'],
  )

export const totalsText = (sales: readonly FoldedSale[]): string =>
  sumSales(sales, null)
    .map(
      ({ network, asset, sales: number, revenue }) => `${network}: ${amountText(asset, revenue)}, sales: ${number}\n`,
    )
    .join('')

import { amountText } from '../payments/amount-text.ts'
import { isEqual, type MovedMoney, type Reconciliation } from './reconcile-compare.ts'
import { saleRow, table } from './sales-text.ts'
import type { TimeSpan } from './time-span.ts'

/** The findings of `claros reconcile`, as text and as JSON. */

export interface ReconcileReport extends Reconciliation {
  readonly span: TimeSpan
  /** One sentence for each thing that could not be read. */
  readonly unread: readonly string[]
}

const moneyRow = ({ network, asset, amount, payment, where }: MovedMoney) => ({
  network,
  asset,
  amount: String(amount),
  shown: amountText(asset, amount),
  payment: payment ?? '',
  where,
})

const iso = (at: number): string => new Date(at).toISOString()

export const reconcileJson = (report: ReconcileReport): string =>
  `${JSON.stringify(
    {
      from: iso(report.span.from),
      to: iso(report.span.to),
      equal: report.unread.length === 0 && isEqual(report),
      totals: report.totals.map((each) => ({ ...each, money: String(each.money), sales: String(each.sales) })),
      moneyWithoutSale: report.moneyWithoutSale.map(moneyRow),
      salesWithoutMoney: report.salesWithoutMoney.map(saleRow),
      otherAmount: report.otherAmount.map(({ money, sale }) => ({ money: moneyRow(money), sale: saleRow(sale) })),
      unread: report.unread,
    },
    null,
    2,
  )}\n`

const section = (title: string, count: number, text: () => string): string =>
  count === 0 ? '' : `\n${title}: ${count}\n${text()}`

const verdict = (report: ReconcileReport): string => {
  if (report.unread.length > 0) return 'Not everything could be read.'
  return isEqual(report) ? 'Equal: every payment has its sale, and every sale its payment.' : 'Not equal.'
}

export const reconcileText = (report: ReconcileReport): string => {
  const { span, totals, moneyWithoutSale, salesWithoutMoney, otherAmount, unread } = report
  const totalRows = totals.map(({ network, asset, money, sales }) => ({
    network,
    money: amountText(asset, money),
    sales: amountText(asset, sales),
    difference: amountText(asset, money - sales),
  }))
  const amounts = ['money', 'sales', 'difference', 'shown', 'revenue', 'sale']
  return [
    `From ${iso(span.from)} to ${iso(span.to)}\n\n`,
    totals.length === 0
      ? unread.length === 0
        ? 'No money and no sale.\n'
        : 'Nothing was compared.\n'
      : table(['network', 'money', 'sales', 'difference'], totalRows, amounts),
    section('Money without a sale', moneyWithoutSale.length, () =>
      table(['network', 'shown', 'where', 'payment'], moneyWithoutSale.map(moneyRow), amounts),
    ),
    section('Sales without money', salesWithoutMoney.length, () =>
      table(['at', 'rail', 'shown', 'item', 'transaction', 'id'], salesWithoutMoney.map(saleRow), amounts),
    ),
    section('Another amount than the sale says', otherAmount.length, () =>
      table(
        ['network', 'money', 'sale', 'where', 'id'],
        otherAmount.map(({ money, sale }) => ({
          ...moneyRow(money),
          money: moneyRow(money).shown,
          sale: saleRow(sale).shown!,
          id: sale.line.id,
        })),
        amounts,
      ),
    ),
    section('Not read', unread.length, () => unread.map((each) => `${each}\n`).join('')),
    `\n${verdict(report)}\n`,
  ].join('')
}

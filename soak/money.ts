import { reconciled } from '../test/support/reconciled.ts'
import { threeTotals } from '../test/support/three-totals.ts'
import type { MoneyCounted } from './judge/money.ts'
import type { Tally } from './load/tally.ts'
import type { Product } from './open-product.ts'

/** Counts the money of a run once nobody buys any more: on the chain and the node, in the ledger, in the metric, and by
 * `claros reconcile`. */
export const countMoney = async (product: Product, tally: Tally): Promise<MoneyCounted> => {
  const totals = await threeTotals(product)
  const found = await reconciled(product)
  const lists = [found.moneyWithoutSale, found.salesWithoutMoney, found.otherAmount, found.unread]
  return {
    ...totals,
    goods: { l402: tally.soldOver('l402'), x402: tally.soldOver('x402') },
    listed: lists.reduce((sum, { length }) => sum + length, 0),
    isEqual: found.status === 0 && found.equal,
  }
}

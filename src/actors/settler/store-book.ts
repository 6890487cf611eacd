import { readTransfer } from '../../store/claims/sent-transfer.ts'
import type { SettlementStore } from '../../store/claims/settlements.ts'
import { paidOn } from '../../payments/posting.ts'
import type { Transfer } from '../../payments/transfer.ts'
import type { SettlementBook } from './book.ts'
import type { Settlement } from '../../payments/settlement.ts'

/** The book on top of the store, which keeps texts; here they are parsed. */
export const storeBook = (settlements: SettlementStore): SettlementBook => ({
  read: async (payment) => {
    const found = await settlements.read(payment)
    // A claim without a transfer was never sent, so there is nothing to settle.
    if (!found || (found.state === 'sent' && found.transfer === '')) return null
    return {
      state: found.state,
      transfer: found.transfer === '' ? NOTHING : readTransfer(found.transfer),
      stored: found.stored,
      settlement: settlementOf(payment, found.transaction),
      receipt: found.receipt,
    }
  },
  storeTransaction: (payment, transaction, replaces) => settlements.storeTransaction(payment, transaction, replaces),
  spend: (payment, settlement) => settlements.spend(payment, settlement.transaction),
  release: (payment, _reason, stored) => settlements.release(payment, stored),
  listSent: (before) => settlements.listSent(before),
  countSent: () => settlements.countSent(),
})

const settlementOf = (payment: string, transaction: string): Settlement | null => {
  const on = transaction === '' ? null : paidOn(payment)
  return on?.rail === 'x402' ? { transaction, payer: on.payer } : null
}

/** Stands for the transfer of a spent claim, which is no longer stored. */
const NOTHING: Transfer = {
  authorization: { from: '', to: '', value: '0', validAfter: '0', validBefore: '0', nonce: '' },
  signature: '',
}

import type { Chain } from '../../chain/chain.ts'
import type { SettlingAccount } from '../../chain/transfer.ts'
import type { Transfer } from '../../payments/transfer.ts'
import type { Clock, Log } from '../../ports.ts'
import type { AccountNonce } from './account-nonce.ts'
import type { SettlementBook } from './book.ts'

/** The dependencies of every step of settling. */
export interface SettlerDeps {
  readonly chain: Chain
  readonly key: SettlingAccount
  readonly claims: SettlementBook
  readonly numbers: AccountNonce
  readonly clock: Clock
  /** Raw transactions must never be logged: they carry the payers' signatures. */
  readonly log: Log
  /** How long one attempt waits for its receipt. */
  readonly patienceMs: number
}

/** A claim that is to be settled by a transaction. */
export interface SentTransfer {
  readonly payment: string
  readonly transfer: Transfer
  /** Hash of the transaction that is stored for it already. */
  readonly replaces: string | null
  /** As in its claim. */
  readonly receipt: string
}

/** What a line of the log about one transaction says of its payments: the marks of their receipts, with spaces between. */
export const receiptsOf = (members: readonly SentTransfer[]): { readonly receipt?: string } => {
  const receipt = members.flatMap((member) => member.receipt || []).join(' ')
  return receipt === '' ? {} : { receipt }
}

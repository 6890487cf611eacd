import type { Chain } from '../../chain/chain.ts'
import type { SettlingAccount } from '../../chain/transfer.ts'
import type { Transfer } from '../../payments/transfer.ts'
import type { Clock, Log } from '../../ports.ts'
import type { AccountNonce } from './account-nonce.ts'
import type { SettlementBook } from './book.ts'

/** What every step of settling needs. */
export interface SettlerDeps {
  readonly chain: Chain
  readonly key: SettlingAccount
  readonly claims: SettlementBook
  readonly numbers: AccountNonce
  readonly clock: Clock
  /** Never given raw transactions: they carry the payers' signatures. */
  readonly log: Log
  /** How long one attempt waits for its receipt. */
  readonly patienceMs: number
}

/** A claim on its way into a transaction. */
export interface SentTransfer {
  readonly payment: string
  readonly transfer: Transfer
  /** Hash of what is stored for it already. */
  readonly replaces: string | null
}

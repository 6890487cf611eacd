import type { Clock, Log, Random } from '../ports.ts'
import type { Asker } from '../queues/ask.ts'
import type { AnswerStore } from '../store/answers.ts'
import type { ClaimStore } from '../store/claims.ts'
import type { Counters } from './counters.ts'
import type { Doors } from './doors.ts'
import type { AddressLimit } from './rails/lightning/address-limit.ts'
import type { ReceiptIds } from './receipt-id.ts'
import type { L402Rail } from './rails/l402.ts'
import type { X402Rail } from './rails/x402.ts'
import type { Shelf } from './shelf.ts'
import type { StoreDoor } from './store-door.ts'

/** The rails that are open; a rail that is not configured is not offered. */
export interface Rails {
  readonly l402: L402Rail | null
  readonly x402: X402Rail | null
}

/** What the paywall works with. */
export interface Till {
  readonly rails: Rails
  readonly claims: ClaimStore
  readonly answers: AnswerStore
  readonly shelf: Shelf
  readonly asker: Asker
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly count: Counters
  readonly doors: Doors
  /** Every sale asks it first. */
  readonly store: StoreDoor
  /** How many invoices one address may have made for nothing. */
  readonly limit: AddressLimit
  /** How many payments over x402 one address may show in vain: each has somebody simulate it. */
  readonly attempts: AddressLimit
  readonly receipts: ReceiptIds
  /** Where error bodies send people. */
  readonly docs: string
}

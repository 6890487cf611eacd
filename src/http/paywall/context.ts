import type { Clock, Log, Random } from '../../ports.ts'
import type { Asker } from '../../queues/ask.ts'
import type { AnswerStore } from '../../store/claims/answers.ts'
import type { ClaimStore } from '../../store/claims/claims.ts'
import type { ShortfallStore } from '../../store/published/shortfalls.ts'
import type { Blocks } from './blocks.ts'
import type { ClosedFeedView } from './closed-feeds.ts'
import type { Counters } from './counters.ts'
import type { RailAvailability } from './rail-availability.ts'
import type { AttemptLimit } from '../rails/attempt-limit.ts'
import type { InvoiceLimit } from '../rails/lightning/invoice-limit.ts'
import type { ReceiptIds } from './receipt-id.ts'
import type { L402Rail } from '../rails/l402.ts'
import type { X402Rail } from '../rails/x402.ts'
import type { EditionCache } from './edition-cache.ts'
import type { StoreRefusalCheck } from './store-refusal.ts'

/** The rails that are open; a rail that is not configured is not offered. */
export interface Rails {
  readonly l402: L402Rail | null
  readonly x402: X402Rail | null
}

/** The dependencies of the paywall. */
export interface PaywallContext {
  readonly rails: Rails
  readonly claims: ClaimStore
  readonly answers: AnswerStore
  readonly editionCache: EditionCache
  /** Items that are not sold here. */
  readonly closedFeeds: ClosedFeedView
  /** Why an item has no answer. */
  readonly shortfalls: Pick<ShortfallStore, 'read' | 'readAll'>
  readonly blocks: Blocks
  readonly asker: Asker
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly count: Counters
  readonly availability: RailAvailability
  /** Whether the store takes writes; every sale asks this first. */
  readonly store: StoreRefusalCheck
  /** The limit on invoices that are not paid. */
  readonly limit: InvoiceLimit
  /** The limit on x402 payments whose simulation fails. */
  readonly attempts: AttemptLimit
  readonly receipts: ReceiptIds
  /** The address of the documentation, for error bodies. */
  readonly docs: string
}

import type { Store } from '../../store/store.ts'
import { createBlocks } from './blocks.ts'
import { receiptIds } from './receipt-id.ts'
import { createEditionCache } from './edition-cache.ts'
import type { PaywallContext } from './context.ts'

/** What a paywall is opened with: everything that it does not make of the store by itself. */
export interface PaywallParts extends Omit<
  PaywallContext,
  'claims' | 'answers' | 'editionCache' | 'shortfalls' | 'blocks' | 'store' | 'receipts'
> {
  readonly store: Pick<Store, 'claims' | 'made' | 'shortfalls' | 'snapshots' | 'refusal'>
  /** What receipts are encrypted with; the first encrypts, the others decrypt what earlier ones did. */
  readonly receiptSecrets: readonly [Uint8Array, ...Uint8Array[]]
}

/** The paywall over a store: the only place where its parts are put together. */
export const openPaywall = ({ store, receiptSecrets, ...parts }: PaywallParts): PaywallContext => ({
  ...parts,
  claims: store.claims,
  answers: store.made,
  editionCache: createEditionCache(store.snapshots),
  shortfalls: store.shortfalls,
  blocks: createBlocks(store.snapshots, parts.clock),
  store: store.refusal,
  receipts: receiptIds(receiptSecrets),
})

import type { Store } from '../../store/store.ts'
import { createBlocks } from './blocks.ts'
import { receiptIds } from './receipt-id.ts'
import { createEditionCache } from './edition-cache.ts'
import type { PaywallContext } from './context.ts'

/** What a till is opened with: everything it does not make of the store by itself. */
export interface PaywallParts extends Omit<
  PaywallContext,
  'claims' | 'answers' | 'editionCache' | 'shortfalls' | 'blocks' | 'store' | 'receipts'
> {
  readonly store: Pick<Store, 'claims' | 'made' | 'shortfalls' | 'snapshots' | 'refusal'>
  /** What receipts are sealed with; the first seals, the others open what was sealed before. */
  readonly receiptSecrets: readonly [Uint8Array, ...Uint8Array[]]
}

/** The till over a store: the only place where its parts are put together. */
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

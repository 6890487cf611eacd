import type { Store } from '../../store/store.ts'
import { createBlocks } from './blocks.ts'
import { createClosedFeedView } from './closed-feeds.ts'
import { receiptIds } from './receipt-id.ts'
import { createEditionCache } from './edition-cache.ts'
import type { PaywallContext } from './context.ts'

/** The parts of a paywall that are not made from the store. */
export interface PaywallParts extends Omit<
  PaywallContext,
  'claims' | 'answers' | 'closedFeeds' | 'editionCache' | 'shortfalls' | 'blocks' | 'store' | 'receipts'
> {
  readonly store: Pick<Store, 'claims' | 'closedFeeds' | 'made' | 'shortfalls' | 'snapshots' | 'refusal'>
  /** The secrets of receipts: the first one encrypts, all of them decrypt. */
  readonly receiptSecrets: readonly [Uint8Array, ...Uint8Array[]]
}

/** Makes the paywall. This is the only place where its parts are put together. */
export const openPaywall = ({ store, receiptSecrets, ...parts }: PaywallParts): PaywallContext => ({
  ...parts,
  claims: store.claims,
  answers: store.made,
  closedFeeds: createClosedFeedView(store.closedFeeds),
  editionCache: createEditionCache(store.snapshots),
  shortfalls: store.shortfalls,
  blocks: createBlocks(store.snapshots, parts.clock),
  store: store.refusal,
  receipts: receiptIds(receiptSecrets),
})

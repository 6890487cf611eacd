import type { Store } from '../../store/store.ts'
import { createBlocks } from './blocks.ts'
import { createClosedFeedView } from './closed-feeds.ts'
import { createEditionCache } from './edition-cache.ts'
import type { PaywallContext } from './context.ts'

/** The parts of a paywall that are not made from the store. */
export interface PaywallParts extends Omit<
  PaywallContext,
  'claims' | 'answers' | 'closedFeeds' | 'editionCache' | 'shortfalls' | 'blocks' | 'store'
> {
  readonly store: Pick<Store, 'claims' | 'closedFeeds' | 'made' | 'shortfalls' | 'snapshots' | 'refusal'>
}

/** Makes the paywall. This is the only place where its parts are put together. */
export const openPaywall = ({ store, ...parts }: PaywallParts): PaywallContext => ({
  ...parts,
  claims: store.claims,
  answers: store.made,
  closedFeeds: createClosedFeedView(store.closedFeeds),
  editionCache: createEditionCache(store.snapshots),
  shortfalls: store.shortfalls,
  blocks: createBlocks(store.snapshots, parts.clock),
  store: store.refusal,
})

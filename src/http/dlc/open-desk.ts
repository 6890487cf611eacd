import type { Clock } from '../../ports.ts'
import type { Store } from '../../store/store.ts'
import type { DlcDesk } from './desk.ts'

/** The desk over a store: what the signer recorded of itself is all that is known of it here. */
export const openDlcDesk = (
  store: Pick<Store, 'events' | 'keys' | 'posts' | 'signers'>,
  clock: Clock,
  docs: string,
): DlcDesk => ({
  events: store.events,
  clock,
  docs,
  publicKey: async () => (await store.keys.read()).dlc ?? null,
  nostrKey: async () => (await store.keys.read()).nostr ?? null,
  relays: store.posts.relays,
  signer: () => store.signers.read(),
})

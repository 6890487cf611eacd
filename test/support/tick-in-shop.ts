import { deriveItem } from '../../src/actors/publisher/derived.ts'
import type { TickOutcome } from '../../src/actors/publisher/polled.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import type { Item } from '../../src/feeds/registry.ts'
import { systemRandom } from '../../src/system/random.ts'
import type { Shop } from './shop.ts'
import { keptLog } from './still.ts'

/** One tick of an item over the boards in the shop's store; what it publishes is for sale there. */
export const tickInShop = (
  { store, keys, clock }: Pick<Shop, 'store' | 'keys' | 'clock'>,
  item: Item,
): Promise<TickOutcome> =>
  deriveItem(
    item,
    {
      store,
      publisher: createPublisher(store.snapshots, fixedKeys(keys), systemRandom),
      clock,
      log: keptLog(),
      quorum: null,
      wake: () => {},
      mayAsk: () => true,
    },
    clock.now(),
  )

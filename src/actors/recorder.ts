import type { Snapshot } from '../canonical/snapshot.ts'
import { keepSeconds } from '../feeds/keeping.ts'
import type { Item } from '../feeds/registry.ts'
import type { Store } from '../store/store.ts'

/**
 * Keeps of a published snapshot what its feed declares, for as long as that is sold. A worker that dies between the two
 * leaves a gap of one row, and never a row that was not published.
 */
export const keepSnapshot = async (
  { feed, subject, actor }: Item,
  { content, timestamp, archive, seals }: Snapshot,
  { candles, rows }: Pick<Store, 'candles' | 'rows'>,
): Promise<void> => {
  const keeping = feed.keeps?.(subject)
  switch (keeping?.kind) {
    case 'candles':
      return candles.record(actor, timestamp * 1_000, String(content['price']), keepSeconds(keeping.days))
    case 'rows':
      return rows.record(
        actor,
        { t: timestamp, canonical: archive.canonical, signature: archive.signature, pubkey: seals.x402.publicKey },
        keepSeconds(keeping.days),
      )
    case undefined:
      return
  }
}

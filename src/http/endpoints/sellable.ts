import type { Item, Registry } from '../../feeds/registry.ts'
import type { SnapshotStore } from '../../store/published/snapshots.ts'
import { isAgeOf } from '../paywall/edition-cache.ts'

/** An item and whether a buyer would get an answer this moment. */
export interface Saleability {
  readonly item: Item
  /** Seconds since its last snapshot; `null` when there is none. */
  readonly ageSeconds: number | null
  readonly sellable: boolean
}

/** By the rule of the paywall, in the order of the registry. It takes one small read, however many items there are. */
export const readSaleability = async (
  { items }: Registry,
  snapshots: Pick<SnapshotStore, 'versionsOf'>,
  now: number,
): Promise<readonly Saleability[]> => {
  const versions = await snapshots.versionsOf(items.map((item) => item.actor))
  return items.map((item, at) => {
    const version = versions[at] ?? null
    return {
      item,
      ageSeconds: version === null ? null : Math.floor(now / 1000) - version,
      sellable: version !== null && isAgeOf(version, now, item.feed.sale.sellableSeconds),
    }
  })
}

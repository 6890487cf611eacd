import type { EitherItem, Item, Registry } from '../../feeds/registry.ts'
import type { SnapshotStore } from '../../store/published/snapshots.ts'
import type { ClosedFeedView } from '../paywall/closed-feeds.ts'
import { isAgeOf } from '../paywall/edition-cache.ts'
import type { RefusedSource } from '../../sources/permission.ts'

/** An item of either kind, and how old its last snapshot is. */
interface Aged<I extends EitherItem> {
  readonly item: I
  /** Unix seconds; `null` when there is none. */
  readonly version: number | null
  readonly ageSeconds: number | null
}

/** An item and whether a buyer would get an answer this moment. */
export interface Saleability {
  readonly item: Item
  /** Seconds since its last snapshot; `null` when there is none. */
  readonly ageSeconds: number | null
  readonly sellable: boolean
  /** What it lacks, if the operator's settings close it. */
  readonly lacks: readonly RefusedSource[] | null
}

/** The age of each item's last snapshot in seconds, sold or not; `null` when there is none. It takes one small read. */
export const readAges = async <I extends EitherItem>(
  items: readonly I[],
  snapshots: Pick<SnapshotStore, 'versionsOf'>,
  now: number,
): Promise<readonly Aged<I>[]> => {
  const versions = await snapshots.versionsOf(items.map(({ actor }) => actor))
  return items.map((item, at) => {
    const version = versions[at] ?? null
    return { item, version, ageSeconds: version === null ? null : Math.floor(now / 1000) - version }
  })
}

/** By the rule of the paywall, in the order of the registry. It takes one small read, however many items there are. */
export const readSaleability = async (
  { items }: Registry,
  snapshots: Pick<SnapshotStore, 'versionsOf'>,
  closed: Pick<ClosedFeedView, 'of'>,
  now: number,
): Promise<readonly Saleability[]> => {
  const aged = await readAges(items, snapshots, now)
  return aged.map(({ item, version, ageSeconds }) => {
    const lacks = closed.of(item)
    const isYoung = version !== null && isAgeOf(version, now, item.feed.sale.sellableSeconds)
    return { item, ageSeconds, lacks, sellable: lacks === null && isYoung }
  })
}

import type { AnyFeed, InternalFeed } from '../../../src/feeds/feed.ts'
import { registry } from '../../../src/feeds/registry.ts'
import type { Subject } from '../../../src/feeds/subject.ts'

/** One subject of a feed, sold or not. */
export interface KnownItem {
  readonly feed: AnyFeed | InternalFeed
  readonly subject: Subject
}

/** The items that an item reads, directly or not, each once and after those that it reads itself. */
export const itemsReadBy = (known: KnownItem, found = new Map<string, KnownItem>()): readonly KnownItem[] => {
  for (const actor of known.feed.after(known.subject)) {
    if (found.has(actor)) continue
    const item = (registry.item(actor) ?? registry.internalItem(actor))!
    itemsReadBy(item, found)
    found.set(actor, item)
  }
  return [...found.values()]
}

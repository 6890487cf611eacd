import { titleOf } from '../../feeds/feed.ts'
import type { Item } from '../../feeds/registry.ts'
import type { RefusedSource } from '../../sources/permission.ts'
import type { ClosedFeedStore, Closings } from '../../store/published/closed-feeds.ts'
import { problem, type Problem } from '../wire/problem.ts'

/** What may be closed: an actor, or the feed whose subjects start on demand. */
interface ClosableItem extends Pick<Item, 'actor'> {
  readonly feed: Pick<Item['feed'], 'id'>
}

/** The feeds that the operator's settings close, as this process knows them. */
export interface ClosedFeedView {
  /** What the item lacks; `null` if it is open. */
  of(item: ClosableItem): readonly RefusedSource[] | null
  /** Another number after each change, for documents that are kept. */
  version(): number
  /** Reads what publishers say. A store that does not answer changes nothing, nor does a record that cannot be read. */
  refresh(): Promise<void>
}

export const createClosedFeedView = (store: Pick<ClosedFeedStore, 'read'>): ClosedFeedView => {
  let known: Closings = new Map()
  let text = ''
  let version = 0
  return {
    of: ({ actor, feed }) => (known.size === 0 ? null : (known.get(actor) ?? known.get(feed.id) ?? null)),
    version: () => version,
    refresh: async () => {
      const found = await store.read().catch(() => null)
      if (found === null) return
      const written = JSON.stringify([...found])
      if (written === text) return
      ;[known, text, version] = [found, written, version + 1]
    },
  }
}

type Titled = Parameters<typeof titleOf>

/** A text that says what is closed: written when it is first wanted, and again after each change. */
export const keptWhileUnchanged = <T>(closed: Pick<ClosedFeedView, 'version'>, write: () => T): (() => T) => {
  let kept: { readonly version: number; readonly written: T } | null = null
  return () => {
    const version = closed.version()
    if (kept?.version !== version) kept = { version, written: write() }
    return kept.written
  }
}

/** Why a closed item is not sold. */
export const CLOSED_REASON = 'its sources need what this operator has not given'

/** The refusal of a closed item. It has no time to come back at: nothing changes until the operator changes a setting. */
export const closedProblem = (
  { feed, subject }: { readonly feed: Titled[0]; readonly subject: Titled[1] },
  lacks: readonly RefusedSource[],
): Problem =>
  problem('data_unavailable', `${titleOf(feed, subject)} is not sold here: ${CLOSED_REASON}. Nothing was charged.`, {
    details: lacks,
  })

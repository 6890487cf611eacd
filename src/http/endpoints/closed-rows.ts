import type { Registry } from '../../feeds/registry.ts'
import type { ComputedFeed } from '../../feeds/history/computed.ts'
import type { RefusedSource } from '../../sources/permission.ts'
import type { ClosedFeedView } from '../paywall/closed-feeds.ts'
import type { Saleability } from './sellable.ts'

/** Subjects of one feed that the operator's settings close for the same reasons. */
export interface ClosedRow {
  readonly feed: string
  /** Empty where all are closed and start on demand. */
  readonly subjects: readonly string[]
  readonly unavailable: readonly RefusedSource[]
}

interface Shut {
  readonly feed: string
  readonly subject: string | null
  readonly lacks: readonly RefusedSource[] | null
}

/** What is closed: items, feeds whose subjects start on demand, and the past of what is closed. */
export const closedRows = (
  items: readonly Saleability[],
  { onDemand }: Pick<Registry, 'onDemand'>,
  computed: readonly ComputedFeed[],
  closed: Pick<ClosedFeedView, 'of'>,
): readonly ClosedRow[] => {
  const all: readonly Shut[] = [
    ...items.map(({ item, lacks }) => ({ feed: item.feed.id, subject: item.subject.key, lacks })),
    ...onDemand.map((feed) => ({ feed: feed.id, subject: null, lacks: closed.of({ actor: feed.id, feed }) })),
    ...computed.flatMap((feed) =>
      feed.subjects.map((subject) => ({
        feed: feed.id,
        subject: subject.key,
        lacks: closed.of({ actor: feed.origin(subject), feed }),
      })),
    ),
  ]
  const shut = all.filter(({ lacks }) => lacks !== null)
  return [...Map.groupBy(shut, ({ feed, lacks }) => `${feed} ${JSON.stringify(lacks)}`).values()].map((rows) => ({
    feed: rows[0]!.feed,
    subjects: rows.flatMap(({ subject }) => subject ?? []),
    unavailable: rows[0]!.lacks!,
  }))
}

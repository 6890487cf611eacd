import { closedFeeds } from '../src/feeds/closed-feeds.ts'
import { COMPUTED_FEEDS } from '../src/feeds/history/computed-feeds.ts'
import { registry } from '../src/feeds/registry.ts'
import { fillPath } from '../src/feeds/subject.ts'
import { permission, type RefusedSource } from '../src/sources/permission.ts'
import { table } from './table.ts'

/** A path that answers 503 where an operator has set nothing, and what it lacks. */
interface ClosedPath {
  readonly path: string
  readonly lacks: readonly RefusedSource[]
}

const withCopy = (path: string, hasCopy: boolean): readonly string[] => [path, ...(hasCopy ? [`${path}/preview`] : [])]

/** Every path that stays closed, free copies and the past included. */
export const closedPaths = (): readonly ClosedPath[] => {
  const closed = closedFeeds(registry, permission('permitted', [], []), () => false)
  const rows = [
    ...registry.items.map(({ actor, path, feed }) => ({ actor, paths: withCopy(path, feed.sale.preview !== null) })),
    ...registry.onDemand.map(({ id, sale }) => ({ actor: id, paths: withCopy(sale.path, sale.preview !== null) })),
    ...COMPUTED_FEEDS.flatMap((feed) =>
      feed.subjects.map((subject) => ({
        actor: feed.origin(subject),
        paths: withCopy(fillPath(feed.path, subject), true),
      })),
    ),
  ]
  return rows.flatMap(({ actor, paths }) => {
    const lacks = closed.get(actor)
    return lacks ? paths.map((path) => ({ path, lacks })) : []
  })
}

const NONE = [['none', '', '']]

export const closedTable = (): string => {
  const rows = closedPaths().map(({ path, lacks }) => [
    `\`${path}\``,
    [...new Set(lacks.map(({ reason }) => `\`${reason}\``))].join(', '),
    lacks.map(({ source, setting }) => `\`${setting}\` (${source})`).join(', '),
  ])
  return table(['Path', 'Reason', 'Opened by'], rows.length > 0 ? rows : NONE)
}

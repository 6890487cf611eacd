import { type AnyFeed, cataloguesOf, type InternalFeed } from './feed.ts'
import { templatePattern } from './subject.ts'

/** Where items are served: every path has one owner, and every spelling has a route. */

/** What is served of an item. */
interface Routed {
  readonly feed: AnyFeed
  readonly path: string
  readonly alsoAt: readonly string[]
  readonly query: string
}

/** The path of an item's signed methodology, for feeds that have one. */
export const methodologyPath = ({ path }: Pick<Routed, 'path'>): string => `${path}/methodology`

/** The path of a free copy. */
export const previewPath = ({ path }: Pick<Routed, 'path'>): string => `${path}/preview`

type Served = Pick<AnyFeed, 'sale' | 'methodologyOf'>

/** A paid path and those that follow from it. */
const family = ({ sale, methodologyOf }: Served, path: string): readonly string[] => [
  path,
  ...(sale.preview ? [previewPath({ path })] : []),
  ...(methodologyOf ? [methodologyPath({ path })] : []),
]

/** Requests are read in lower case, so any other spelling would never be met. */
const SPELLING = /^(?:\/[a-z0-9_.-]+)+$/

const refuse = (path: string, why: string): never => {
  throw new Error(`spelling ${path}: ${why}`)
}

/** All paths of these feeds, each as often as something is served there. */
export const routePaths = (feeds: readonly AnyFeed[], items: readonly Routed[]): readonly string[] => {
  const asked = items.filter(({ query }) => query !== '')
  return [
    ...items
      .filter(({ query }) => query === '')
      .flatMap(({ feed, path, alsoAt }) => [path, ...alsoAt].flatMap((each) => family(feed, each))),
    // Items that a query tells apart share a route.
    ...[...new Map(asked.map((item) => [item.path, item])).values()].flatMap(({ feed, path }) => family(feed, path)),
    ...feeds.filter(({ onDemand }) => onDemand).flatMap((feed) => family(feed, feed.sale.path)),
    ...new Set(feeds.flatMap(cataloguesOf)),
  ]
}

/**
 * Refuses other spellings that nothing would serve, or that a route with parameters serves already.
 *
 * @param unsold feeds without routes
 */
export const checkSpellings = (
  feeds: readonly AnyFeed[],
  items: readonly Routed[],
  unsold: readonly InternalFeed[],
): void => {
  for (const { id, subjects } of unsold)
    for (const { key, alsoAt } of subjects) if (alsoAt) refuse(`${id}/${key}`, 'it is not sold at any path')
  for (const { id, subjects, onDemand } of feeds)
    for (const { key, alsoAt, query } of subjects)
      if (alsoAt && (onDemand || query)) refuse(`${id}/${key}`, 'only what a path alone names has others')
  const templates = feeds
    .filter(({ onDemand }) => onDemand)
    .flatMap((feed) => family(feed, feed.sale.path).map(templatePattern))
  for (const { feed, alsoAt } of items)
    for (const path of alsoAt.flatMap((each) => family(feed, each))) {
      if (!SPELLING.test(path)) refuse(path, 'no request is read like this')
      if (templates.some((template) => template.test(path))) refuse(path, 'a route with parameters has it')
    }
}

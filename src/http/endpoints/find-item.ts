import type { Item, Registry } from '../../feeds/registry.ts'
import { problem, type Problem } from '../wire/problem.ts'

/** Items by the paths of their pages: `/feeds/price/btc/usd` is about what is sold at `/oracle/price/btc/usd`. */

const SOLD_AT = /^\/oracle\//
export const FEEDS_PATH = '/feeds'
const PAGES_AT = `${FEEDS_PATH}/`

const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`)

/** Where it is sold, with the query that it is sold under. */
export const soldAt = ({ path, query }: Pick<Item, 'path' | 'query'>): string => withQuery(path, query)

/** The path of its page, with the same query. */
export const pageOfItem = ({ path, query }: Pick<Item, 'path' | 'query'>): string =>
  withQuery(path.replace(SOLD_AT, PAGES_AT), query)

/** In any case and order of its words. */
const keyOf = (path: string, query: string): string => {
  const words = [...new URLSearchParams(query.toLowerCase())].map(([name, value]) => `${name}=${value}`).toSorted()
  return withQuery(path.toLowerCase(), words.join('&'))
}

/** Other pages that are named in one answer. */
const MOST_NAMED = 20

/** Finds the item of a page, in whatever spelling of its path; or says that there is none, and which there are. */
export const itemFinder = ({ items }: Pick<Registry, 'items'>): ((path: string, query: string) => Item | Problem) => {
  const found = new Map(
    items.flatMap((item) =>
      [item.path, ...item.alsoAt].map((path) => [keyOf(path.replace(SOLD_AT, PAGES_AT), item.query), item] as const),
    ),
  )
  const byPath = Map.groupBy(
    items.filter(({ query }) => query !== ''),
    ({ path }) => path.replace(SOLD_AT, PAGES_AT),
  )
  return (path, query) => {
    const item = found.get(keyOf(path, query))
    if (item) return item
    const alike = byPath.get(path.toLowerCase()) ?? []
    // As the paid path does: the first is meant where the query is left out.
    if (query === '' && alike[0]) return alike[0]
    const others = alike.slice(0, MOST_NAMED).map(pageOfItem)
    return problem('not_found', 'No feed is at this path. See /feeds for all of them.', {
      details: others.map((other) => ({ path: 'query', rule: 'one_of', message: other })),
    })
  }
}

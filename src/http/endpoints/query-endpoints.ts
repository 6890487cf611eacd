import { type TSchema, Type } from '@sinclair/typebox'
import { titleOf } from '../../feeds/feed.ts'
import type { Item } from '../../feeds/registry.ts'
import { editionProduct } from '../paywall/edition-product.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { ANY_CASE } from '../wire/query.ts'
import { type FeedRouteDeps, offerFor, offerUnder, paidRoute } from './feed-endpoints.ts'
import { sell } from '../paywall/paywall.ts'
import { previewEndpoint } from './preview.ts'

/** Routes whose items differ by the query: one path, one declared parameter, one item per value. */

type Items = readonly [Item, ...Item[]]

/** Items on one path, in the order of the definition. The first one is the default. */
const byPath = (items: readonly Item[]): readonly Items[] => {
  const found = new Map<string, [Item, ...Item[]]>()
  for (const item of items) {
    const others = found.get(item.path)
    if (others) others.push(item)
    else found.set(item.path, [item])
  }
  return [...found.values()]
}

const declared = (items: Items): Readonly<Record<string, TSchema>> => {
  const values = new Map<string, string[]>()
  for (const { subject } of items)
    for (const [name, value] of Object.entries(subject.query ?? {}))
      values.set(name, [...new Set([...(values.get(name) ?? []), value])])
  return Object.fromEntries(
    [...values].map(([name, [first = '', ...others]]) => [
      name,
      Type.Union(
        [first, ...others].map((value) => Type.Literal(value)),
        {
          description: `one of ${[first, ...others].join(', ')}; ${first} when left out`,
          default: first,
          [ANY_CASE]: true,
        },
      ),
    ]),
  )
}

/** The item that a checked query names. Missing parameters are those of the first item. */
const itemAt = (items: Items, query: URLSearchParams): Item =>
  items.find(({ subject }) =>
    Object.entries(subject.query ?? {}).every(
      ([name, value]) => value.toLowerCase() === (query.get(name) ?? items[0].subject.query?.[name])?.toLowerCase(),
    ),
  ) ?? items[0]

const routesOf = (items: Items, deps: FeedRouteDeps): readonly Endpoint[] => {
  const [first, ...others] = items
  const { feed, subject, path } = first
  const { paywall, publicUrl } = deps
  const query = declared(items)
  const preview = previewEndpoint(first, deps)
  const previews = new Map([[first, preview], ...others.map((item) => [item, previewEndpoint(item, deps)] as const)])
  const paid: Endpoint = {
    ...paidRoute(feed, subject, path, titleOf(feed, subject)),
    template: feed.sale.path,
    lacks: () => paywall.closedFeeds.of(first),
    query,
    handle: (call) => {
      const item = itemAt(items, call.query)
      const offer = offerUnder(offerFor(item, publicUrl, query), call.guards)
      return sell(paywall, offer, (_at, guards) => editionProduct(paywall, item, guards), call)
    },
  }
  if (!preview) return [paid]
  const free: Endpoint = {
    ...preview,
    query,
    handle: (call) => (previews.get(itemAt(items, call.query)) ?? preview).handle(call),
  }
  return [paid, free]
}

export const queryEndpoints = (items: readonly Item[], deps: FeedRouteDeps): readonly Endpoint[] =>
  byPath(items.filter(({ query }) => query !== '')).flatMap((each) => routesOf(each, deps))

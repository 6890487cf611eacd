import { type AnyFeed, titleOf } from '../../feeds/feed.ts'
import type { PathRefusal, PathRequest } from '../../feeds/on-demand.ts'
import { type Item, itemOf, type Registry } from '../../feeds/registry.ts'
import { holesOf } from '../../feeds/subject.ts'
import { coldProduct } from '../paywall/cold-product.ts'
import { editionProduct } from '../paywall/edition-product.ts'
import type { Call, Endpoint } from '../wire/endpoint.ts'
import { type FeedRouteDeps, offerFor, offerUnder, paidRoute } from './feed-endpoints.ts'
import { queryOf } from './offered-route.ts'
import { ASKED } from '../wire/header-names.ts'
import type { Guards } from '../rails/guards.ts'
import { sell } from '../paywall/paywall.ts'
import { previewEndpoint } from './preview.ts'
import { problem, type Problem } from '../wire/problem.ts'
import { problemResponse } from '../wire/respond.ts'
import { createTurns } from '../wire/turns.ts'
import type { Warmer } from '../paywall/warm.ts'

/** Routes of feeds whose subjects start on demand: a template for all of them, and a free sibling. */

/** Longer than checking a payer and starting a subject mostly take. */
const TURN_MS = 3_000

type Asked = Pick<Call, 'params' | 'query'>

const isPath = ({ path }: PathRefusal): boolean => path.startsWith('path.')

/** Where the broken rules are. */
const placeOf = (details: readonly PathRefusal[]): string => {
  if (details.every(isPath)) return 'path'
  return details.some(isPath) ? 'request' : 'query'
}

const read = (feed: AnyFeed, { params, query }: Asked, now: number): PathRequest =>
  feed.onDemand!.ask({ ...Object.fromEntries(query), ...params }, now)

/** The item that the path and the query name. The query holds no other parameters than the declared ones. */
const itemAt = (feed: AnyFeed, { params, query }: Asked, now: number): Item | Problem => {
  const asked = read(feed, { params, query }, now)
  if (asked.kind === 'subject') return itemOf(feed, asked.subject)
  const { details } = asked
  return problem('invalid_request', `The ${placeOf(details)} breaks rules. Nothing was charged.`, { details })
}

/** The words of a request as they were written, percent-encoded: `51.5/2.5`, `51.5/2.5?end=2026-06-30`. */
const wordsOf = (template: string, { params, query }: Asked): string =>
  holesOf(template)
    .map((name) => params[name])
    .join('/') + (query.size > 0 ? `?${query}` : '')

/** Runs a handler on the item that a request names, and repeats the requested words in a header. */
const named =
  (feed: AnyFeed, { paywall }: FeedRouteDeps, handle: (item: Item, call: Call) => Promise<Response>) =>
  async (call: Call): Promise<Response> => {
    const item = itemAt(feed, call, paywall.clock.now())
    if ('code' in item) return problemResponse(item, paywall.docs)
    const response = await handle(item, call)
    response.headers.set(ASKED, wordsOf(feed.sale.path, call))
    return response
  }

const routesOf = (feed: AnyFeed, deps: FeedRouteDeps, warmer: Warmer): readonly Endpoint[] => {
  const [example] = feed.subjects
  if (!example) throw new Error(`feed ${feed.id} has no example subject`)
  const { paywall, publicUrl } = deps
  const { path } = feed.sale
  const { words, mayBeUnknown } = feed.onDemand!
  const query = queryOf(feed.onDemand!)
  const breaks = (spoken: Asked) => {
    const asked = read(feed, spoken, paywall.clock.now())
    return asked.kind === 'subject' ? [] : asked.details
  }
  const filled = { params: example.path, query: example.query ?? {} }
  const unknown = mayBeUnknown ? (['not_found'] as const) : []
  const turns = createTurns(TURN_MS)
  const paid: Endpoint = {
    ...paidRoute(feed, example, path, `${feed.noun}, for instance of ${example.name}`),
    lacks: () => paywall.closedFeeds.of(itemOf(feed, example)),
    ...query,
    breaks,
    filled,
    ...(words && { words }),
    problems: unknown,
    handle: named(feed, deps, async (item, call) => {
      const turn = turns.of(item.actor)
      const waking = {
        isAwake: async () => (await warmer.isAwake(item)) || ((await turn.waited()) && warmer.isAwake(item)),
        refusal: () => warmer.refusal(item, call.address),
        wake: () => warmer.warm(item, call.address),
      }
      try {
        const waresAt = (_at: number, guards: Guards) => coldProduct(editionProduct(paywall, item, guards), waking)
        const response = await sell(paywall, offerUnder(offerFor(item, publicUrl), call.guards), waresAt, call)
        if (response.status === 200) warmer.bought(item)
        return response
      } finally {
        turn.end()
      }
    }),
  }
  const preview = previewEndpoint(itemOf(feed, example), deps)
  if (!preview) return [paid]
  const free: Endpoint = {
    ...preview,
    ...(feed.onDemand?.query && query),
    breaks,
    ...(words && { words }),
    problems: [...(preview.problems ?? []), 'too_many_requests', ...unknown],
    path: `${path}/preview`,
    filled,
    summary: preview.summary.replace(titleOf(feed, example), feed.noun),
    handle: named(feed, deps, async (item, call) => {
      const asleep = await warmer.warm(item, call.address)
      return asleep ? problemResponse(asleep, paywall.docs) : (previewEndpoint(item, deps) ?? preview).handle(call)
    }),
  }
  return [paid, free]
}

export const onDemandEndpoints = ({ onDemand }: Registry, deps: FeedRouteDeps, warmer: Warmer): readonly Endpoint[] =>
  onDemand.flatMap((feed) => routesOf(feed, deps, warmer))

import { Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { type AnyFeed, cataloguesOf } from '../../feeds/feed.ts'
import { itemOf } from '../../feeds/registry.ts'
import { statedPrice } from '../../feeds/tariff.ts'
import { withParameters } from '../discovery/parameters.ts'
import { type ClosedFeedView, keptWhileUnchanged } from '../paywall/closed-feeds.ts'
import { type Endpoint, FREE, markClosed } from '../wire/endpoint.ts'
import { queryOf } from './offered-route.ts'
import { RefusedSource } from '../../sources/permission.ts'
import { jsonDocument } from '../wire/document.ts'

/** Free lists of what is sold: one for each catalogue path, with all feeds that name this path. */

const Listed = Type.Object(
  {
    feed: Type.String(),
    summary: Type.String(),
    price_usd: Type.String(),
    price_sats: Type.Integer(),
    refresh_seconds: Type.Integer(),
    sellable_seconds: Type.Integer({ description: 'How old an answer may be and still be sold' }),
    preview_max_age_minutes: Type.Optional(Type.Integer({ description: 'Left out where there is no preview' })),
    path: Type.String({ description: 'Template of the paid path' }),
    born_on_demand: Type.Boolean({ description: 'Whether subjects are any that a request names, or those below' }),
    parameters: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), required: Type.Boolean(), description: Type.String() }), {
        description: 'Query parameters that name a subject; left out where the path does it alone',
      }),
    ),
    subjects: Type.Array(
      Type.Object({
        name: Type.String(),
        path: Type.String(),
        preview: Type.Optional(Type.String()),
        available: Type.Optional(Type.Literal(false, { description: 'It is not sold here; left out where it is' })),
        unavailable: Type.Optional(Type.Array(RefusedSource)),
      }),
      { description: 'All of them; where they are born on demand, an example' },
    ),
    methodology: Type.Object({}, { additionalProperties: true, description: 'Windows, triggers, quorums and sources' }),
  },
  { title: 'ListedFeed' },
)

const Catalogue = Type.Object(
  {
    family: Type.String(),
    feeds: Type.Array(Listed),
    methodology: Type.String({ description: 'Where all methodologies are read' }),
  },
  { title: 'Catalogue' },
)

type Closed = Pick<ClosedFeedView, 'of' | 'version'>

const listedOf = (feed: AnyFeed, closed: Closed): Json => ({
  feed: feed.id,
  summary: feed.summary,
  ...statedPrice(feed.sale.price),
  refresh_seconds: feed.everySeconds,
  sellable_seconds: feed.sale.sellableSeconds,
  ...(feed.sale.preview && { preview_max_age_minutes: feed.sale.preview.staleMinutes }),
  path: feed.sale.path,
  born_on_demand: feed.onDemand !== undefined,
  ...(feed.onDemand?.query && withParameters(queryOf(feed.onDemand))),
  subjects: feed.subjects.map((subject) => {
    const item = itemOf(feed, subject)
    const { path, query } = item
    const asked = query && `?${query}`
    const preview = feed.sale.preview && { preview: `${path}/preview${asked}` }
    return { name: subject.name, path: path + asked, ...preview, ...markClosed({ lacks: () => closed.of(item) }) }
  }),
  methodology: feed.methodology,
})

const endpointOf = (path: string, feeds: readonly AnyFeed[], closed: Closed): Endpoint => {
  const [{ family, layer }] = feeds as readonly [AnyFeed]
  const body = keptWhileUnchanged(closed, (): Readonly<Record<string, Json>> => ({
    family,
    feeds: feeds.map((feed) => listedOf(feed, closed)),
    methodology: '/methodology.json',
  }))
  const document = keptWhileUnchanged(closed, () => jsonDocument(body(), { 'cache-control': 'public, max-age=60' }))
  return {
    method: 'GET',
    path,
    family,
    layer,
    summary: `What is sold of: ${feeds.map(({ noun }) => noun).join(', ')}`,
    access: FREE,
    query: null,
    isTagged: true,
    contentType: 'application/json',
    answer: Catalogue,
    example: body(),
    handle: (call) => document()(call),
  }
}

export const catalogueEndpoints = (feeds: readonly AnyFeed[], closed: Closed): readonly Endpoint[] =>
  [...new Set(feeds.flatMap(cataloguesOf))].map((path) =>
    endpointOf(
      path,
      feeds.filter((feed) => cataloguesOf(feed).includes(path)),
      closed,
    ),
  )

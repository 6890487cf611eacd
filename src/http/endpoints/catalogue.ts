import { Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import type { AnyFeed } from '../../feeds/feed.ts'
import { itemOf } from '../../feeds/registry.ts'
import { inDollars } from '../../feeds/tariff.ts'
import { type Endpoint, FREE } from '../wire/endpoint.ts'
import { jsonResponse } from '../wire/respond.ts'

/** Free lists of what is sold: one for each catalogue path, with all feeds that name this path. */

const Listed = Type.Object({
  feed: Type.String(),
  summary: Type.String(),
  price_usd: Type.String(),
  price_sats: Type.Integer(),
  refresh_seconds: Type.Integer(),
  sellable_seconds: Type.Integer({ description: 'How old an answer may be and still be sold' }),
  preview_max_age_minutes: Type.Optional(Type.Integer({ description: 'Left out where there is no preview' })),
  path: Type.String({ description: 'Template of the paid path' }),
  born_on_demand: Type.Boolean({ description: 'Whether subjects are any that fill the template, or those below' }),
  subjects: Type.Array(
    Type.Object({ name: Type.String(), path: Type.String(), preview: Type.Optional(Type.String()) }),
    { description: 'All of them; where they are born on demand, an example' },
  ),
  methodology: Type.Object({}, { additionalProperties: true, description: 'Windows, triggers, quorums and sources' }),
})

const Catalogue = Type.Object({
  family: Type.String(),
  feeds: Type.Array(Listed),
  methodology: Type.String({ description: 'Where all methodologies are read' }),
})

const listedOf = (feed: AnyFeed): Json => ({
  feed: feed.id,
  summary: feed.summary,
  price_usd: inDollars(feed.sale.price).slice(1),
  price_sats: feed.sale.price.sats,
  refresh_seconds: feed.everySeconds,
  sellable_seconds: feed.sale.sellableSeconds,
  ...(feed.sale.preview && { preview_max_age_minutes: feed.sale.preview.staleMinutes }),
  path: feed.sale.path,
  born_on_demand: feed.onDemand !== undefined,
  subjects: feed.subjects.map((subject) => {
    const { path, query } = itemOf(feed, subject)
    const asked = query && `?${query}`
    const preview = feed.sale.preview && { preview: `${path}/preview${asked}` }
    return { name: subject.name, path: path + asked, ...preview }
  }),
  methodology: feed.methodology,
})

const endpointOf = (path: string, feeds: readonly AnyFeed[]): Endpoint => {
  const [{ family, layer }] = feeds as readonly [AnyFeed]
  const body: Readonly<Record<string, Json>> = {
    family,
    feeds: feeds.map(listedOf),
    methodology: '/methodology.json',
  }
  return {
    method: 'GET',
    path,
    family,
    layer,
    summary: `What is sold of: ${feeds.map(({ noun }) => noun).join(', ')}`,
    access: FREE,
    query: null,
    contentType: 'application/json',
    answer: Catalogue,
    example: body,
    handle: async () => jsonResponse(body, { 'cache-control': 'public, max-age=60' }),
  }
}

export const catalogueEndpoints = (feeds: readonly AnyFeed[]): readonly Endpoint[] =>
  [...Map.groupBy(feeds, ({ sale }) => sale.catalogue)].flatMap(([path, listed]) =>
    path === undefined ? [] : [endpointOf(path, listed)],
  )

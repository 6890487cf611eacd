import { Type } from '@sinclair/typebox'
import type { Json } from '../canonical/jcs.ts'
import type { AnyFeed } from '../feeds/feed.ts'
import { fillPath } from '../feeds/subject.ts'
import { inDollars } from '../feeds/tariff.ts'
import { type Endpoint, FREE } from './endpoint.ts'
import { jsonResponse } from './respond.ts'

const Catalogue = Type.Object({
  family: Type.String(),
  feed: Type.String(),
  summary: Type.String(),
  price_usd: Type.String(),
  price_sats: Type.Integer(),
  refresh_seconds: Type.Integer(),
  preview_max_age_minutes: Type.Integer(),
  subjects: Type.Array(Type.Object({ pair: Type.String(), path: Type.String(), preview: Type.String() })),
  methodology: Type.String(),
})

const bodyOf = (feed: AnyFeed): Readonly<Record<string, Json>> => {
  const { family, id, summary, sale, everySeconds, subjects } = feed
  return {
    family,
    feed: id,
    summary,
    price_usd: inDollars(sale.price).slice(1),
    price_sats: sale.price.sats,
    refresh_seconds: everySeconds,
    preview_max_age_minutes: sale.preview.staleMinutes,
    subjects: subjects.map((subject) => {
      const path = fillPath(sale.path, subject)
      return { pair: subject.name, path, preview: `${path}/preview` }
    }),
    methodology: '/methodology.json',
  }
}

/** What a feed sells and for how much, free: one route for a feed that names a path for it, none otherwise. */
export const catalogueEndpoints = (feed: AnyFeed): readonly Endpoint[] => {
  const { catalogue } = feed.sale
  if (catalogue === undefined) return []
  const body = bodyOf(feed)
  return [
    {
      method: 'GET',
      path: catalogue,
      family: feed.family,
      layer: feed.layer,
      summary: `What is sold of: ${feed.noun}`,
      access: FREE,
      query: null,
      contentType: 'application/json',
      answer: Catalogue,
      example: body,
      handle: async () => jsonResponse(body, { 'cache-control': 'public, max-age=60' }),
    },
  ]
}

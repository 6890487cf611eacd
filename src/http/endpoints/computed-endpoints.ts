import { type TObject, Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { RAILS } from '../../canonical/snapshot.ts'
import type { ComputedFeed, Content } from '../../feeds/history/computed.ts'
import { PREVIEW_ROWS } from '../../feeds/history/time-range.ts'
import { fillPath, type Subject } from '../../feeds/subject.ts'
import { priceInWords, statedPrice } from '../../feeds/tariff.ts'
import { titleOf } from '../../feeds/feed.ts'
import type { Archive } from '../../store/published/archive.ts'
import { inSeconds } from '../../time-units.ts'
import { closedProblem } from '../paywall/closed-feeds.ts'
import { broken, brokenRules, nothingKept, nothingYet } from './computed-problems.ts'
import { computedProduct } from '../paywall/computed-product.ts'
import { type Call, type Endpoint, FREE, NO_PARAMETERS } from '../wire/endpoint.ts'
import { GUARDS_OF_THE_PAST } from '../wire/guard-parameters.ts'
import { answerName } from './answer-name.ts'
import { withSignature } from './envelope.ts'
import { requestHash } from './feed-endpoints.ts'
import { sell } from '../paywall/paywall.ts'
import { problem } from '../wire/problem.ts'
import { offeredRoute } from './offered-route.ts'
import type { Offer } from '../rails/offer.ts'
import { jsonDocument } from '../wire/document.ts'
import { problemResponse } from '../wire/respond.ts'
import type { PaywallContext } from '../paywall/context.ts'

/** Routes of computed feeds: a paid route, a free copy, and a list of all. */

export interface ComputedRouteDeps {
  readonly paywall: PaywallContext
  readonly archive: Archive
  readonly publicUrl: string
}

/** The query in one spelling: a payment is bound to the parameters, not to their order. */
const spelled = (query: URLSearchParams): string =>
  [...query]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .toSorted()
    .join('&')

/** A query for catalogues, valid at any time: the bounds of time have their defaults. */
const timeless = ({ query, example }: ComputedFeed, asked: URLSearchParams): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(query).flatMap((name) => {
      const usual = example[name]
      return typeof usual === 'string' ? [[name, asked.get(name) ?? usual]] : []
    }),
  )

/** What the feed lacks whose past this is, if the operator's settings close it. */
const lacksOf = (feed: ComputedFeed, subject: Subject, { paywall }: Pick<ComputedRouteDeps, 'paywall'>) =>
  paywall.closedFeeds.of({ actor: feed.origin(subject), feed })

const paidEndpoint = (feed: ComputedFeed, subject: Subject, deps: ComputedRouteDeps): Endpoint => {
  const { paywall, archive, publicUrl } = deps
  const path = fillPath(feed.path, subject)
  const title = titleOf(feed, subject)
  const { price } = feed
  const offerFor = (query: URLSearchParams): Offer => ({
    method: 'GET',
    price,
    url: publicUrl + path + (query.size > 0 ? `?${spelled(query)}` : ''),
    description: `${title}, signed. ${priceInWords(price)}.`,
    example: { series: feed.example['series'] ?? '', interval: feed.example['interval'] ?? '' },
    route: offeredRoute(
      { path, family: feed.family, layer: feed.layer, query: feed.query },
      { query: timeless(feed, query) },
    ),
    request: requestHash('GET', path, '', spelled(query), ''),
    rails: RAILS,
    askedAt: paywall.clock.now(),
  })
  return {
    method: 'GET',
    path,
    template: feed.path,
    family: feed.family,
    layer: feed.layer,
    summary: `${title}. ${feed.summary}`,
    access: { kind: 'paid', price },
    lacks: () => lacksOf(feed, subject, deps),
    query: feed.query,
    guards: GUARDS_OF_THE_PAST,
    breaks: ({ query }) => {
      const request = feed.wish(Object.fromEntries(query), inSeconds(paywall.clock.now()))
      return request.kind === 'broken' ? brokenRules(request.rules) : []
    },
    contentType: 'application/json',
    answer: withSignature(feed.answer, answerName(feed)),
    example: {
      ...feed.example,
      timestamp: 1_795_003_300,
      contentHash: '0'.repeat(64),
      signingScheme: 'ed25519',
      pubkey: '0'.repeat(64),
      canonical: feed.canonical.write(feed.tokens(feed.example, '0'.repeat(64)), {
        timestamp: 1_795_003_300,
        nonce: 482_910,
      }),
      signature: '…',
    },
    handle: (call: Call) =>
      sell(
        paywall,
        offerFor(call.query),
        (askedAt) => {
          // "Now" is the time of the first request, since an invoice buys what it was made for.
          const request = feed.wish(Object.fromEntries(call.query), Math.floor(askedAt / 1000))
          return computedProduct(paywall, {
            actor: `${feed.id}/${subject.key}`,
            question: request.kind === 'broken' ? null : request,
            closed: async () => {
              const lacks = lacksOf(feed, subject, deps)
              if (lacks) return closedProblem({ feed, subject }, lacks)
              if (request.kind === 'broken') return broken(request.rules)
              if (await feed.has(subject, request, archive)) return null
              const isTimed = call.query.has('from') || call.query.has('to')
              return isTimed ? nothingKept(subject) : nothingYet(subject)
            },
          })
        },
        call,
      ),
  }
}

const previewOf = ({ previewRow }: ComputedFeed, content: Content): Content => {
  const all = (content['rows'] ?? []) as readonly Content[]
  const rows = all.slice(-PREVIEW_ROWS).map((row) => previewRow?.(row) ?? row)
  // The span starts at the first shown row: a request for that span gets these rows.
  const from = rows[0]?.['t'] ?? content['from'] ?? null
  return { ...content, from, rows, count: rows.length, preview: true, signed: false }
}

const previewAnswer = (feed: ComputedFeed): TObject => {
  const { from, rows, ...alike } = feed.answer.properties
  return Type.Object(
    {
      ...alike,
      from: Type.Union([from!, Type.Null()]),
      rows: Type.Array(feed.previewRow ? Type.Partial(rows!['items'] as TObject) : (rows!['items'] as TObject)),
      preview: Type.Literal(true),
      signed: Type.Literal(false),
    },
    { title: `${answerName(feed)}Preview` },
  )
}

const previewEndpoint = (feed: ComputedFeed, subject: Subject, deps: ComputedRouteDeps): Endpoint => ({
  method: 'GET',
  path: `${fillPath(feed.path, subject)}/preview`,
  family: feed.family,
  layer: feed.layer,
  summary: `${titleOf(feed, subject)}: its last rows, unsigned`,
  access: FREE,
  lacks: () => lacksOf(feed, subject, deps),
  query: NO_PARAMETERS,
  problems: ['data_unavailable'],
  contentType: 'application/json',
  answer: previewAnswer(feed),
  example: previewOf(feed, feed.example),
  isTagged: true,
  handle: async (call) => {
    const { paywall, archive } = deps
    const lacks = lacksOf(feed, subject, deps)
    if (lacks) return problemResponse(closedProblem({ feed, subject }, lacks), paywall.docs)
    const request = feed.previewWish(Math.floor(paywall.clock.now() / 1000))
    const found = await feed.conclude(subject, request, archive)
    return found
      ? jsonDocument(previewOf(feed, found), { 'cache-control': 'public, max-age=60' })(call)
      : problemResponse(
          problem('data_unavailable', `${subject.name}: there is no data of the last hours.`, { retryAfter: 60 }),
          paywall.docs,
        )
  },
})

const Catalogue = Type.Object(
  {
    series: Type.Array(
      Type.Object({
        path: Type.String(),
        name: Type.String(),
        summary: Type.String(),
        price_usd: Type.String(),
        price_sats: Type.Integer(),
        parameters: Type.Array(Type.String(), { description: 'Query parameters' }),
      }),
    ),
  },
  { title: 'HistoryCatalogue' },
)

/** The list of everything that is sold of history. */
const catalogueEndpoint = (feeds: readonly ComputedFeed[]): Endpoint => {
  const listing: Json = {
    series: feeds.flatMap((feed) =>
      feed.subjects.map((subject) => ({
        path: fillPath(feed.path, subject),
        name: titleOf(feed, subject),
        summary: feed.summary,
        ...statedPrice(feed.price),
        parameters: Object.keys(feed.query),
      })),
    ),
  }
  return {
    method: 'GET',
    path: '/oracle/history/catalogue',
    family: 'history',
    layer: 'Oracle History',
    summary: 'What is sold of the past',
    access: FREE,
    query: null,
    contentType: 'application/json',
    answer: Catalogue,
    example: listing,
    isTagged: true,
    handle: jsonDocument(listing, { 'cache-control': 'public, max-age=3600' }),
  }
}

export const computedEndpoints = (feeds: readonly ComputedFeed[], deps: ComputedRouteDeps): readonly Endpoint[] => [
  ...feeds.flatMap((feed) =>
    feed.subjects.flatMap((subject) => [paidEndpoint(feed, subject, deps), previewEndpoint(feed, subject, deps)]),
  ),
  catalogueEndpoint(feeds),
]

import { createHash } from 'node:crypto'
import { contentHash } from '../../canonical/content.ts'
import type { Json } from '../../canonical/jcs.ts'
import { withRepetition } from '../../canonical/repeated-members.ts'
import { RAILS } from '../../canonical/snapshot.ts'
import { priceInWords } from '../../feeds/tariff.ts'
import { type AnyFeed, exampleOf, titleOf } from '../../feeds/feed.ts'
import type { Subject } from '../../feeds/subject.ts'
import type { Item, Registry } from '../../feeds/registry.ts'
import type { Archive } from '../../store/published/archive.ts'
import type { SignedDocumentStore } from '../../store/published/signed-documents.ts'
import type { SnapshotStore } from '../../store/published/snapshots.ts'
import type { Call, Endpoint } from '../wire/endpoint.ts'
import { editionProduct } from '../paywall/edition-product.ts'
import { answerName } from './answer-name.ts'
import { withEnvelope } from './envelope.ts'
import { methodologyEndpoint } from './methodology-endpoint.ts'
import { sell } from '../paywall/paywall.ts'
import { catalogueEndpoints } from './catalogue.ts'
import { previewEndpoint } from './preview.ts'
import { offeredRoute, queryOf } from './offered-route.ts'
import { oncePerPair } from '../../once-per-pair.ts'
import { type Guards, NO_GUARDS } from '../rails/guards.ts'
import type { Offer } from '../rails/offer.ts'
import { guardsOfAnswer } from '../wire/guard-parameters.ts'
import type { PaywallContext } from '../paywall/context.ts'
import type { Warmer } from '../paywall/warm.ts'

/** The dependencies of feed routes, besides the definitions. */
export interface FeedRouteDeps {
  readonly paywall: PaywallContext
  readonly snapshots: SnapshotStore
  readonly notices: SignedDocumentStore
  readonly publicUrl: string
  /** Starts subjects on demand. */
  readonly warmer: Warmer
  readonly archive: Archive
}

/** Without a valid signature: an example shows fields, not values. */
const signedExample = oncePerPair((feed: AnyFeed, subject: Subject): Json => {
  const timestamp = 1_795_000_002
  const content = { ...exampleOf(feed, subject), timestamp }
  const canonical = feed.sale.canonical.write(feed.sale.tokens(content), { timestamp, nonce: 482_910 })
  return {
    ...content,
    contentHash: contentHash(content),
    contentSignature: '…',
    ...withRepetition(canonical, 'signingScheme', 'ed25519'),
    pubkey: '0'.repeat(64),
    ...withRepetition(canonical, 'canonical', canonical),
    signature: '…',
  }
})

/** What a challenge shows of an answer: the first fields say what is sold. Long ones would not fit into its header. */
const CATALOGUED = { fields: 3, characters: 200 } as const

const cataloguedOf = oncePerPair((feed: AnyFeed, subject: Subject): Readonly<Record<string, Json>> => {
  const short = Object.entries(exampleOf(feed, subject)).filter(
    ([, value]) => JSON.stringify(value).length <= CATALOGUED.characters,
  )
  return Object.fromEntries(short.slice(0, CATALOGUED.fields))
})

/** The hash to which a payment is bound: what is requested, by the template of the route. */
export const requestHash = (method: string, path: string, params: string, query: string, body: string): string =>
  createHash('sha256').update([method, path, params, query, body].join('\n')).digest('hex')

/** What is offered at one item's paid path. */
export const offerFor = (
  { feed, subject, path, query }: Item,
  publicUrl: string,
  parameters: Endpoint['query'] = null,
): Offer => {
  const { price } = feed.sale
  const { family, layer } = feed
  const example = { query: subject.query ?? {} }
  // Where subjects start on demand one route leads to all of them.
  const route = feed.onDemand
    ? offeredRoute(
        { path: feed.sale.path, family, layer, ...queryOf(feed.onDemand) },
        { ...example, params: subject.path },
      )
    : offeredRoute({ path, family, layer, query: parameters }, example)
  return {
    method: 'GET',
    price,
    url: publicUrl + path + (query && `?${query}`),
    description: `${titleOf(feed, subject)}, signed. ${priceInWords(price)}.`,
    example: cataloguedOf(feed, subject),
    route,
    request: requestHash('GET', path, '', query, ''),
    rails: RAILS,
    askedAt: null,
    guards: NO_GUARDS,
  }
}

/** The offer to a buyer who asks for these guards. */
export const offerUnder = (offer: Offer, guards: Guards): Offer => (guards === NO_GUARDS ? offer : { ...offer, guards })

/** A paid route as documents show it, about one subject or, at a template, about an example. */
export const paidRoute = (feed: AnyFeed, subject: Subject, path: string, title: string): Omit<Endpoint, 'handle'> => ({
  method: 'GET',
  path,
  family: feed.family,
  layer: feed.layer,
  summary: `${title}. ${feed.summary}`,
  access: { kind: 'paid', price: feed.sale.price },
  query: null,
  guards: guardsOfAnswer(feed.answer.properties),
  contentType: 'application/json',
  answer: withEnvelope(feed.answer, answerName(feed), feed.sale.canonical.type),
  example: signedExample(feed, subject),
})

const paidEndpoint = (item: Item, { paywall, publicUrl }: Pick<FeedRouteDeps, 'paywall' | 'publicUrl'>): Endpoint => {
  const { feed, subject, path } = item
  const offer = offerFor(item, publicUrl)
  return {
    ...paidRoute(feed, subject, path, titleOf(feed, subject)),
    template: feed.sale.path,
    lacks: () => paywall.closedFeeds.of(item),
    handle: (call: Call) =>
      sell(paywall, offerUnder(offer, call.guards), (_at, guards) => editionProduct(paywall, item, guards), call),
  }
}

/** The route also at the other spellings of its item, with whatever follows the paid path. */
const alsoServed = ({ path, alsoAt }: Item, endpoint: Endpoint): Endpoint =>
  alsoAt.length === 0
    ? endpoint
    : { ...endpoint, alsoAt: alsoAt.map((other) => other + endpoint.path.slice(path.length)) }

/** The paid and free routes of all items that a path alone names, and the catalogues of feeds that have one. */
export const feedEndpoints = (
  { feeds, items }: Registry,
  deps: Omit<FeedRouteDeps, 'warmer' | 'archive'>,
): readonly Endpoint[] => [
  ...items
    .filter(({ query }) => query === '')
    .flatMap((item) => {
      return [paidEndpoint(item, deps), previewEndpoint(item, deps), methodologyEndpoint(item, deps)]
        .filter((each) => each !== null)
        .map((each) => alsoServed(item, each))
    }),
  ...catalogueEndpoints(feeds, deps.paywall.closedFeeds),
]

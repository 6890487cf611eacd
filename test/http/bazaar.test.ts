import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import {
  type DiscoveryExtension,
  extractDiscoveryInfo,
  isValidRouteTemplate,
  isValidServiceName,
  sanitizeTags,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
} from '@x402/extensions/bazaar'
import type { AnyFeed } from '../../src/feeds/feed.ts'
import { type Item, itemOf, registry } from '../../src/feeds/registry.ts'
import { fewOfEachFeed } from '../support/few-of-each-feed.ts'
import { type Endpoint, isPriced, nameOf } from '../../src/http/wire/endpoint.ts'
import { putAllOnSale } from '../support/http/all-for-sale.ts'
import { itemNow } from '../support/feeds/item-now.ts'
import { bodyOf, type EventShop, openEventShop } from '../support/http/dlc/event-shop.ts'

/** What facilitators catalogue: judged by their own validator, on every priced route, and enough to build a call. */

/** Some networks ask for headers below this. */
const MAX_HEADER = 2_048
/** An address of ours may be longer than that of the tests by so much, twice in a header. */
const LONGER_URL = 40

let shop: EventShop
let eventId: string

beforeAll(async () => {
  shop = await openEventShop()
  await putAllOnSale(shop, [...registry.onDemand.map(bornNow), shipVoyageNow()])
  const created = await shop.post('threshold', bodyOf('threshold', shop.nowTs), (await shop.x402()).v2)
  eventId = ((await created.json()) as { eventid: string }).eventid
})
afterAll(() => shop.stop())

interface Challenge {
  readonly header: string
  readonly accepts: readonly PaymentRequirements[]
  readonly resource: { readonly url: string; readonly serviceName: string; readonly tags: string[] }
  readonly extensions: { readonly bazaar: DiscoveryExtension & { readonly routeTemplate: string } }
}

const priced = (): readonly Endpoint[] => shop.endpoints.filter(isPriced)

/** A place that is ready, and the contract that is open. */
const pathOf = ({ path }: Endpoint): string => onDemandAt(path)?.path ?? path.replace('{eventid}', eventId)
const onDemandAt = (path: string): Item | undefined => {
  const feed = registry.onDemand.find(({ sale }) => sale.path === path)
  return feed && bornNow(feed)
}
/** Words that an example leaves out. */
const FULL: Readonly<Record<string, Readonly<Record<string, string>>>> = { 'marine/voyage': { speed_kts: '12.5' } }
const bornNow = (feed: AnyFeed): Item => itemNow(feed, shop.clock.now(), FULL[feed.id])

/** The other way to name a voyage. */
const shipVoyageNow = (): Item => {
  const feed = registry.onDemand.find(({ id }) => id === 'marine/voyage')!
  const words = { mmsi: '230629000', lat2: '-43.5', lon2: '-109.5', speed_kts: '12.5' }
  const asked = feed.onDemand!.ask(words, shop.clock.now())
  if (asked.kind === 'invalid') throw new Error(JSON.stringify(asked.details))
  return itemOf(feed, asked.subject)
}

/** Every parameter of a question about the past; the longest word of any other. */
const fullQuery = ({ path, query }: Endpoint): string => {
  if (query === null) return ''
  const named = onDemandAt(path)
  if (named) return `?${named.query}`
  const from = new Date((shop.nowTs - 7_200) * 1000).toISOString()
  const to = new Date(shop.nowTs * 1000).toISOString()
  if (path.includes('/funding/')) return `?from=${from}&to=${to}&exchange=binance`
  if (path.includes('/persistence')) return '?currency=sol'
  return path.includes('/history/') ? `?from=${from}&to=${to}&interval=15m` : '?window=24h'
}

const ask = (method: string, path: string, body?: unknown) =>
  shop.request(path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })

const challengeOf = async (response: Response): Promise<Challenge> => {
  const header = response.headers.get('payment-required')!
  return { header, ...(JSON.parse(Buffer.from(header, 'base64').toString()) as Omit<Challenge, 'header'>) }
}

const challengeAt = async (
  endpoint: Endpoint,
  query = onDemandAt(endpoint.path) ? fullQuery(endpoint) : '',
): Promise<Challenge> => {
  const body = endpoint.body?.example(shop.nowTs)
  const response = await ask(endpoint.method, pathOf(endpoint) + query, body)
  expect([nameOf(endpoint), response.status]).toEqual([nameOf(endpoint), 402])
  return challengeOf(response)
}

describe('every priced route', () => {
  test('is catalogued by the validator of facilitators, under a name and tags', async () => {
    expect(priced().length).toBeGreaterThan(50)
    for (const endpoint of fewOfEachFeed(priced(), 32)) {
      const { accepts, resource, extensions } = await challengeAt(endpoint)
      const where = nameOf(endpoint)
      const { bazaar } = extensions
      expect([where, validateDiscoveryExtensionSpec({ ...bazaar })]).toEqual([where, { valid: true }])
      expect([where, validateDiscoveryExtension(bazaar)]).toEqual([where, { valid: true }])
      expect([where, isValidRouteTemplate(bazaar.routeTemplate)]).toEqual([where, true])
      expect([where, isValidServiceName(resource.serviceName)]).toEqual([where, true])
      expect([where, sanitizeTags(resource.tags)]).toEqual([where, [endpoint.family, endpoint.layer, 'signed']])
      const payment: PaymentPayload = { x402Version: 2, resource, accepted: accepts[0]!, payload: {}, extensions }
      expect(extractDiscoveryInfo(payment, accepts[0]!)).toMatchObject({
        resourceUrl: `https://oracle.example${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
        method: endpoint.method,
        serviceName: 'Claros',
      })
    }
  })

  test('can be called from what is catalogued alone', async () => {
    for (const endpoint of fewOfEachFeed(priced(), 33)) {
      const { extensions } = await challengeAt(endpoint)
      const { routeTemplate, info } = extensions.bazaar
      const input = info.input as {
        readonly method: string
        readonly pathParams?: Readonly<Record<string, string>>
        readonly queryParams: Readonly<Record<string, string>>
        readonly body?: unknown
      }
      const path = routeTemplate.replace(/:(\w+)/g, (_hole, name: string) => input.pathParams![name]!)
      const query = new URLSearchParams(input.queryParams).toString()
      const response = await ask(input.method, query === '' ? path : `${path}?${query}`, input.body)
      expect([nameOf(endpoint), response.status]).toEqual([nameOf(endpoint), 402])
    }
  })

  test('says every query parameter that it takes and that it takes no other', async () => {
    for (const endpoint of fewOfEachFeed(priced(), 34)) {
      const { properties } = (await challengeAt(endpoint)).extensions.bazaar.schema
      const { queryParams } = properties.input.properties as { queryParams: { properties: object } }
      expect(queryParams).toMatchObject({ additionalProperties: false })
      expect(Object.keys(queryParams.properties)).toEqual(Object.keys(endpoint.query ?? {}))
    }
  })

  test('fits into a header that networks let through', async () => {
    const { path, query } = shipVoyageNow()
    const asked = [
      ...priced().map((endpoint) => [endpoint, fullQuery(endpoint)] as const),
      [priced().find((each) => each.path === path)!, `?${query}`] as const,
    ]
    for (const [endpoint, words] of asked) {
      const { header } = await challengeAt(endpoint, words)
      const longer = Math.ceil((2 * LONGER_URL * 4) / 3)
      expect([nameOf(endpoint), Math.max(MAX_HEADER, header.length + longer)]).toEqual([nameOf(endpoint), MAX_HEADER])
    }
  })
})

test('a question about the past is catalogued with one that can be asked at any time', async () => {
  const endpoint = priced().find(({ path }) => path === '/oracle/history/spot/btc/usd')!
  expect((await challengeAt(endpoint)).extensions.bazaar.info.input).toMatchObject({ queryParams: { interval: '1h' } })
  const { info } = (await challengeAt(endpoint, `?interval=5m&from=${shop.nowTs - 7_200}`)).extensions.bazaar
  expect(info.input).toEqual({ type: 'http', method: 'GET', queryParams: { interval: '5m' } })
})

test('a query that was asked is the example, its words are named', async () => {
  const endpoint = priced().find(({ path }) => path === '/oracle/liq-flow/btc')!
  const { info, schema } = (await challengeAt(endpoint, '?window=4h')).extensions.bazaar
  expect(info.input).toMatchObject({ queryParams: { window: '4h' } })
  expect(schema.properties.input).toMatchObject({
    properties: { queryParams: { properties: { window: { enum: ['1h', '4h', '24h'] } } } },
  })
})

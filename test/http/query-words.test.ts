import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { checkedRegistry } from '../../src/feeds/registry.ts'
import { agentManifest } from '../../src/http/discovery/agent-card.ts'
import { llmsFull } from '../../src/http/discovery/llms-full.ts'
import { openapi } from '../../src/http/discovery/openapi.ts'
import { x402Document } from '../../src/http/discovery/x402-document.ts'
import { catalogueEndpoints } from '../../src/http/endpoints/catalogue.ts'
import { onDemandEndpoints } from '../../src/http/endpoints/on-demand-endpoints.ts'
import type { FeedRouteDeps } from '../../src/http/endpoints/feed-endpoints.ts'
import { createClosedFeedView } from '../../src/http/paywall/closed-feeds.ts'
import type { Warmer } from '../../src/http/paywall/warm.ts'
import { ABOVE, BETWEEN } from '../support/feeds/query-words.ts'
import { payment } from '../support/payer.ts'
import { type Places, startPlaces } from '../support/places.ts'
import { payL402, problemOf } from '../support/shop.ts'

/** Subjects that exist on demand and are named by query parameters, beside the path or alone. */

let places: Places
let get: Places['get']
beforeAll(async () => {
  places = await startPlaces([ABOVE, BETWEEN])
  get = places.get
})
afterAll(() => places.stop())
beforeEach(() => {
  places.asked.length = 0
})

const paid = async () => (await payment(places.shop.clock.now())).v2
const offered = (response: Response) =>
  JSON.parse(Buffer.from(response.headers.get('payment-required')!, 'base64').toString()) as {
    readonly resource: { readonly url: string }
    readonly extensions: {
      readonly bazaar: {
        readonly info: { readonly input: object }
        readonly schema: {
          readonly properties: { readonly input: { readonly properties: { readonly queryParams: object } } }
        }
      }
    }
  }
const refused = async (path: string) => {
  const response = await get(path)
  const { error, message, details } = await problemOf(response)
  expect([path, response.status, error]).toEqual([path, 400, 'invalid_request'])
  return { message, broken: details.map((each) => `${each.path} ${each.rule}`) }
}

describe('a subject of the query', () => {
  test('is woken, offered at its own spelling, and sold to who asks in another', async () => {
    const offer = await get('/oracle/test/between?to=0014&from=12')
    expect([offer.status, offer.headers.get('claros-asked')]).toEqual([402, '?to=0014&from=12'])
    expect([places.asked, places.wakes]).toEqual([['/at/12/14'], ['test/between/12/14']])
    const { resource, extensions } = offered(offer)
    expect(resource.url).toBe('https://oracle.example/oracle/test/between?from=12&to=14')
    expect(extensions.bazaar.info.input).toEqual({ type: 'http', method: 'GET', queryParams: { from: '12', to: '14' } })
    expect(extensions.bazaar.schema.properties.input.properties.queryParams).toEqual({
      type: 'object',
      properties: {
        from: { type: 'string' },
        to: { type: 'string' },
      },
      required: ['from', 'to'],
      additionalProperties: false,
    })
    const proof = await paid()
    const bought = await get('/oracle/test/between?from=012&to=14', proof)
    expect([bought.status, await bought.clone().json()]).toMatchObject([200, { heat: '21.5' }])
    const again = await get('/oracle/test/between?to=14&from=12', proof)
    expect([again.status, await again.text()]).toEqual([200, await bought.text()])
    // The other way is another subject: what was paid for this one buys nothing there.
    const other = await get('/oracle/test/between?from=14&to=12', proof)
    expect([other.status, (await problemOf(other)).error]).toEqual([402, 'payment_already_used'])
    expect((await places.shop.money.transfers()).length).toBe(1)
  })

  test('is bound to its spelling in an invoice as well', async () => {
    const asking = { ...places.shop, request: (path: string) => get(path) } as typeof places.shop
    const { authorization } = await payL402(asking, '/oracle/test/above/6?up=20')
    const elsewhere = await Promise.all(
      ['/oracle/test/above/6', '/oracle/test/above/6?up=30', '/oracle/test/above/8?up=20'].map((path) =>
        get(path, { authorization }),
      ),
    )
    expect(elsewhere.map(({ status }) => status)).toEqual([402, 402, 402])
    expect((await problemOf(elsewhere[1]!)).details.map(({ rule }) => rule)).toEqual(['l402_other_request'])
    expect((await get('/oracle/test/above/006?up=020', { authorization })).status).toBe(200)
  })

  test('beside the path is another than that of the path alone; its preview asks alike', async () => {
    for (const [path, asked] of [
      ['/oracle/test/above/40', '40'],
      ['/oracle/test/above/40?up=7', '40?up=7'],
    ] as const) {
      const free = await get(path.replace('40', '40/preview'))
      expect([free.status, free.headers.get('claros-asked')]).toEqual([200, asked])
      expect((await get(path)).status).toBe(402)
    }
    expect(places.asked).toEqual(['/at/40', '/at/40/7'])
    expect(offered(await get('/oracle/test/above/40?up=7')).extensions.bazaar.info.input).toMatchObject({
      pathParams: { x: '40' },
      queryParams: { up: '7' },
    })
  })

  test('that breaks rules is refused with every one, before anybody is asked and before any 402', async () => {
    const both = await refused('/oracle/test/above/x?up=-1')
    expect(both).toEqual({
      message: 'The request breaks rules. Nothing was charged.',
      broken: ['path.x whole_number', 'query.up whole_number'],
    })
    expect((await refused('/oracle/test/above/x')).message).toStartWith('The path breaks')
    expect(await refused('/oracle/test/between?from=a')).toEqual({
      message: 'The query breaks rules. Nothing was charged.',
      broken: ['query.from whole_number', 'query.to whole_number'],
    })
    for (const free of ['', '/preview']) {
      expect((await refused(`/oracle/test/above/2${free}?up=`)).broken).toEqual(['query.up whole_number'])
      expect((await refused(`/oracle/test/above/2${free}?up=1&up=2&down=3`)).broken).toEqual([
        'query.up given_once',
        'query.down unknown_parameter',
      ])
      // A parameter of the path is none of the query.
      expect((await refused(`/oracle/test/above/2${free}?x=4`)).broken).toEqual(['query.x unknown_parameter'])
    }
    expect(places.asked).toEqual([])
  })

  test('without data is refused by the words that named it', async () => {
    // The second time nobody is asked: it is known.
    for (const asked of [1, 1]) {
      expect((await refused('/oracle/test/between?from=2000&to=0')).broken).toEqual(['query no_data_here'])
      expect(places.asked.length).toBe(asked)
    }
    expect((await refused('/oracle/test/above/2000?up=3')).broken).toEqual(['path no_data_here'])
  })
})

describe('documents', () => {
  const closedFeeds = createClosedFeedView({ read: async () => new Map() })
  const shop = { paywall: { docs: '', closedFeeds }, publicUrl: 'https://oracle.example' } as FeedRouteDeps
  const endpoints = [
    ...catalogueEndpoints([ABOVE, BETWEEN], closedFeeds),
    ...onDemandEndpoints(checkedRegistry([ABOVE, BETWEEN]), shop, {} as Warmer),
  ]
  const instance = { name: '', version: '', publicUrl: 'https://oracle.example', mode: 'live', rails: [] } as const
  const UP = { name: 'up', required: false, description: 'metres above ground; the ground if left out' }
  const ENDS = ['from', 'to'].map((name) => ({ name, required: true, description: 'number of a place' }))

  test('show which parameters there are, and which of them a request must have', () => {
    const { endpoints: sold } = x402Document(endpoints, instance, null, 0)
    expect(sold).toMatchObject([{ parameters: [UP] }, { parameters: ENDS }])
    expect(agentManifest(endpoints, instance).intents).toMatchObject([{ parameters: [UP] }, { parameters: ENDS }])
    const text = llmsFull(endpoints, instance)
    expect(text).toContain('  - ?up= (optional): metres above ground; the ground if left out')
    expect(text).toContain('  - ?from= (required): number of a place\n  - ?to= (required): number of a place')
    const { paths } = openapi(endpoints, instance, 0)
    for (const free of ['', '/preview'])
      expect([paths[`/oracle/test/above/{x}${free}`], paths[`/oracle/test/between${free}`]]).toMatchObject([
        { get: { parameters: expect.arrayContaining([expect.objectContaining({ name: 'up', required: false })]) } },
        {
          get: {
            parameters: expect.arrayContaining(
              ['from', 'to'].map((name) => expect.objectContaining({ name, in: 'query', required: true })),
            ),
          },
        },
      ])
    expect(endpoints[0]!.example).toMatchObject({
      feeds: [
        { parameters: [UP], subjects: [{ path: '/oracle/test/above/2?up=10' }] },
        { parameters: ENDS, subjects: [{ preview: '/oracle/test/between/preview?from=2&to=4' }] },
      ],
    })
  })
})

describe('a definition is refused', () => {
  const onDemand = BETWEEN.onDemand!
  const [subject] = BETWEEN.subjects

  test.each([
    ['a subject with a parameter that is not declared', { ...BETWEEN, onDemand: { ...onDemand, query: undefined } }],
    ['a subject without one that is needed', { ...BETWEEN, subjects: [{ ...subject!, query: { from: '2' } }] }],
    ['a subject without any', { ...BETWEEN, subjects: [{ ...subject!, query: {} }] }],
  ])('for %s', (_what, feed) => {
    expect(() => checkedRegistry([feed as typeof BETWEEN])).toThrow('query parameter')
  })

  test('for a name that is in the path and in the query', () => {
    const onDemand = { ...ABOVE.onDemand!, query: Type.Object({ x: Type.String() }) }
    expect(() => checkedRegistry([{ ...ABOVE, onDemand }])).toThrow('x is a parameter of the path and of the query')
  })
})

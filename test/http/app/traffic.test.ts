import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { registry } from '../../../src/feeds/registry.ts'
import { createApp } from '../../../src/http/app/app.ts'
import { everyRouteLabel } from '../../../src/http/app/route-labels.ts'
import { openPages } from '../../../src/http/app/open-pages.ts'
import { createTraffic } from '../../../src/http/app/traffic.ts'
import { warmDocuments } from '../../../src/http/app/warm-documents.ts'
import { type Endpoint, FREE } from '../../../src/http/wire/endpoint.ts'
import { createTally } from '../../../src/metrics/meter.ts'
import { totalFamilies } from '../../../src/metrics/shown.ts'
import { exposition } from '../../../src/metrics/text.ts'
import { systemRandom } from '../../../src/system/random.ts'
import { systemSteady } from '../../../src/system/steady.ts'
import { BROWSER, builtPages } from '../../support/http/pages/built-pages.ts'
import { PAYER, payment } from '../../support/payer.ts'
import { readPrometheus } from '../../support/prometheus.ts'
import { fileShop, HOST, PUBLIC_URL, SPOT } from '../../support/shop.ts'
import { keptLog } from '../../support/still.ts'

/** What is counted of requests: by the form of a path and never by what somebody wrote, and how long answers take. */

const FORM = '/oracle/price/{base}/{quote}'

const tally = createTally()
const shop = await fileShop({ meter: tally })

beforeAll(async () => {
  await shop.money.fund(PAYER.address)
  await shop.publish('btc/usd')
})
beforeEach(() => {
  tally.take()
})

/** `route status` of each series that was counted, with its number. */
const countedIn = (own = tally): Record<string, number> =>
  Object.fromEntries(
    [...own.take()].flatMap(([cell, value]) => {
      const [name, , route, status] = JSON.parse(cell) as string[]
      return name === 'claros_http_requests_total' ? [[`${route} ${status}`, value]] : []
    }),
  )

/** By what was asked for: how many were timed. */
const timedIn = (own = tally): Readonly<Record<string, number>> =>
  readPrometheus(exposition(totalFamilies(own.take()))).by('claros_http_seconds_count', 'access')

const send = async (path: string, init: RequestInit = {}, host = HOST): Promise<number> => {
  const headers = { host, ...(init.headers as Record<string, string> | undefined) }
  return (await shop.app(new Request(`https://${host}${path}`, { ...init, headers }))).status
}

describe('a request is counted', () => {
  test('by the form of its path and its status, for every subject and spelling of it', async () => {
    expect(await send(SPOT)).toBe(402)
    expect(await send('/oracle/price/BTC/USD')).toBe(402)
    expect(await send('/oracle/price/eth/usd')).toBe(503)
    expect(await send(SPOT, { headers: (await payment(shop.clock.now())).v2 })).toBe(200)
    expect(await send(`${SPOT}?nonsense=1`)).toBe(400)
    expect(await send(SPOT, { method: 'HEAD' })).toBe(402)
    expect(countedIn()).toEqual({ [`${FORM} 402`]: 3, [`${FORM} 503`]: 1, [`${FORM} 200`]: 1, [`${FORM} 400`]: 1 })
  })

  test('with parameters that somebody wrote under the form alone', async () => {
    await send('/receipts/0123456789abcdef')
    await send('/receipts/another')
    await send('/oracle/weather/51.507/-0.128/rainfall/30d/preview')
    const found = Object.keys(countedIn()).map((key) => key.split(' ')[0]!)
    expect(found).toEqual(['/receipts/{id}', '/oracle/weather/{lat}/{lon}/rainfall/{window}/preview'])
  })

  test('as none where no route has it, whatever is asked: paths, methods, hosts, lengths', async () => {
    expect(await send('/oracle/price/zzz/qqq')).toBe(404)
    expect(await send('/a-word-of-somebody')).toBe(404)
    expect(await send('/feeds/')).toBe(404)
    expect(await send('/a%20b')).toBe(400)
    expect(await send(`/${'a'.repeat(3_000)}`)).toBe(414)
    expect(await send(SPOT, { method: 'DELETE' })).toBe(405)
    expect(await send(SPOT, { method: 'OPTIONS' })).toBe(204)
    expect(await send(SPOT, {}, 'other.example')).toBe(421)
    const long = { method: 'POST', body: 'a', headers: { 'content-length': '1000000000' } }
    expect(await send('/l402/settled', long)).toBe(413)
    expect(countedIn()).toEqual({
      'none 404': 3,
      'none 400': 1,
      'none 414': 1,
      'none 405': 1,
      'none 204': 1,
      'none 421': 1,
      'none 413': 1,
    })
  })

  test('that a balancer sends under a Host of its own, like any other of that path', async () => {
    await send('/health', {}, '10.0.0.7')
    await send('/health')
    expect(Object.entries(countedIn()).map(([key, value]) => [key.split(' ')[0], value])).toEqual([['/health', 2]])
  })

  test('at /mcp, and where the tool asks', async () => {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'claros_preview', arguments: { path: SPOT } },
    }
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const response = await shop.request('/mcp', { method: 'POST', headers, body: JSON.stringify(call) })
    expect(await response.text()).toContain('97012.34')
    expect(countedIn()).toEqual({ '/mcp 200': 1, [`${FORM}/preview 200`]: 1 })
  })

  test('by what was asked for, with the time it took', async () => {
    await send(SPOT)
    await send(`${SPOT}/preview`)
    await send('/health')
    await send('/nowhere')
    await send('/mcp', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
    expect(timedIn()).toEqual({ paid: 1, preview: 1, free: 1, none: 2 })
  })

  test('and never under a word that is not one of ours', async () => {
    const known = new Set(everyRouteLabel(shop.endpoints, [{ path: '/mcp' }]))
    // Every path that is listed, and a parameter that nobody has.
    for (const { method, path } of shop.endpoints)
      await send(path.replace(/\{\w+\}/g, 'zzz-somebodys-word'), { method, ...(method === 'POST' && { body: '{}' }) })
    const counted = Object.keys(countedIn()).map((key) => key.replace(/ \d+$/, ''))
    expect(counted.filter((route) => !known.has(route))).toEqual([])
    expect(counted.length).toBeGreaterThan(100)
    // Forms, and not one path for each of hundreds of items.
    expect(known.size).toBeLessThan(shop.endpoints.length / 2)
    for (const word of ['btc', 'eth', 'aave', 'a100_sxm'])
      expect([...known].filter((route) => route.split('/').includes(word))).toEqual([])
  })
})

test('a page and its files are pages, for browsers and for those that get its links; JSON at the same path is its route', async () => {
  const own = createTally()
  const traffic = createTraffic(own, systemSteady)
  traffic.open()
  const files = await builtPages()
  const pages = openPages(registry, { files, mode: 'live', version: '0.1.0', playMoney: null })
  const docs = `${PUBLIC_URL}/llms.txt`
  const app = createApp(shop.endpoints, {
    hosts: [HOST],
    docs,
    log: keptLog(),
    random: systemRandom,
    store: async () => null,
    pages,
    traffic,
  })
  const ask = async (path: string, accept: string): Promise<number> =>
    (await app(new Request(`${PUBLIC_URL}${path}`, { headers: { host: HOST, accept } }))).status
  expect(await ask('/feeds', BROWSER)).toBe(200)
  expect(await ask('/feeds/price/btc/usd', BROWSER)).toBe(200)
  expect(await ask(`/assets/${files.assets[0]!.name}`, '*/*')).toBe(200)
  expect(await ask('/events', 'application/json')).toBe(200)
  expect(await ask('/feeds', 'application/json')).toBe(200)
  expect(await ask('/nothing/here', BROWSER)).toBe(404)
  const taken = own.take()
  expect(countedIn({ ...own, take: () => taken })).toEqual({ 'pages 200': 4, '/feeds 200': 1, 'none 404': 1 })
  expect(timedIn({ ...own, take: () => taken })).toEqual({ page: 4, free: 1, none: 1 })
})

/** An app whose routes take time on a clock that the test moves. */
const opened = (tookMs: number, handle: Endpoint['handle'] = async () => new Response('{}')) => {
  const own = createTally()
  let now = 0
  const traffic = createTraffic(own, { ms: () => now })
  const endpoint: Endpoint = {
    method: 'GET',
    path: '/slow',
    family: 'service',
    layer: 'Service',
    summary: 'Takes its time',
    access: FREE,
    query: null,
    contentType: 'application/json',
    answer: Type.Object({}),
    example: {},
    handle: async (call) => {
      await Promise.resolve()
      now += tookMs
      return handle(call)
    },
  }
  const options = { hosts: [HOST], docs: '', log: keptLog(), random: systemRandom, store: async () => null, traffic }
  const app = createApp([endpoint], options)
  return {
    app,
    own,
    traffic,
    endpoints: [endpoint],
    ask: () => app(new Request(`${PUBLIC_URL}/slow`, { headers: { host: HOST } })),
  }
}

describe('the time of an answer', () => {
  test('is that from the request to its answer, however long its handler waits', async () => {
    const { ask, own, traffic } = opened(40)
    traffic.open()
    for (let asked = 0; asked < 3; asked++) await ask()
    const found = readPrometheus(exposition(totalFamilies(own.take())))
    const bucket = (le: string) => found.of('claros_http_seconds_bucket', { access: 'free', le })
    expect([bucket('0.025'), bucket('0.05'), bucket('+Inf')]).toEqual([0, 3, 3])
    expect(found.of('claros_http_seconds_sum', { access: 'free' })).toBe(0.12)
  })

  test('is kept where each takes less than the millisecond that totals know', async () => {
    const { ask, own, traffic } = opened(0.25)
    traffic.open()
    for (let asked = 0; asked < 10; asked++) await ask()
    const found = readPrometheus(exposition(totalFamilies(own.take())))
    expect(Math.abs(found.of('claros_http_seconds_sum', { access: 'free' }) - 0.0025)).toBeLessThanOrEqual(0.0005)
    expect(found.of('claros_http_seconds_bucket', { access: 'free', le: '0.001' })).toBe(10)
  })

  test('is counted for a bug too, as 500', async () => {
    const { ask, own, traffic } = opened(1, () => {
      throw new Error('a bug')
    })
    traffic.open()
    expect((await ask()).status).toBe(500)
    expect(countedIn(own)).toEqual({ '/slow 500': 1 })
  })
})

test('what the process asks itself before it listens is nobody’s request', async () => {
  const { app, own, traffic, endpoints, ask } = opened(5)
  await warmDocuments(app, endpoints, PUBLIC_URL)
  expect(own.take().size).toBe(0)
  traffic.open()
  await ask()
  expect(countedIn(own)).toEqual({ '/slow 200': 1 })
})

import { beforeAll, expect, test } from 'bun:test'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import { exampleOf } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import { type Endpoint, nameOf } from '../../src/http/wire/endpoint.ts'
import { systemRandom } from '../../src/system/random.ts'
import { PAYER, payment } from '../support/payer.ts'
import { payL402, problemOf, SPOT, fileShop } from '../support/shop.ts'

/** Nobody pays for a question that was not understood: a parameter that a paid route does not declare is refused. */

const UNDECLARED = 'colour=red'
const EVENT_ID = 'BTCUSD-ABOVE-120000-1795000000'

const shop = await fileShop()
beforeAll(async () => {
  await shop.money.fund(PAYER.address)
  const publisher = createPublisher(shop.store.snapshots, fixedKeys(shop.keys), systemRandom)
  for (const item of registry.items)
    await publisher.publish(item, exampleOf(item.feed, item.subject), {}, shop.clock.now())
  shop.clock.move(1_000)
})

const isPaid = ({ access }: Endpoint): boolean => access.kind === 'paid'
const sold = (): readonly Endpoint[] => shop.endpoints.filter(isPaid)
const previews = (): readonly Endpoint[] => {
  const paths = new Set(sold().map(({ path }) => `${path}/preview`))
  return shop.endpoints.filter(({ path }) => paths.has(path))
}

const filled = ({ path }: Endpoint): string => path.replace('{eventid}', EVENT_ID).replace(/\{\w+\}/g, '10')

const ask = ({ method, body, ...endpoint }: Endpoint, query: string, headers: Readonly<Record<string, string>> = {}) =>
  shop.request(`${filled({ method, ...endpoint })}?${query}`, {
    method,
    ...(body && { body: JSON.stringify(body.example(Math.floor(shop.clock.now() / 1000))) }),
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
  })

const told = async (response: Response) => {
  const { error, details } = await problemOf(response)
  const [broken] = details as readonly { readonly path: string; readonly rule: string }[]
  return [response.status, error, broken?.path, broken?.rule]
}

const REFUSED = [400, 'invalid_request', 'query.colour', 'unknown_parameter']

test('every paid route refuses it before any 402', async () => {
  const before = shop.money.calledOf('POST /lnd/v1/invoices')
  expect(new Set(sold().map(({ method }) => method))).toEqual(new Set(['GET', 'POST', 'DELETE']))
  for (const endpoint of sold())
    expect([nameOf(endpoint), ...(await told(await ask(endpoint, UNDECLARED)))]).toEqual([nameOf(endpoint), ...REFUSED])
  expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(before)
})

test('every paid route refuses it to who pays, and takes nothing', async () => {
  const transfers = (await shop.money.transfers()).length
  for (const endpoint of sold()) {
    const value = endpoint.access.kind === 'paid' ? String(endpoint.access.price.microUsd) : ''
    const { v2 } = await payment(shop.clock.now(), { value })
    expect([nameOf(endpoint), ...(await told(await ask(endpoint, UNDECLARED, v2)))]).toEqual([
      nameOf(endpoint),
      ...REFUSED,
    ])
  }
  expect((await shop.money.transfers()).length).toBe(transfers)
})

test('a refused question leaves a Lightning payment good', async () => {
  const { authorization } = await payL402(shop, SPOT)
  const refused = await shop.request(`${SPOT}?${UNDECLARED}`, { headers: { authorization } })
  expect(await told(refused)).toEqual(REFUSED)
  expect((await shop.request(SPOT, { headers: { authorization } })).status).toBe(200)
})

test('free copies refuse it like what they are copies of', async () => {
  expect(previews().length).toBeGreaterThan(0)
  for (const endpoint of previews())
    expect([nameOf(endpoint), ...(await told(await ask(endpoint, UNDECLARED)))]).toEqual([nameOf(endpoint), ...REFUSED])
})

test('a path without parameters says so; a path with some names them', async () => {
  const messageAt = async (path: string) =>
    ((await problemOf(await shop.request(path))).details as readonly { readonly message: string }[])[0]!.message
  expect(await messageAt(`${SPOT}/preview?${UNDECLARED}`)).toBe('this path takes no parameters')
  expect(await messageAt(`${SPOT}?${UNDECLARED}`)).toEndWith('there are: min_confidence, max_age')
  expect(await messageAt(`/oracle/liq-flow/btc?${UNDECLARED}`)).toEndWith('there are: window, min_confidence, max_age')
})

test('of hundreds of them some are named, and how many more there are', async () => {
  const detailsOf = async (count: number) => {
    const query = Array.from({ length: count }, (_, at) => `x${at}`).join('&')
    return (await problemOf(await shop.request(`${SPOT}?${query}`))).details
  }
  expect<readonly string[]>((await detailsOf(50)).map(({ path }) => path)).toEqual(
    Array.from({ length: 50 }, (_, at) => `query.x${at}`),
  )
  const many = await detailsOf(400)
  expect<unknown>(many.slice(0, 50)).toEqual(await detailsOf(50))
  expect<unknown>(many.slice(50)).toEqual([
    { path: 'query', rule: 'too_many', message: '350 more parameters break rules' },
  ])
})

test('a look at the head is judged alike, a preflight and a free path are not', async () => {
  expect((await shop.request(`${SPOT}?${UNDECLARED}`, { method: 'HEAD' })).status).toBe(400)
  expect((await shop.request(SPOT, { method: 'HEAD' })).status).toBe(402)
  expect((await shop.request(`${SPOT}?${UNDECLARED}`, { method: 'OPTIONS' })).status).toBe(204)
  expect((await shop.request(`/llms.txt?${UNDECLARED}`)).status).toBe(200)
})

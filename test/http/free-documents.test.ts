import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { registry } from '../../src/feeds/registry.ts'
import { fieldPaths, hasField } from '../support/field-paths.ts'
import { payment, PAYER } from '../support/payer.ts'
import { fileShop, payL402, SPOT } from '../support/shop.ts'

/** Over a socket, as caches and clients meet it: what is free is packed, tagged and kept; what is paid never is. */

const shop = await fileShop()
await shop.publish('btc/usd')
await shop.money.fund(PAYER.address)

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(shop.url + path, { headers: { 'accept-encoding': 'identity', ...headers }, decompress: false })

/** Documents of fixed paths that any server can write without a worker. */
const DOCUMENTS = shop.endpoints
  .filter(({ isTagged, method, path }) => isTagged === true && method === 'GET' && !path.includes('{'))
  .map(({ path }) => path)

test.each(DOCUMENTS)('%s is packed for who takes that, and not sent again to who has it', async (path) => {
  const plain = await ask(path)
  // Without a worker there are no keys and no signed methodologies.
  if (plain.status === 503) return
  const text = await plain.text()
  const packed = await ask(path, { 'accept-encoding': 'gzip, br' })
  const bytes = await packed.bytes()
  const isLong = text.length >= 1_024
  expect([plain.status, plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([
    200,
    null,
    isLong ? 'gzip' : null,
  ])
  expect((isLong ? gunzipSync(bytes) : Buffer.from(bytes)).toString()).toBe(text)
  for (const response of [plain, packed]) {
    const tag = response.headers.get('etag')!
    expect(tag).toMatch(/^"[0-9a-f]{32}(?:-gzip)?"$/)
    expect(response.headers.get('vary')).toContain('accept-encoding')
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+/)
    const again = await ask(path, { 'if-none-match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  }
  expect((await ask(path, { 'if-none-match': '"another"' })).status).toBe(200)
})

test.each(DOCUMENTS)('%s has no member that its description does not name', async (path) => {
  const response = await ask(path)
  if (response.status !== 200 || !response.headers.get('content-type')!.startsWith('application/json')) return
  const { answer, contentType, inJson } = shop.endpoints.find((each) => each.method === 'GET' && each.path === path)!
  const schema = contentType === 'application/json' ? answer : inJson!.answer
  const unnamed = [...fieldPaths(await response.json())].filter((field) => !hasField(schema, field))
  expect(unnamed).toEqual([])
})

test('that covers all documents but those of workers', async () => {
  const late = []
  for (const path of DOCUMENTS) if ((await ask(path)).status !== 200) late.push(path)
  expect(late.filter((path) => !/\/(?:methodology|preview|pubkey|health-check|claros-keys\.json)$/.test(path))).toEqual(
    [],
  )
  expect(DOCUMENTS.length - late.length).toBeGreaterThan(40)
})

test('the description of all this becomes a tenth of its length', async () => {
  const [plain, packed] = [await ask('/openapi.json'), await ask('/openapi.json', { 'accept-encoding': 'gzip' })]
  expect((await packed.bytes()).length).toBeLessThan((await plain.bytes()).length / 10)
})

test('HEAD says the same of a document, and sends none', async () => {
  const head = await fetch(`${shop.url}/llms.txt`, { method: 'HEAD' })
  const { etag } = Object.fromEntries((await fetch(`${shop.url}/llms.txt`)).headers)
  expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag!])
})

test('nothing of what is paid is kept, tagged or taken for unchanged', async () => {
  const { authorization } = await payL402(shop)
  const answers = [
    await ask(SPOT),
    await ask(SPOT, { authorization }),
    await ask(SPOT, { ...(await payment(shop.clock.now())).v2, 'accept-encoding': 'gzip' }),
    await ask(SPOT, { 'if-none-match': '*' }),
    await fetch(shop.url + SPOT, { method: 'HEAD' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([402, 200, 200, 402, 402])
  for (const { headers } of answers)
    expect([headers.get('cache-control'), headers.has('etag')]).toEqual(['no-store', false])
  const receipt = await ask(`/receipts/${answers[1]!.headers.get('payment-receipt')}`)
  expect([receipt.status, receipt.headers.get('cache-control'), receipt.headers.has('etag')]).toEqual([
    200,
    'no-store',
    false,
  ])
})

const preview = async () => {
  const response = await ask(`${SPOT}/preview`)
  const body = (await response.json()) as { readonly age_seconds: number; readonly cache_max_age_minutes: number }
  const lifetime = Number(/^public, max-age=(\d+)$/.exec(response.headers.get('cache-control')!)![1])
  return { body, lifetime, age: Number(response.headers.get('age')) }
}

test('a preview may be kept until it is replaced, and no longer', async () => {
  const { staleMinutes } = registry.items.find(({ path }) => path === SPOT)!.feed.sale.preview!
  for (const [seconds, left] of [
    [0, staleMinutes * 60],
    [600, staleMinutes * 60 - 600],
  ] as const) {
    shop.clock.move(seconds * 1_000)
    const { body, lifetime, age } = await preview()
    expect([lifetime, body.cache_max_age_minutes * 60]).toEqual([staleMinutes * 60, staleMinutes * 60])
    // What a cache computes (RFC 9111 4.2): the lifetime less the age that the answer came with.
    expect([age, lifetime - age]).toEqual([body.age_seconds, left])
  }
  shop.clock.move(staleMinutes * 60_000)
  const { lifetime, age } = await preview()
  expect(lifetime - age).toBeLessThan(0)
})

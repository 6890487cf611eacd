import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { PaymentRequirementsV1Schema, PaymentRequirementsV2Schema } from '@x402/core/schemas'
import { Value } from '@sinclair/typebox/value'
import { COMPUTED_FEEDS } from '../../src/feeds/history/computed-feeds.ts'
import { registry } from '../../src/feeds/registry.ts'
import { priceInWords } from '../../src/feeds/tariff.ts'
import { MCP_PATH } from '../../src/http/discovery/instance.ts'
import { skillOf } from '../../src/http/discovery/skills.ts'
import { MAX_AGE_SECONDS } from '../../src/http/paywall/payment-proof.ts'
import { SMALL_MICRO_USD } from '../../src/payments/small-amount.ts'
import { REDELIVERY_MS, UNANSWERED_MS } from '../../src/store/claims/redelivery.ts'
import { callOf } from '../../src/http/wire/endpoint.ts'
import { PROBLEMS } from '../../src/http/wire/problem.ts'
import { X402_REASONS } from '../../src/http/rails/x402-check.ts'
import { needs } from '../support/needs.ts'
import { PAYER, payment } from '../support/payer.ts'
import { VERSION } from '../../src/release.ts'
import { payL402, PUBLIC_URL, type Shop, SPOT, startShop } from '../support/shop.ts'

/** What the service says about itself, held against what it does. */

interface Layer {
  readonly name: string
  readonly status: string
  readonly endpoints: number
}

type Doc = Readonly<Record<string, unknown>>

interface Operation {
  readonly operationId: string
  readonly 'x-price'?: { readonly price_usd: string; readonly price_sats: number }
  readonly responses: Readonly<Record<string, unknown>>
}

interface OpenApi {
  readonly openapi: string
  readonly info: Doc
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly 'x-error-codes': Doc
  readonly 'x-payment-reasons': readonly string[]
}

let shop: Shop
let docs: ReadonlyMap<string, Doc>
let text: string
let full: string
let openapi: OpenApi

/** Not among the dependencies of every checkout: the test runs where the package is installed. */
const VALIDATOR = '@seriousme/openapi-schema-validator'
interface Validator {
  validate(document: unknown): Promise<{ readonly valid: boolean; readonly errors?: unknown }>
}
const validator = await (import(VALIDATOR) as Promise<{ Validator: new () => Validator }>).catch(() => null)

const JSON_PATHS = [
  '/',
  '/.well-known/x402',
  '/.well-known/agent.json',
  '/.well-known/agent-card.json',
  '/openapi.json',
  '/methodology.json',
]

beforeAll(async () => {
  shop = await startShop({ mode: 'demo' })
  await shop.money.fund(PAYER.address)
  await shop.publish('btc/usd')
  shop.clock.move(1_000)
  docs = new Map(
    await Promise.all(
      JSON_PATHS.map(async (path) => [path, (await (await shop.request(path)).json()) as Doc] as const),
    ),
  )
  text = await (await shop.request('/llms.txt')).text()
  full = await (await shop.request('/llms-full.txt')).text()
  openapi = (await (await shop.request('/openapi.json')).json()) as OpenApi
})
afterAll(() => shop.stop())

const paid = () => shop.endpoints.filter(({ access }) => access.kind === 'paid')
const layersOf = (path: string): readonly Layer[] => {
  const doc = docs.get(path)!
  return (path === '/openapi.json' ? (doc['info'] as Doc)['x-layers'] : doc['layers']) as Layer[]
}

describe('every document', () => {
  const LAYERS = ['Oracle Data', 'Oracle Information', 'Oracle Intelligence', 'Oracle History', 'Oracle Wisdom']

  test('names the layers, and Oracle Wisdom as coming soon without endpoints', () => {
    for (const path of JSON_PATHS) {
      const layers = layersOf(path)
      expect([path, layers.map(({ name }) => name)]).toEqual([path, LAYERS])
      expect(layers.at(-1)).toMatchObject({ status: 'coming soon', endpoints: 0 })
      for (const { name, status, endpoints } of layers) {
        const sold = paid().filter((each) => each.layer === name).length
        expect([name, status, endpoints]).toEqual([name, sold > 0 ? 'live' : 'coming soon', sold])
      }
    }
    for (const name of LAYERS) for (const each of [text, full]) expect(each).toContain(`- ${name} (`)
    expect(text).toContain('- Oracle Wisdom (coming soon)')
  })

  test('says that this is a demo, and a live one that it is not', async () => {
    for (const path of JSON_PATHS) {
      const doc = docs.get(path)!
      expect([path, path === '/openapi.json' ? (doc['info'] as Doc)['x-mode'] : doc['mode']]).toEqual([path, 'demo'])
    }
    expect(text).toContain('Mode: demo')
    expect(await (await shop.request('/health')).json()).toMatchObject({ mode: 'demo' })
    const live = await startShop()
    try {
      for (const path of [...JSON_PATHS, '/llms.txt', '/llms-full.txt', '/health'])
        expect(await (await live.request(path)).text()).not.toMatch(/mode"?: ?"?demo/i)
    } finally {
      await live.stop()
    }
  })

  test('may be cached and read from anywhere, and speaks of no other address', async () => {
    for (const path of [...JSON_PATHS, '/llms.txt', '/llms-full.txt']) {
      const response = await shop.request(path, { headers: { 'x-forwarded-host': 'evil.example' } })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('cache-control')).toBe('public, max-age=60')
      expect(response.headers.get('content-type')).toStartWith(
        path.endsWith('.txt') ? 'text/plain' : 'application/json',
      )
      expect(await response.text()).not.toContain('evil.example')
    }
  })

  test('claims no forecasts, and promises no endpoint that is not there', () => {
    const everything = JSON.stringify([...docs.values()]) + text + full
    expect(everything).toContain('never forecasts')
    const addresses = [...everything.matchAll(new RegExp(`${PUBLIC_URL}(/[^"\\s)\\\\]*)?`, 'g'))].map(
      (match) => match[1] ?? '/',
    )
    const known = new Set([MCP_PATH, ...shop.endpoints.flatMap((each) => [each.path, callOf(each).split('?')[0]!])])
    const templates = new Set(registry.feeds.map((feed) => feed.sale.path))
    const unknown = addresses
      .map((path) => path.replace(/\.$/, '').replace(/\?.*/, ''))
      .filter((path) => !known.has(path) && !templates.has(path))
    expect([...new Set(unknown)]).toEqual([])
  })
})

/** A POST that asks and changes nothing. */
const QUOTE = '/insurance/route/quote'

describe('who asks again for what was paid', () => {
  interface Told {
    readonly parameters: readonly { readonly name: string; readonly in: string; readonly description: string }[]
    readonly responses: Readonly<Record<string, { readonly description: string; readonly headers?: Doc }>>
  }
  /** With what its pointers lead to in their place. */
  const followed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(followed)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as { $ref?: string }
    if ($ref === undefined)
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, followed(each)]))
    return followed(
      $ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, name) => (at as Doc)[name], openapi),
    )
  }
  const operations = () =>
    Object.entries(openapi.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, told]) => ({ path, method, told: followed(told) as Told & Operation })),
    )

  test('llms-full.txt tells the headers, the text that is signed and the windows', () => {
    for (const words of [
      'Payment-Receipt',
      'Payment-Proof: <Unix seconds>.<0x signature>',
      'claros-proof-v1|<nonce of the authorization, lower case>|<Claros-Request>|<Unix seconds>',
      `${REDELIVERY_MS / 1_000} s`,
      `${UNANSWERED_MS / 3_600_000} h`,
      `at most ${MAX_AGE_SECONDS} s ago`,
      `up to $${(SMALL_MICRO_USD / 1e6).toFixed(2)}`,
    ])
      expect(full).toContain(words)
  })

  test('OpenAPI names them on everything that is sold, and on nothing else; what may be forbidden, where something changes', () => {
    for (const { path, method, told } of operations()) {
      const isSold = told['x-price'] !== undefined
      const sent = told.parameters.filter((each) => each.in === 'header').map(({ name }) => name)
      expect([path, sent.includes('Payment-Proof'), sent.includes('Payment-Receipt')]).toEqual([path, isSold, isSold])
      const { 200: sold, 402: offer, 409: used } = told.responses
      if (isSold) {
        expect(Object.keys(sold!.headers!)).toEqual(
          expect.arrayContaining(['Claros-Request', 'Payment-Receipt', 'Age']),
        )
        expect(Object.keys(offer!.headers!)).toContain('Claros-Request')
        expect(used!.description).toContain('payment_already_used')
      }
      const isDecision = method === 'delete' || path.endsWith('/attest')
      expect([path, method, used !== undefined]).toEqual([path, method, isSold || isDecision])
      expect([path, method, used?.description.includes('conflict') ?? false]).toEqual([path, method, isDecision])
    }
  })

  test('OpenAPI names what a free question is refused for', () => {
    const { told } = operations().find(({ path }) => path === QUOTE)!
    expect(Object.keys(told.responses)).toEqual(['200', '400', '413', '414', '415', '421', '429', '500', '503'])
  })
})

describe('/openapi.json', () => {
  test('has every route, and no other', () => {
    const written = Object.entries(openapi.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(written.toSorted()).toEqual(shop.endpoints.map(({ method, path }) => `${method} ${path}`).toSorted())
  })

  test('every route in it is served: a method that nobody takes is 405 there and names the ones that are', async () => {
    for (const [path, operations] of Object.entries(openapi.paths)) {
      const response = await shop.request(path.replaceAll(/\{\w+\}/g, 'x'), { method: 'PROPFIND' })
      expect([path, response.status]).toEqual([path, 405])
      const allowed = response.headers.get('allow')!.split(', ')
      for (const method of Object.keys(operations)) expect(allowed).toContain(method.toUpperCase())
    }
    expect((await shop.request('/oracle/price/btc/brl', { method: 'PROPFIND' })).status).toBe(404)
  })

  test('shows prices on what is sold and on nothing else', () => {
    for (const { method, path, access } of shop.endpoints) {
      const operation = openapi.paths[path]![method.toLowerCase()]!
      expect(operation['x-price']?.price_sats).toBe(access.kind === 'paid' ? access.price.sats : undefined)
      expect('402' in operation.responses).toBe(access.kind === 'paid')
    }
    expect(openapi.paths[SPOT]!['get']!['x-price']).toEqual({ price_usd: '0.01', price_sats: 10 })
  })

  test('operation ids are unique, examples fit their schemas', () => {
    const ids = Object.values(openapi.paths).flatMap((operations) =>
      Object.values(operations).map((each) => each.operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, answer, example } of shop.endpoints)
      expect([path, [...Value.Errors(answer, example)].map((each) => `${each.path} ${each.message}`)]).toEqual([
        path,
        [],
      ])
  })

  test('shows of every price an answer of its own', () => {
    for (const { feed, subject, path } of registry.items.filter((each) => each.feed.family === 'prices')) {
      const { example, answer, summary } = shop.endpoints.find((each) => each.path === path)!
      const shown = example as Readonly<Record<string, string | number>>
      const [base, quote] = path.slice('/oracle/price/'.length).toUpperCase().split('/') as [string, string]
      const { values } = feed.sale.canonical.read(String(shown['canonical']))
      const decimals = String(shown['price']).split('.')[1]?.length ?? 0
      expect([path, ...Value.Errors(answer, example)]).toEqual([path])
      expect(shown).toMatchObject({ domain: base + quote, currency: quote, decimals })
      expect(values).toMatchObject({ domain: base + quote, price: shown['price'], currency: quote, decimals })
      const free = shop.endpoints.find((each) => each.path === `${path}/preview`)!
      expect(free.example).toMatchObject({ pair: `${base}/${quote}`, price: shown['price'], currency: quote })
      for (const text of [summary, free.summary]) {
        expect(text).toContain(subject.name)
        expect([path, text.includes('VWAP')]).toEqual([path, path.endsWith('/vwap')])
      }
    }
  })

  test('challenges carry a few fields of the answer that is sold, and call it by its name', async () => {
    const full = await startShop()
    const prices = registry.items.filter((each) => each.feed.family === 'prices')
    for (const { path } of prices) await full.publish(path.slice('/oracle/price/'.length), '1.25')
    full.clock.move(1_000)
    for (const { subject, path } of prices) {
      const response = await full.request(path)
      const header = JSON.parse(Buffer.from(response.headers.get('payment-required')!, 'base64').toString()) as {
        readonly resource: { readonly description: string }
        readonly extensions: { readonly bazaar: { readonly info: { readonly output: { readonly example: Doc } } } }
      }
      const { domain, currency, pair } = header.extensions.bazaar.info.output.example
      expect([domain, currency, pair]).toEqual([subject.domain, subject.path['quote']!.toUpperCase(), undefined])
      expect(header.resource.description).toMatch(
        /^[A-Z]+\/[A-Z]+ (spot price|exchange rate|gold price|stablecoin price|five-minute VWAP), signed\./,
      )
    }
    await full.stop()
  })

  test('publishes every error code and payment reason', () => {
    expect(Object.keys(openapi['x-error-codes'])).toEqual(Object.keys(PROBLEMS))
    expect(openapi['x-payment-reasons']).toEqual([...X402_REASONS])
  })

  test('what is answered fits what is described', async () => {
    const { authorization } = await payL402(shop)
    const answers: readonly (readonly [string, Response])[] = [
      [SPOT, await shop.request(SPOT, { headers: { authorization } })],
      [SPOT, await shop.request(SPOT, { headers: (await payment(shop.clock.now())).v2 })],
      [`${SPOT}/preview`, await shop.request(`${SPOT}/preview`)],
      ['/health', await shop.request('/health')],
    ]
    for (const [path, response] of answers) {
      expect([path, response.status]).toEqual([path, 200])
      const { answer } = shop.endpoints.find((each) => each.path === path)!
      expect([...Value.Errors(answer, await response.json())]).toEqual([])
    }
  })

  test.skipIf(!needs(validator !== null, VALIDATOR))(`is valid OpenAPI 3.1 by ${VALIDATOR}`, async () => {
    const found = await new validator!.Validator().validate(JSON.parse(JSON.stringify(openapi)))
    expect(found.errors ?? []).toEqual([])
    expect(found.valid).toBe(true)
    const broken = { ...openapi, paths: { '/x': { get: { responses: [] } } } }
    expect((await new validator!.Validator().validate(broken)).valid).toBe(false)
  })

  test('says which version it is written in', () => {
    expect(openapi.openapi).toBe('3.1.0')
    expect(openapi.info).toMatchObject({ title: 'Claros', version: VERSION })
  })
})

describe('/.well-known/x402', () => {
  interface Sold {
    readonly path: string
    readonly url: string
    readonly price_usd: string
    readonly price_sats: number
    readonly paymentRequirements: unknown
    readonly accepts: readonly unknown[]
  }

  test('lists everything that is sold with requirements that the official schemas parse', async () => {
    const doc = docs.get('/.well-known/x402')!
    expect(doc).toMatchObject({ version: 1, x402Version: 2, x402Versions: [1, 2], rails: ['l402', 'x402'] })
    expect(doc['resources']).toEqual(paid().map((each) => PUBLIC_URL + callOf(each)))
    expect(JSON.stringify(doc['resources'])).not.toContain('{')
    const sold = doc['endpoints'] as readonly Sold[]
    expect(sold.map(({ path }) => path)).toEqual(paid().map(({ path }) => path))
    for (const each of sold) {
      const amount = String(Math.round(Number(each.price_usd) * 1e6))
      expect(PaymentRequirementsV1Schema.parse(each.paymentRequirements)).toMatchObject({ maxAmountRequired: amount })
      expect(PaymentRequirementsV2Schema.parse(each.accepts[0])).toMatchObject({ amount })
    }
    const listed = sold.find(({ path }) => path === SPOT)!
    const challenge = (await (await shop.request(SPOT)).json()) as { accepts: readonly Doc[] }
    const { description: _listed, ...requirements } = listed.paymentRequirements as Doc
    const { description: _offered, ...offered } = challenge.accepts[0]!
    expect(requirements).toEqual(offered)
  })

  test('without the rail it promises none', async () => {
    const lightning = await startShop({ rails: ['l402'] })
    try {
      const doc = (await (await lightning.request('/.well-known/x402')).json()) as Doc
      expect(doc['rails']).toEqual(['l402'])
      expect(JSON.stringify(doc)).not.toContain('maxAmountRequired')
    } finally {
      await lightning.stop()
    }
  })
})

describe('agents', () => {
  test('the agent card has what A2A requires', () => {
    const card = docs.get('/.well-known/agent-card.json')!
    for (const field of ['protocolVersion', 'name', 'description', 'url', 'version', 'preferredTransport'])
      expect([field, typeof card[field]]).toEqual([field, 'string'])
    expect(card['capabilities']).toEqual({ streaming: false, pushNotifications: false, stateTransitionHistory: false })
    for (const field of ['defaultInputModes', 'defaultOutputModes'])
      for (const mode of card[field] as unknown[]) expect(mode).toMatch(/^[a-z]+\/[a-z]+$/)
    expect(URL.canParse(String(card['url']))).toBe(true)
    const skills = card['skills'] as readonly Doc[]
    expect(new Set(skills.map(({ id }) => id)).size).toBe(skills.length)
    for (const skill of skills) {
      for (const field of ['id', 'name', 'description']) expect(String(skill[field]).length).toBeGreaterThan(0)
      expect((skill['tags'] as unknown[]).every((tag) => typeof tag === 'string')).toBe(true)
      expect((skill['tags'] as unknown[]).length).toBeGreaterThan(0)
    }
  })

  test('agent.json has an intent for everything that is sold, and the same skills', () => {
    const doc = docs.get('/.well-known/agent.json')!
    const intents = doc['intents'] as readonly Doc[]
    expect(intents.map(({ url }) => url)).toEqual(paid().map((each) => PUBLIC_URL + callOf(each)))
    expect(intents.map(({ path }) => path)).toEqual(paid().map(({ path }) => path))
    expect(intents.find(({ url }) => url === PUBLIC_URL + SPOT)).toMatchObject({
      method: 'GET',
      price_usd: '0.01',
      price_sats: 10,
    })
    expect(doc['skills']).toEqual(docs.get('/.well-known/agent-card.json')!['skills'])
    expect(doc['payment']).toEqual({ rails: ['l402', 'x402'], discovery: `${PUBLIC_URL}/.well-known/x402` })
  })
})

describe('texts', () => {
  test('the manifest has the contract’s six fields, and its sample works', async () => {
    const manifest = docs.get('/')!
    const sample = /\/oracle\/price\/(.+)\/preview$/.exec(String(manifest['sample_endpoint']))![1]!
    await shop.publish(sample, '1.15')
    expect(Object.keys(manifest).slice(0, 6)).toEqual([
      'name',
      'description',
      'docs',
      'openapi',
      'health',
      'sample_endpoint',
    ])
    for (const field of ['docs', 'openapi', 'health', 'sample_endpoint'])
      expect((await shop.request(String(manifest[field]).slice(PUBLIC_URL.length))).status).toBe(200)
  })

  test('llms-full.txt lists every route with its price and every error code with its status', () => {
    const lines = full.split('\n')
    for (const { method, path, access } of shop.endpoints) {
      const price =
        access.kind === 'paid' ? `$${(access.price.microUsd / 1e6).toFixed(2)} or ${access.price.sats} sats` : 'free'
      expect([path, lines.some((line) => line.startsWith(`- ${method} ${path} (${price}): `))]).toEqual([path, true])
    }
    for (const [code, { status }] of Object.entries(PROBLEMS))
      expect([code, lines.some((line) => line.startsWith(`- ${status} ${code}: `))]).toEqual([code, true])
    for (const reason of X402_REASONS) expect(lines).toContain(`- ${reason}`)
    expect(PROBLEMS.payment_invalid.meaning).toContain('details[].rule')
  })

  test('llms.txt has every path in the section of its skill, and is short', () => {
    const sections = new Map(
      text.split(/^## /m).map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
    )
    const skills = docs.get('/.well-known/agent-card.json')!['skills'] as readonly { readonly name: string }[]
    for (const { name } of skills) expect([name, sections.has(name)]).toEqual([name, true])
    for (const { method, path, template = path, access } of paid()) {
      const lines = sections.get(skillOf(path)!.name)!.split('\n')
      const price = access.kind === 'paid' && priceInWords(access.price)
      const found = lines.find((line) => line.startsWith(`- ${method} ${template}`) && line.includes(`(${price}`))
      expect([path, found !== undefined]).toEqual([path, true])
    }
    for (const [code, { status }] of Object.entries(PROBLEMS)) expect(text).toContain(`- ${status} ${code}: `)
    expect(text).toContain(`${PUBLIC_URL}/llms-full.txt`)
    expect(text.length).toBeLessThan(full.length / 3)
    // What is not closed and has parameters is shown with them.
    expect(text).toContain('- GET /oracle/marine/route/summary?lat1&lon1&lat2&lon2 ($0.20 or 267 sats)')
    expect(text).toContain(
      '- GET /oracle/liq-flow/{currency}?[window] ($0.05 or 50 sats; free: /preview): btc, eth, sol',
    )
  })

  test('methodology.json explains every feed, with the canonical string that is really signed', async () => {
    const feeds = docs.get('/methodology.json')!['feeds'] as readonly Doc[]
    const history = docs.get('/methodology.json')!['history'] as readonly Doc[]
    expect(history.map(({ id }) => id)).toEqual(COMPUTED_FEEDS.map(({ id }) => id))
    expect(feeds.map(({ id }) => id)).toEqual(registry.feeds.map(({ id }) => id))
    for (const feed of feeds) {
      expect(Object.keys(feed['method'] as object).length).toBeGreaterThan(0)
      expect(String(feed['canonical'])).toMatch(/^v1\|[A-Z_]+\|.*\|<timestamp>(\|<nonce>)?$/)
    }
    const { authorization } = await payL402(shop)
    const body = (await (await shop.request(SPOT, { headers: { authorization } })).json()) as { canonical: string }
    const described = String(feeds.find(({ id }) => id === 'price/spot')!['canonical'])
    expect(body.canonical.split('|')).toHaveLength(described.split('|').length)
  })

  test('/health counts what there is', async () => {
    expect(await (await shop.request('/health')).json()).toMatchObject({
      status: 'degraded',
      protocol: 'l402+x402',
      version: VERSION,
      price_pairs: registry.items.filter(({ feed }) => feed.family === 'prices').length,
      econ_indicators: 19,
      mode: 'demo',
    })
  })

  test('a preview is unsigned, says how old it is, and is 503 while there is none', async () => {
    shop.clock.move(4_000)
    const response = await shop.request(`${SPOT}/preview`)
    const body = (await response.json()) as Doc
    expect(body).toMatchObject({ pair: 'BTC/USD', price: '97012.34', preview: true, signed: false })
    expect(body['age_seconds']).toBe(Number(response.headers.get('age')))
    expect(Number(body['age_seconds'])).toBeGreaterThanOrEqual(5)
    for (const field of ['canonical', 'signature', 'pubkey']) expect(field in body).toBe(false)
    const none = await shop.request('/oracle/price/eth/usd/preview')
    expect(none.status).toBe(503)
    expect(none.headers.get('retry-after')).toBe('1')
  })
})

test('when Redis goes away the service says so and charges nothing; what is written once is still served', async () => {
  const cut = await startShop()
  await cut.money.fund(PAYER.address)
  await cut.publish('btc/usd')
  cut.clock.move(1_000)
  const { authorization } = await payL402(cut)
  const paidFor = await payment(cut.clock.now())
  await cut.request('/llms.txt')
  cut.redis.redis.disconnect()
  try {
    for (const headers of [{ authorization }, paidFor.v2]) {
      const response = await cut.request(SPOT, { headers })
      expect(response.status).toBe(503)
      expect(((await response.json()) as Doc)['error']).toBe('unavailable')
    }
    const health = await cut.request('/health')
    expect([health.status, ((await health.json()) as Doc)['error']]).toEqual([503, 'unavailable'])
    expect((await cut.request('/llms.txt')).status).toBe(200)
    expect((await cut.money.transfers()).length).toBe(0)
  } finally {
    await cut.stop()
  }
})

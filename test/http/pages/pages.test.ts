import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { registry } from '../../../src/feeds/registry.ts'
import { type App, createApp } from '../../../src/http/app/app.ts'
import { openPages } from '../../../src/http/app/open-pages.ts'
import { pageHeaders } from '../../../src/http/pages/page-headers.ts'
import type { WebFiles } from '../../../src/http/pages/pages.ts'
import { PAGES } from '../../../src/web/page-list.ts'
import { BROWSER, builtPages } from '../../support/http/pages/built-pages.ts'
import { HOST, type Shop, startShop } from '../../support/shop.ts'
import { systemRandom } from '../../../src/system/random.ts'

let shop: Shop
let files: WebFiles
let app: App

const appWith = (pages: 'live' | 'demo' | null): App =>
  createApp(shop.endpoints, {
    hosts: [HOST],
    docs: 'https://oracle.example/llms.txt',
    log: shop.log,
    random: systemRandom,
    store: shop.store.refusal,
    pages:
      pages &&
      openPages(registry, {
        files,
        mode: pages,
        version: '0.1.0',
        playMoney: pages === 'demo' ? 'http://127.0.0.1:8404' : null,
      }),
  })

beforeAll(async () => {
  shop = await startShop()
  files = await builtPages()
  app = appWith('live')
})
afterAll(() => shop.stop())

const ask = async (path: string, accept: string | null = BROWSER, init: RequestInit & { by?: App } = {}) =>
  (init.by ?? app)(
    new Request(`http://${HOST}${path}`, {
      ...init,
      headers: { host: HOST, ...(accept !== null && { accept }), ...(init.headers as Record<string, string>) },
    }),
    '203.0.113.9',
  )
const typeOf = (response: Response) => response.headers.get('content-type')
const varyOf = (response: Response) => (response.headers.get('vary') ?? '').split(', ')

/** One path for each page. */
const PATHS = [
  '/',
  '/feeds',
  '/feeds/price/btc/usd',
  '/events',
  `/events/${'ab'.repeat(16)}`,
  '/status',
  '/verify',
  '/api',
]

describe('browsers', () => {
  test('every page of the list is asked here', () => {
    expect(PATHS).toHaveLength(PAGES.length)
  })

  test.each(PATHS)('get HTML at %s, with its headers and its title', async (path) => {
    const response = await ask(path)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'",
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    })
    expect(varyOf(response)).toContain('accept')
    const html = await response.text()
    expect(html).toContain('<title>')
    expect(html).toContain('<meta name="claros-mode" content="live" />')
    expect(html).toContain('<meta name="claros-version" content="0.1.0" />')
    expect(html).toContain('<meta name="claros-play-money" content="" />')
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=/)
  })

  test('are told that they have a page already', async () => {
    const first = await ask('/feeds')
    const again = await ask('/feeds', BROWSER, { headers: { 'if-none-match': first.headers.get('etag')! } })
    expect(first.headers.get('etag')).toMatch(/^"[0-9a-f]{32}/)
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    // Titles differ, and so do tags.
    expect((await ask('/status')).headers.get('etag')).not.toBe(first.headers.get('etag'))
  })

  test('get an id of their request with all of it', async () => {
    const page = await ask('/feeds')
    const answers = [
      page,
      await ask('/feeds', BROWSER, { headers: { 'if-none-match': page.headers.get('etag')! } }),
      await ask('/feeds', BROWSER, { method: 'HEAD' }),
      await ask('/feeds/price/btc/usd?utm_source=x'),
      await ask('/feeds/price/btc/nothing'),
      await ask(`/assets/${files.assets[0]!.name}`),
      await ask('/favicon.svg'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 200, 302, 404, 200, 200])
    const ids = new Set(answers.map(({ headers }) => headers.get('x-request-id')))
    expect(ids.size).toBe(answers.length)
    expect(ids).not.toContain(null)
  })

  test('get only headers for HEAD, and JSON where they send something', async () => {
    const head = await ask('/feeds', BROWSER, { method: 'HEAD' })
    expect([head.status, typeOf(head), await head.text()]).toEqual([200, 'text/html; charset=utf-8', ''])
    expect((await ask('/feeds', BROWSER, { method: 'POST' })).status).toBe(405)
  })

  test('of a demonstration are told so, and may reach the play money alone', async () => {
    const demo = appWith('demo')
    const response = await ask('/', BROWSER, { by: demo })
    const html = await response.text()
    expect(html).toContain('<meta name="claros-mode" content="demo" />')
    expect(html).toContain('<meta name="claros-play-money" content="http://127.0.0.1:8404" />')
    expect(response.headers.get('content-security-policy')).toContain("; connect-src 'self' http://127.0.0.1:8404; ")
    expect(pageHeaders(null)['content-security-policy']).not.toContain('connect-src')
  })

  test.each([
    '/no/such/page',
    '/feeds/price/btc/nothing',
    '/feeds/liq-flow/btc?window=9h',
    '/feeds/',
    '/index.html',
    '/events/a/b',
  ])('read at %s in a page what the problem document says', async (path) => {
    const problem = await ask(path, 'application/json')
    const page = await ask(path)
    expect([problem.status, page.status]).toEqual([404, 404])
    expect(typeOf(page)).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toBe(pageHeaders(null)['content-security-policy']!)
    const { message, details } = (await problem.json()) as { message: string; details: { message: string }[] }
    const html = await page.text()
    for (const text of [message, ...details.map((each) => each.message)]) expect(html).toContain(`<p>${text}</p>`)
    expect(html).toContain(`data-problem="${[message, ...details.map((each) => each.message)].join('\n')}"`)
  })

  test.each([
    ['/events/caf%C3%A9', 400],
    ['/feeds/%3Cscript%3E', 400],
    ['//feeds', 400],
    [`/feeds/${'a'.repeat(2_100)}`, 414],
  ] as const)('read at %s in a page that it is no address', async (path, status) => {
    const [problem, page] = [await ask(path, 'application/json'), await ask(path)]
    expect([problem.status, page.status]).toEqual([status, status])
    expect([typeOf(problem), typeOf(page)]).toEqual(['application/json; charset=utf-8', 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toBe(pageHeaders(null)['content-security-policy']!)
    expect(page.headers.get('cache-control')).toBe('no-store')
    const html = await page.text()
    const { message } = (await problem.json()) as { message: string }
    // Each sentence once.
    expect(html.split(`<p>${message}</p>`)).toHaveLength(2)
    expect(html).not.toContain('script%3E')
  })

  test.each([
    ['/feeds/price/btc/usd?utm_source=mail&fbclid=x', '/feeds/price/btc/usd'],
    ['/feeds/liq-flow/btc?gclid=%2F%2Felsewhere.example&window=1h', '/feeds/liq-flow/btc?window=1h'],
  ])('that follow %s, a link with words of others, are sent to the page itself', async (path, location) => {
    const response = await ask(path)
    expect([response.status, response.headers.get('location')]).toEqual([302, location])
    expect([response.headers.get('vary'), response.headers.get('cache-control')]).toEqual(['accept', 'no-store'])
    expect((await ask(location)).status).toBe(200)
    // A program that misspells a parameter is told so.
    expect((await ask(path, 'application/json')).status).toBeGreaterThanOrEqual(400)
  })

  test('get what everybody gets at a sold path that is no address', async () => {
    const response = await ask('/oracle/%3Cb%3E')
    expect([response.status, typeOf(response)]).toEqual([400, 'application/json; charset=utf-8'])
  })

  test.each([
    '/oracle/price/btc/usd',
    '/oracle/nothing',
    '/dlc/oracle/pubkey',
    '/health',
    '/openapi.json',
    '/.well-known/x402',
    '/dlc/nothing',
    '/receipts/a',
  ])('get what everybody gets at %s', async (path) => {
    const [theirs, ours] = [await ask(path), await ask(path, 'application/json')]
    expect(theirs.status).toBe(ours.status)
    expect(typeOf(theirs)).toStartWith('application/json')
  })
})

describe('everybody else', () => {
  const everybody = ['*/*', null, 'application/json', 'text/html;q=0.5, application/json'] as const

  test.each(everybody)('with %p gets the manifest at / byte for byte', async (accept) => {
    const before = await (await ask('/', 'application/json', { by: appWith(null) })).text()
    const response = await ask('/', accept)
    expect(typeOf(response)).toBe('application/json; charset=utf-8')
    expect(varyOf(response)).toContain('accept')
    expect(await response.text()).toBe(before)
  })

  test.each(PATHS)('is told at %s that there is another form', async (path) => {
    const response = await ask(path, '*/*')
    expect(varyOf(response)).toContain('accept')
    expect(typeOf(response)).toBe('application/json; charset=utf-8')
  })

  test('finds where the JSON of a page is, or that there is none', async () => {
    expect(await (await ask('/events', '*/*')).json()).toMatchObject({
      links: ['/dlc/oracle/announcements?status=all'],
    })
    expect(await (await ask('/status', '*/*')).json()).toMatchObject({ links: ['/health', '/dlc/oracle/status'] })
    for (const path of ['/verify', '/api']) expect((await ask(path, '*/*')).status).toBe(404)
    const links = PAGES.flatMap((page) => page.links ?? [])
    for (const link of links) expect((await ask(link, '*/*')).status).toBe(200)
  })

  test('no document for machines names a page', async () => {
    const { paths } = (await (await ask('/openapi.json', '*/*')).json()) as { paths: Record<string, unknown> }
    const pages = PAGES.filter(({ links }) => links !== null).map(({ path }) => path.replace('/*', ''))
    expect(
      Object.keys(paths).filter((path) => pages.some((page) => path === page || path.startsWith(`${page}/`))),
    ).toEqual([])
  })
})

describe('without built pages', () => {
  test.each(PATHS)('browsers get JSON at %s', async (path) => {
    const response = await ask(path, BROWSER, { by: appWith(null) })
    expect(typeOf(response)).toBe('application/json; charset=utf-8')
    expect(varyOf(response)).toContain('accept')
  })
})

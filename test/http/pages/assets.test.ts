import { beforeAll, describe, expect, test } from 'bun:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createPages, type Pages, type WebFiles } from '../../../src/http/pages/pages.ts'
import { PAGES } from '../../../src/web/page-list.ts'
import { BROWSER, builtPages } from '../../support/http/pages/built-pages.ts'

let files: WebFiles
let pages: Pages

beforeAll(async () => {
  files = await builtPages()
  pages = createPages({
    files,
    mode: 'live',
    version: '0',
    playMoney: null,
    missing: () => null,
    ownWords: (query) => query,
  })
})

const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  pages.read(new Request(`http://oracle.example${path}`, { headers, method }), path, '')

describe('assets', () => {
  test('each is served by its name, for ever, as what it is, packed for those who take it', async () => {
    expect(files.assets.length).toBeGreaterThan(2)
    for (const { name, type, bytes } of files.assets) {
      expect(name).toMatch(/-[a-z0-9]{8}\.(?:js|css|svg)$/)
      const plain = (await ask(`/assets/${name}`))!
      expect(Object.fromEntries(plain.headers)).toEqual({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
      })
      expect(new Uint8Array(await plain.arrayBuffer())).toEqual(bytes)
      const packed = (await ask(`/assets/${name}`, { 'accept-encoding': 'gzip, br' }))!
      if (bytes.length < 1_024) expect(packed.headers.has('content-encoding')).toBe(false)
      else {
        expect(packed.headers.get('content-encoding')).toBe('gzip')
        expect(new Uint8Array(gunzipSync(await packed.arrayBuffer()))).toEqual(bytes)
      }
    }
  })

  test('have the types that browsers insist on', () => {
    const types = Object.fromEntries(files.assets.map(({ name, type }) => [name.split('.').at(-1)!, type]))
    expect(types).toMatchObject({
      js: 'text/javascript; charset=utf-8',
      css: 'text/css; charset=utf-8',
      svg: 'image/svg+xml',
    })
  })

  test('the icon has a plain name too', async () => {
    const icon = (await ask('/favicon.svg'))!
    expect(icon.headers.get('content-type')).toBe('image/svg+xml')
    expect(icon.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(await icon.text()).toContain('<svg')
  })

  test('what is no asset is never HTML, whoever asks', async () => {
    const asset = files.assets[0]!.name
    const others = [
      '/assets/',
      '/assets/none.js',
      `/assets/${asset}/`,
      `/assets/x/${asset}`,
      `/${asset}`,
      '/assets/manifest.json',
    ]
    for (const path of others) expect(await ask(path, { accept: BROWSER })).toBeNull()
    const found = { kind: 'problem', code: 'not_found', message: 'none', details: [] } as const
    for (const path of others.filter((each) => each.startsWith('/assets')))
      expect(
        pages.problem(new Request(`http://oracle.example${path}`, { headers: { accept: BROWSER } }), path, found),
      ).toBeNull()
    expect(await ask(`/assets/${asset}`, {}, 'POST')).toBeNull()
  })
})

describe('the build', () => {
  test('names the same files every time', async () => {
    const again = await builtPages()
    expect(again.assets.map(({ name }) => name)).toEqual(files.assets.map(({ name }) => name))
    expect(again.html).toBe(files.html)
  })

  test('names nothing of another origin', () => {
    const texts = files.assets
      .filter(({ name }) => /\.(?:css|js)$/.test(name))
      .map(({ bytes }) => Buffer.from(bytes).toString())
    for (const text of [files.html, ...texts.filter((each) => !each.includes('w3.org'))])
      expect(text).not.toMatch(/(?:src|href|url\(|from|import\()\s*=?\s*["'(]?https?:\/\//)
    for (const [, path] of files.html.matchAll(/(?:src|href)="([^"]+)"/g)) expect(path).toStartWith('/assets/')
  })

  /** What a script needs at once: itself, and what it names in `import … from`. What it loads when used is not among it. */
  const closureOf = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(name)) return seen
    seen.add(name)
    const text = Buffer.from(files.assets.find((asset) => asset.name === name)!.bytes).toString()
    for (const [, other] of text.matchAll(/(?:\bfrom|\bimport)\s*"[^"]*?([\w.-]+\.js)"/g)) closureOf(other!, seen)
    return seen
  }

  test('is small: 15 kB packed before a page, 110 kB with any page', () => {
    const packed = (name: string) =>
      gzipSync(files.assets.find((asset) => asset.name === name)!.bytes, { level: 9 }).length
    const sizeOf = (names: Iterable<string>) => [...names].map(packed).reduce((sum, each) => sum + each, 0)
    const entries = files.assets.map(({ name }) => name).filter((name) => files.html.includes(`/assets/${name}"`))
    const scripts = entries.filter((name) => name.endsWith('.js'))
    expect(scripts).toHaveLength(1)
    const first = closureOf(scripts[0]!)
    expect(sizeOf(first)).toBeLessThanOrEqual(15_000)
    const pages = files.assets.map(({ name }) => name).filter((name) => /^\w+-page-\w+\.js$/.test(name))
    // Two addresses share the list.
    expect(pages).toHaveLength(PAGES.length - 1)
    const sizes = pages.map((name) => ({
      name,
      size: sizeOf(new Set([...entries, ...first, ...closureOf(name)])),
    }))
    expect(sizes.filter(({ size }) => size > 110_000)).toEqual([])
    if (process.env['SHOW_SIZES']) process.stdout.write(`${sizeOf(first)} ${JSON.stringify(sizes)}\n`)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { registry } from '../src/feeds/registry.ts'
import { inDollars } from '../src/feeds/tariff.ts'
import type { Endpoint } from '../src/http/wire/endpoint.ts'
import { type Shop, startShop } from './support/shop.ts'
import { documentAt, fourKeys } from './support/signed-keys.ts'

/**
 * Every route with its price, one line each, held against `golden/routes.txt`: a change of what is sold is a change of
 * that file. After a wanted change:
 *
 *     UPDATE_GOLDEN=1 ./node_modules/.bin/bun test ./test/routes.test.ts
 */

const GOLDEN = join(import.meta.dir, 'golden', 'routes.txt')

const line = ({ method, path, access }: Endpoint): string =>
  access.kind === 'free'
    ? `${method} ${path} free`
    : `${method} ${path} paid ${access.price.sats} sats ${inDollars(access.price)}`

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** The price paths that published clients use: these stay, whatever is added. */
const SPOT = words(`btc/usd btc/eur btc/jpy eth/usd eth/eur eth/jpy sol/usd sol/eur sol/jpy xrp/usd ada/usd doge/usd
  xau/usd xau/eur xau/jpy usdt/usd usdc/usd usdt/eur usdt/jpy
  eur/usd eur/jpy eur/gbp eur/chf eur/cny eur/cad gbp/usd gbp/jpy gbp/chf gbp/cny gbp/cad usd/jpy usd/chf usd/cny usd/cad
  chf/jpy chf/cad cny/jpy cny/cad cad/jpy`)
const VWAP = words('btc/usd btc/eur eth/usd')
const SERVICE =
  words(`/health / /.well-known/x402 /.well-known/agent.json /.well-known/agent-card.json /openapi.json /llms.txt
  /methodology.json`)

let shop: Shop
let lines: readonly string[]

beforeAll(async () => {
  shop = await startShop()
  lines = shop.endpoints.map(line)
})
afterAll(() => shop.stop())

describe('routes', () => {
  test('are those of golden/routes.txt', async () => {
    if (Bun.env['UPDATE_GOLDEN'] === '1') await Bun.write(GOLDEN, `${lines.join('\n')}\n`)
    expect(lines).toEqual((await Bun.file(GOLDEN).text()).trimEnd().split('\n'))
  })

  test('hold every price path of published clients, at its price, with a free preview', () => {
    expect([SPOT.length, VWAP.length]).toEqual([39, 3])
    for (const pair of SPOT) {
      expect(lines).toContain(`GET /oracle/price/${pair} paid 10 sats $0.01`)
      expect(lines).toContain(`GET /oracle/price/${pair}/preview free`)
    }
    for (const pair of VWAP) {
      expect(lines).toContain(`GET /oracle/price/${pair}/vwap paid 20 sats $0.02`)
      expect(lines).toContain(`GET /oracle/price/${pair}/vwap/preview free`)
    }
  })

  test('hold the price paths of the definitions and no other', () => {
    const prices = shop.endpoints
      .map(({ path }) => path)
      .filter((path) => path.startsWith('/oracle/price/') && path !== '/oracle/price/catalogue')
    const defined = registry.items.map(({ path }) => path).filter((path) => path.startsWith('/oracle/price/'))
    expect(prices.toSorted()).toEqual(defined.flatMap((path) => [path, `${path}/preview`]).toSorted())
    expect(lines.join('\n')).not.toContain('brl')
  })

  test('hold the eight free service paths', () => {
    for (const path of SERVICE) expect(lines).toContain(`GET ${path} free`)
  })

  test('are lower case, without a slash at the end, each once', () => {
    for (const { path } of shop.endpoints) expect(path).toMatch(/^\/$|^(?:\/[a-z0-9._{}-]+)+$/)
    expect(new Set(shop.endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(shop.endpoints.length)
  })

  test('all that need no body answer: a document, a preview, or a 402', async () => {
    for (const { path } of shop.endpoints.filter((each) => each.family === 'prices' && each.access.kind === 'paid'))
      await shop.publish(path.slice('/oracle/price/'.length), '1.25')
    await documentAt(shop.store.keyDocuments, fourKeys(1), 1)
    shop.clock.move(1_000)
    for (const { method, path, access, family } of shop.endpoints.filter(
      (each) => ['prices', 'service'].includes(each.family) && !each.path.includes('{') && each.body === undefined,
    )) {
      const response = await shop.request(path, { method })
      expect([family, path, response.status]).toEqual([family, path, access.kind === 'paid' ? 402 : 200])
    }
  })
})

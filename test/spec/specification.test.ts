import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Item, itemOf, registry } from '../../src/feeds/registry.ts'
import { inDollars } from '../../src/feeds/tariff.ts'
import { ORACLE_SECRET } from '../../src/http/wire/header-names.ts'
import type { Endpoint } from '../../src/http/wire/endpoint.ts'
import { fieldPaths, hasField } from '../support/field-paths.ts'
import { itemNow } from '../support/feeds/item-now.ts'
import { putAllOnSale } from '../support/http/all-for-sale.ts'
import { bodyOf, type EventShop, openEventShop } from '../support/http/dlc/event-shop.ts'
import { skillOf } from '../../src/http/discovery/skills.ts'
import { FAMILIES } from './families.ts'
import { SPECIFICATION } from './specification.ts'
import type { Price, Specified } from './specified.ts'

/**
 * The product against the customer's contract: a path, a field, a price, a free copy or a list that is lost turns
 * this red. The rows are written by hand; nothing here may be made from our own routes.
 */

const named = ({ method, path }: Pick<Specified, 'method' | 'path'>): string => `${method} ${path}`
const isPrice = (access: Specified['access']): access is Price => typeof access === 'object'

let shop: EventShop
let eventId: string

/** Words for the holes of places and ships: a place in the open sea, since publishing an example asks nobody. */
const WORDS: Readonly<Record<string, string>> = { lat: '-43.5', lon: '-109.5', mmsi: '230629000' }
const FULL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'marine/voyage': { speed_kts: '12.5' },
}

const splits = (path: string): readonly string[] => path.split('/')
const isHole = (part: string): boolean => /^\{\w+\}$/.test(part)
/** Whether a template of ours takes every path of this form. */
const takes = (template: string, path: string): boolean => {
  const [ours, theirs] = [splits(template), splits(path)]
  return ours.length === theirs.length && ours.every((part, at) => part === theirs[at] || isHole(part))
}

/** The route that serves a row. */
const served = (row: Specified): Endpoint | undefined => {
  const routes = shop.endpoints.filter(({ method }) => method === row.method)
  return (
    routes.find(({ path, alsoAt = [] }) => path === row.path || alsoAt.includes(row.path)) ??
    routes.find(({ path }) => takes(path, row.path))
  )
}

/** The item of a row whose subjects start on demand. */
const bornAt = (row: Specified): Item | undefined => {
  const feed = registry.onDemand.find(({ sale }) => takes(sale.path, row.path))
  if (!feed) return undefined
  const template = splits(feed.sale.path)
  const words = Object.fromEntries(
    splits(row.path).flatMap((part, at) => {
      const name = template[at]!.slice(1, -1)
      return isHole(template[at]!) ? [[name, isHole(part) ? WORDS[name]! : part]] : []
    }),
  )
  const asked = feed.onDemand!.ask({ ...feed.subjects[0]!.query, ...FULL[feed.id], ...words }, shop.clock.now())
  if (asked.kind === 'invalid') throw new Error(`${row.path}: ${JSON.stringify(asked.details)}`)
  return itemOf(feed, asked.subject)
}

const unpaid = (row: Specified): Promise<Response> => {
  const born = bornAt(row)
  const example = served(row)!.body?.example(shop.nowTs)
  const path = born ? `${born.path}${born.query && `?${born.query}`}` : row.path.replace('{eventid}', eventId)
  return shop.request(path, {
    method: row.method,
    ...(example && { body: JSON.stringify(example), headers: { 'content-type': 'application/json' } }),
  })
}

const json = async <T>(path: string): Promise<T> => (await (await shop.request(path)).json()) as T

beforeAll(async () => {
  shop = await openEventShop()
  await putAllOnSale(shop, [
    ...SPECIFICATION.flatMap((row) => bornAt(row) ?? []),
    ...registry.onDemand.map((feed) => itemNow(feed, shop.clock.now())),
  ])
  const created = await shop.post('threshold', bodyOf('threshold', shop.nowTs), (await shop.x402()).v2)
  eventId = ((await created.json()) as { eventid: string }).eventid
})
afterAll(() => shop.stop())

test('the contract names each path once, with every family', () => {
  expect(new Set(SPECIFICATION.map(named)).size).toBe(SPECIFICATION.length)
  expect(SPECIFICATION.length).toBeGreaterThan(330)
})

describe('each path of the contract', () => {
  test('is served', () => {
    expect(SPECIFICATION.filter((row) => !served(row)).map(named)).toEqual([])
  })

  test('costs what it says, in the definition, in OpenAPI and in the list of x402', async () => {
    type Shown = Readonly<
      Record<string, Readonly<Record<string, { 'x-price'?: { price_usd: string; price_sats: number } }>>>
    >
    const { paths } = await json<{ paths: Shown }>('/openapi.json')
    for (const row of SPECIFICATION) {
      const { access, path, method } = served(row)!
      const shown = paths[path]![method.toLowerCase()]!['x-price']
      if (!isPrice(row.access)) {
        expect([named(row), access.kind, shown]).toEqual([named(row), 'free', undefined])
        continue
      }
      const { usd, sats } = row.access
      expect([named(row), access.kind === 'paid' && inDollars(access.price)]).toEqual([named(row), `$${usd}`])
      expect([named(row), shown?.price_usd]).toEqual([named(row), usd])
      if (sats !== undefined) expect([named(row), shown?.price_sats]).toEqual([named(row), sats])
    }
  })

  test('that is sold answers 402 with its price, and who asks for nothing gets nothing', async () => {
    for (const row of SPECIFICATION) {
      if (!isPrice(row.access)) continue
      const response = await unpaid(row)
      expect([named(row), response.status]).toEqual([named(row), 402])
      const body = (await response.json()) as { x402Version: number; accepts: { maxAmountRequired: string }[] }
      expect([named(row), body.accepts[0]!.maxAmountRequired]).toEqual([
        named(row),
        String(Math.round(Number(row.access.usd) * 1e6)),
      ])
      expect(body.x402Version).toBe(1)
    }
  })

  test('that is sold is listed for x402 with a call that can be made as it stands', async () => {
    interface Listed {
      readonly method: string
      readonly url: string
      readonly path: string
      readonly body?: unknown
    }
    const { resources, endpoints } = await json<{ resources: readonly string[]; endpoints: readonly Listed[] }>(
      '/.well-known/x402',
    )
    expect(resources).toEqual(endpoints.map(({ url }) => url))
    const sales = SPECIFICATION.filter(({ access }) => isPrice(access)).map((row) => served(row)!.path)
    expect(sales.filter((path) => !endpoints.some((each) => each.path === path))).toEqual([])
    for (const { method, url, body } of endpoints) {
      const { pathname, search } = new URL(url)
      const response = await shop.request(pathname + search, {
        method,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      })
      // The contract of the example is nobody's.
      expect([method, url, response.status]).toEqual([method, url, method === 'DELETE' ? 404 : 402])
    }
  })

  test('that is for administrators asks for their secret', async () => {
    const rows = SPECIFICATION.filter(({ access }) => access === 'admin')
    expect(rows.length).toBe(2)
    for (const row of rows) {
      expect(Object.keys(served(row)!.headers ?? {})).toContain(ORACLE_SECRET)
      const response = await shop.request(row.path.replace('{eid}', 'x'), { method: 'POST', body: '{}' })
      expect([named(row), response.status]).toEqual([named(row), 401])
    }
  })

  test('stands in its free list', async () => {
    interface List {
      readonly feeds: readonly { readonly path: string; readonly subjects: readonly { readonly path: string }[] }[]
    }
    for (const row of SPECIFICATION) {
      if (row.catalogue === undefined) continue
      const { feeds } = await json<List>(row.catalogue)
      const listed = feeds.flatMap(({ path, subjects }) => [path, ...subjects.map((each) => each.path.split('?')[0])])
      expect([named(row), row.catalogue, listed.includes(served(row)!.path)]).toEqual([named(row), row.catalogue, true])
    }
  })

  test('takes the parameters that it names, and the members of its body', () => {
    for (const row of SPECIFICATION) {
      const { query, body } = served(row)!
      const lacks = (row.query ?? []).filter((name) => !(name in (query ?? {})))
      const missing = (row.takes ?? []).filter((field) => !body || !hasField(body.schema, field))
      expect([named(row), lacks, missing]).toEqual([named(row), [], []])
    }
  })
})

describe('each body of the contract', () => {
  test('would be missed in a field that is lost', () => {
    const { answer, example } = served(SPECIFICATION.find(({ path }) => path === '/oracle/funding/btc/usd')!)!
    const { zscore_3d: _lost, ...less } = example as Readonly<Record<string, unknown>>
    expect([fieldPaths(example).has('zscore_3d'), fieldPaths(less).has('zscore_3d')]).toEqual([true, false])
    expect(['exchanges[].rate', 'exchanges.rate', 'exchanges[].lost'].map((path) => hasField(answer, path))).toEqual([
      true,
      false,
      false,
    ])
  })

  test('has every field, in the schema and in the example', async () => {
    const lost: unknown[] = []
    for (const row of SPECIFICATION) {
      const { answer, example, family, contentType } = served(row)!
      const isDocument = family === 'service' && contentType === 'application/json'
      const found = fieldPaths(isDocument ? await json(row.path) : example)
      const missing = row.fields.filter((field) => !field.endsWith('?') && !found.has(field))
      const undescribed = row.fields.map((field) => field.replace('?', '')).filter((field) => !hasField(answer, field))
      if (missing.length + undescribed.length > 0) lost.push({ path: named(row), missing, undescribed })
    }
    expect(lost).toEqual([])
  })

  test('has its canonical string, which its fields agree with', () => {
    for (const row of SPECIFICATION) {
      if (!row.canonical) continue
      const { canonical } = served(row)!.example as { readonly canonical: string }
      expect([named(row), canonical]).toEqual([named(row), expect.stringMatching(row.canonical)])
    }
  })

  test('says of a free copy that it is one, and of nothing else', () => {
    for (const row of SPECIFICATION) {
      const { example } = served(row)!
      const isCopy = row.fields.includes('preview') && row.fields.includes('signed')
      const { preview, signed } = (example ?? {}) as Readonly<Record<string, unknown>>
      expect([named(row), preview, signed]).toEqual(
        isCopy ? [named(row), true, false] : [named(row), undefined, undefined],
      )
    }
  })

  test('of `/` begins with its six fields, and names the layers with what they are', async () => {
    const manifest = await json<{ layers: { name: string; status: string; endpoints: number }[] }>('/')
    const [, root] = SPECIFICATION.filter(({ path }) => path === '/health' || path === '/')
    expect(Object.keys(manifest).slice(0, 6)).toEqual([...root!.fields])
    expect(manifest.layers.map(({ name, status }) => `${name}: ${status}`)).toEqual([
      'Oracle Data: live',
      'Oracle Information: live',
      'Oracle Intelligence: live',
      'Oracle History: live',
      'Oracle Wisdom: coming soon',
    ])
    expect(manifest.layers.map(({ endpoints }) => endpoints > 0)).toEqual([true, true, true, true, false])
  })

  test('of the agent card has a skill for each family, which together take every route', async () => {
    const { skills } = await json<{ skills: readonly { id: string; url: string; description: string }[] }>(
      '/.well-known/agent-card.json',
    )
    expect(FAMILIES.length).toBe(26)
    expect(skills.map(({ id }) => id).toSorted()).toEqual(FAMILIES.map(({ skill }) => skill).toSorted())
    for (const { skill, path } of FAMILIES) expect([path, skillOf(path)?.id]).toEqual([path, skill])
    for (const { path, family } of shop.endpoints)
      expect([path, skillOf(path) === undefined]).toEqual([
        path,
        family === 'service' || path.startsWith('/dlc/kormir'),
      ])
  })

  test('counts pairs and indicators', async () => {
    expect(await json('/health')).toMatchObject({ price_pairs: 42, econ_indicators: 19 })
  })
})

import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { cataloguesOf } from '../../../src/feeds/feed.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { inDollars } from '../../../src/feeds/tariff.ts'
import { fileShop } from '../../support/shop.ts'

const shop = await fileShop()

const LISTED = [...new Set(registry.feeds.flatMap(cataloguesOf))].map(
  (path) => [path, registry.feeds.filter((feed) => cataloguesOf(feed).includes(path))] as const,
)

interface Listed {
  readonly feed: string
  readonly price_usd: string
  readonly price_sats: number
  readonly path: string
  readonly born_on_demand: boolean
  readonly subjects: readonly { readonly name: string; readonly path: string; readonly preview?: string }[]
  readonly methodology: Readonly<Record<string, unknown>>
}

const read = async (path: string): Promise<readonly Listed[]> => {
  const response = await shop.request(path)
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  const body = (await response.json()) as { feeds: Listed[] }
  const endpoint = shop.endpoints.find((each) => each.path === path)!
  expect([...Value.Errors(endpoint.answer, body)]).toEqual([])
  return body.feeds
}

/** The endpoint behind a path, or behind the template that it fills. */
const accessOf = (path: string) => {
  const [bare = ''] = path.split('?')
  const filled = (template: string): boolean => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(bare)
  const found = shop.endpoints.filter(({ method }) => method === 'GET')
  return (found.find((each) => each.path === bare) ?? found.find((each) => filled(each.path)))?.access
}

describe('a catalogue', () => {
  test('exists where the contract has one', () => {
    const paths = shop.endpoints.filter(({ path }) => path.endsWith('/catalogue')).map(({ path }) => path)
    // History has a listing of its own: its answers are made for one question.
    expect(paths).toEqual([...LISTED.map(([path]) => path), '/oracle/history/catalogue'])
    for (const family of ['funding', 'liquidations', 'marine', 'weather', 'history'])
      expect(paths).toContain(`/oracle/${family}/catalogue`)
  })

  test.each(LISTED)('%s lists what is sold, free and at its price', async (path, feeds) => {
    const listed = await read(path)
    expect(listed.map(({ feed }) => feed)).toEqual(feeds.map(({ id }) => id))
    for (const [at, feed] of feeds.entries()) {
      const entry = listed[at]!
      expect([`$${entry.price_usd}`, entry.price_sats]).toEqual([inDollars(feed.sale.price), feed.sale.price.sats])
      expect(entry.subjects.map(({ name }) => name)).toEqual(feed.subjects.map(({ name }) => name))
      expect(entry.born_on_demand).toBe(feed.onDemand !== undefined)
      for (const subject of entry.subjects) {
        expect([subject.path, accessOf(subject.path)]).toEqual([subject.path, { kind: 'paid', price: feed.sale.price }])
        expect(subject.preview === undefined).toBe(feed.sale.preview === null)
        if (subject.preview) expect(accessOf(subject.preview)).toEqual({ kind: 'free' })
      }
    }
  })

  test('of the weather has the windows and the triggers', async () => {
    const listed = await read('/oracle/weather/catalogue')
    expect(listed.map(({ feed }) => feed).toSorted()).toEqual([
      'weather/rainfall',
      'weather/temperature',
      'weather/wind',
      'weather/wrsi',
    ])
    const wind = listed.find(({ feed }) => feed === 'weather/wind')!
    expect(wind.methodology).toMatchObject({
      windowsDays: [7, 14, 30],
      triggers: expect.stringContaining('storm: above 117 km/h'),
    })
  })

  test('of liquidations has every window with its query', async () => {
    const flow = (await read('/oracle/liq-flow/catalogue'))[0]!
    expect(flow.subjects.map(({ path }) => path)).toContain('/oracle/liq-flow/btc?window=4h')
  })
})

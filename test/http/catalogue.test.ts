import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { registry } from '../../src/feeds/registry.ts'
import { inDollars } from '../../src/feeds/tariff.ts'
import { type Shop, startShop } from '../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

const LISTED = registry.feeds.filter(({ sale }) => sale.catalogue !== undefined)

interface Catalogue {
  readonly price_usd: string
  readonly price_sats: number
  readonly subjects: readonly { readonly pair: string; readonly path: string; readonly preview: string }[]
}

describe('a catalogue', () => {
  test('exists where the specification has one', () => {
    expect(LISTED.map(({ sale }) => sale.catalogue)).toContain('/oracle/funding/catalogue')
    const paths = shop.endpoints.filter(({ path }) => path.endsWith('/catalogue')).map(({ path }) => path)
    // History has a listing of its own: it is no feed with a schedule.
    expect(paths).toEqual([...LISTED.map(({ sale }) => sale.catalogue!), '/oracle/history/catalogue'])
  })

  test.each(LISTED.map((feed) => [feed.id, feed] as const))(
    'of %s lists what is sold, free and at its price',
    async (_id, feed) => {
      const response = await shop.request(feed.sale.catalogue!)
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
      const body = (await response.json()) as Catalogue
      const endpoint = shop.endpoints.find(({ path }) => path === feed.sale.catalogue)!
      expect([...Value.Errors(endpoint.answer, body)]).toEqual([])
      expect([`$${body.price_usd}`, body.price_sats]).toEqual([inDollars(feed.sale.price), feed.sale.price.sats])
      expect(body.subjects.map(({ pair }) => pair)).toEqual(feed.subjects.map(({ name }) => name))
      for (const { path, preview } of body.subjects) {
        expect(shop.endpoints.find((each) => each.path === path)?.access).toEqual({
          kind: 'paid',
          price: feed.sale.price,
        })
        expect(shop.endpoints.find((each) => each.path === preview)?.access).toEqual({ kind: 'free' })
      }
    },
  )
})

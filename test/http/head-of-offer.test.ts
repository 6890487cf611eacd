import { expect, spyOn, test } from 'bun:test'
import { sell } from '../../src/http/paywall/paywall.ts'
import { fileShop, HOME, HOST } from '../support/shop.ts'
import type { Product } from '../../src/http/paywall/product.ts'
import type { Offer } from '../../src/http/rails/offer.ts'
import { partOf } from '../support/part-of.ts'
import { newTrace } from '../../src/http/wire/trace.ts'

const shop = await fileShop()

test('a look at the head asks as one who pays nothing', async () => {
  const closed = spyOn({ closed: async (_payer: string | null) => null }, 'closed')
  const product = partOf<Product>({ actor: 'a', made: false, closed })
  const offer: Offer = {
    method: 'GET',
    price: { microUsd: 10_000, sats: 10 },
    url: 'https://oracle.example/a',
    description: '',
    example: {},
    request: 'ab',
    rails: ['x402'],
    askedAt: null,
  }
  const request = new Request(`http://${HOST}/a`, { method: 'HEAD' })
  await sell(shop.paywall, offer, () => product, { request, address: HOME, trace: newTrace('looked-at') })
  expect(closed.mock.calls).toEqual([[null]])
})

import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { sell } from '../../src/http/paywall/paywall.ts'
import { startShop, HOME, HOST, type Shop } from '../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

test('a look at the head asks as one who pays nothing', async () => {
  const closed = spyOn({ closed: async (_payer: string | null) => null }, 'closed')
  const wares = { actor: 'a', made: false, closed } as never
  const offer = {
    method: 'GET',
    price: { microUsd: 10_000, sats: 10 },
    url: 'https://oracle.example/a',
    description: '',
    example: {},
    route: null,
    request: 'ab',
    rails: ['x402'],
    askedAt: null,
  } as never
  const request = new Request(`http://${HOST}/a`, { method: 'HEAD' })
  await sell(shop.till, offer, () => wares, { request, address: HOME })
  expect(closed.mock.calls).toEqual([[null]])
})

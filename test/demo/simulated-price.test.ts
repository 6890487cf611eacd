import { afterAll, expect, test } from 'bun:test'
import { simulatedPrice } from '../../src/demo/promises.ts'

/** The strike of the tour's contract hangs on the price of this run, whatever an earlier one left in previews. */

let world: unknown = {}
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) =>
    url.endsWith('/world') ? Response.json(world) : Response.json({ price: '94000.00', preview: true }),
})
afterAll(() => server.stop(true))

test('is read from the world, and is there', async () => {
  const sandboxUrl = server.url.origin
  world = { levels: { 'spot.BTC': 97_000.5, 'spot.ETH': 3_400 } }
  expect(await simulatedPrice({ sandboxUrl })).toBe(97_000.5)
  for (world of [{}, { levels: {} }, { levels: { 'spot.BTC': 0 } }])
    await expect(simulatedPrice({ sandboxUrl })).rejects.toThrow('the simulated world has no price of bitcoin')
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { payment } from '../support/payer.ts'
import { type Places, startPlaces } from '../support/places.ts'

const CROWD = 150

let places: Places
beforeAll(async () => {
  places = await startPlaces()
})
afterAll(() => places.stop())

test('a crowd that pays for one cold place does not shut the rail of a facilitator that limits questions', async () => {
  const now = () => places.shop.clock.now()
  const warm = '/oracle/test/heat/10'
  expect((await places.get(warm)).status).toBe(402)
  let asked = 0
  places.shop.money.overrides.set('POST /facilitator/verify', (request) =>
    ++asked > 20 ? new Response('', { status: 429 }) : places.shop.money.handle(request),
  )
  const buyers = Array.from({ length: CROWD }, () => privateKeyToAccount(generatePrivateKey()))
  for (const buyer of buyers) await places.shop.money.fund(buyer.address)
  const crowd = await Promise.all(
    buyers.map(async (buyer, at) =>
      places.get('/oracle/test/heat/500', (await payment(now(), { from: buyer.address }, buyer)).v2, `${1 + at}.0.0.1`),
    ),
  )
  const bystander = await places.get(warm, (await payment(now())).v2)
  expect([bystander.status, crowd.filter(({ status }) => status === 200).length]).toEqual([200, CROWD])
})

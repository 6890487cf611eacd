import { afterAll, beforeAll, expect, test } from 'bun:test'
import { OPENINGS } from '../../src/http/paywall/warm.ts'
import { payment } from '../support/payer.ts'
import { type Places, startPlaces } from '../support/places.ts'

let places: Places
beforeAll(async () => {
  places = await startPlaces()
})
afterAll(() => places.stop())

test('behind an address that has used up its places no facilitator is asked about a payer', async () => {
  const from = '192.0.2.150'
  for (let n = 0; n < OPENINGS.most; n++) await places.get(`/oracle/test/heat/${100 + 2 * n}`, {}, from)
  for (let n = 0; n < 20; n++)
    expect((await places.get('/oracle/test/heat/700', (await payment(places.shop.clock.now())).v2, from)).status).toBe(
      429,
    )
  expect(places.shop.money.calledOf('POST /facilitator/verify')).toBe(0)
})

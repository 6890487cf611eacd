import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { bodyOf, type EventShop, openEventShop } from '../../support/http/dlc/event-shop.ts'

/** A contract that is beyond its strike already: its buyer reads so before he pays, and in what he bought. */

let shop: EventShop
beforeAll(async () => void (shop = await openEventShop()))
afterAll(() => shop.stop())
beforeEach(async () => {
  await shop.oracle.beat()
  await shop.store.events.ticks.append('BTCUSD', { at: shop.clock.now(), price: '97012.34', sources: ['kraken'] })
})

interface Told {
  readonly eventid: string
  readonly advice: readonly string[]
}

const told = async (path: string, strike: number, headers = {}) => {
  const body = { ...bodyOf('threshold', shop.nowTs), strike, direction: 'below' }
  const response = await shop.post(path, body, headers)
  expect(response.status).toBe(200)
  return (await response.json()) as Told
}

const WARNING = [expect.stringContaining('97012.34 at ')]

test('the preview says so', async () => {
  expect((await told('threshold/preview', 97_012.34)).advice).toEqual(WARNING)
  expect((await told('threshold/preview', 97_012.33)).advice).toEqual([])
})

test('the answer says so, and it alone: what everybody reads hangs on the terms', async () => {
  const warned = await told('threshold', 98_000, (await shop.x402()).v2)
  expect(warned.advice).toEqual(WARNING)
  const far = await told('threshold', 90_000, (await shop.x402()).v2)
  expect(far.advice).toEqual([])
  const shown = await shop.request(`/dlc/oracle/threshold/${warned.eventid}`)
  expect(await shown.json()).toMatchObject({ advice: [] })
})

import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { payment } from '../support/payer.ts'
import { type Places, startPlaces } from '../support/places.ts'
import { billOf, problemOf } from '../support/shop.ts'

/**
 * Payments that are shown for a place that nobody has asked for: it is made for the one who pays, so he must be seen to be
 * able to before a provider is asked.
 */

let places: Places
/** Nobody has asked for this one. */
let next = 100
const cold = () => `/oracle/test/heat/${(next += 2)}`

beforeAll(async () => {
  places = await startPlaces()
})
afterAll(() => places.stop())
beforeEach(() => {
  places.asked.length = 0
  places.wakes.length = 0
  places.away = false
  places.shop.money.overrides.clear()
})

/** Nothing of it is left, and whoever holds it in memory has to look again. */
const putToSleep = async (path: string): Promise<void> => {
  const { redis } = places.shop.redis
  const keys = await redis.keys(`*${path.slice('/oracle/test/'.length)}*`)
  expect(keys.length).toBeGreaterThan(0)
  await redis.del(...keys)
  places.shop.clock.move(2_000)
  places.asked.length = 0
}

const now = () => places.shop.clock.now()
const transfers = async () => (await places.shop.money.transfers()).length
const VERIFY = 'POST /facilitator/verify'
/** What had been asked at the provider when the facilitator was. */
const listen = (): string[][] => {
  const before: string[][] = []
  places.shop.money.overrides.set(VERIFY, (request) => {
    before.push([...places.asked])
    return places.shop.money.handle(request)
  })
  return before
}
const penniless = async () => {
  const stranger = privateKeyToAccount(generatePrivateKey())
  return payment(now(), { from: stranger.address }, stranger)
}

describe('a cold place and a payment over USDC', () => {
  test('is asked about after its payer, and answered in one request', async () => {
    const before = listen()
    const path = cold()
    const response = await places.get(path, (await payment(now())).v2)
    expect([response.status, await response.json()]).toMatchObject([200, { heat: '21.5' }])
    expect([before, places.asked.length]).toEqual([[[]], 1])
    // Goods that lie ready are bought without that question.
    expect((await places.get(path, (await payment(now())).v2)).status).toBe(200)
    expect(before.length).toBe(1)
  })

  test('of who cannot pay costs no provider a question, and no invoice is made', async () => {
    const path = cold()
    const invoices = places.shop.money.calledOf('POST /lnd/v1/invoices')
    const response = await places.get(path, (await penniless()).v2)
    expect([response.status, (await problemOf(response)).error]).toEqual([402, 'payment_invalid'])
    expect(response.headers.get('payment-required')).not.toBeNull()
    expect([places.asked, places.wakes]).toEqual([[], []])
    expect(places.shop.money.calledOf('POST /lnd/v1/invoices')).toBe(invoices)
  })

  test('of who cannot pay while that rail is shut: an invoice is for what is there', async () => {
    places.away = true
    places.shop.money.overrides.set(VERIFY, async (request) => {
      const response = await places.shop.money.handle(request)
      places.shop.availability.closed = 'the facilitator does not answer'
      return response
    })
    const response = await places.get(cold(), (await penniless()).v2)
    places.shop.availability.closed = null
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([503, null])
  })

  test('for more than that rail takes right now: an invoice is for what is there', async () => {
    const { availability } = places.shop
    const tooMuch = spyOn(availability, 'tooMuch').mockResolvedValue('no node of the chain answers')
    places.away = true
    const path = cold()
    const { v2 } = await payment(now())
    const asleep = await places.get(path, v2)
    expect([asleep.status, asleep.headers.get('www-authenticate')]).toEqual([503, null])
    places.away = false
    const offered = await places.get(path, v2)
    expect([offered.status, billOf(offered)]).toEqual([402, expect.anything()])
    tooMuch.mockRestore()
  })

  test('whose provider is away charges nothing, and the same payment buys it later', async () => {
    const path = cold()
    const { v2 } = await payment(now())
    const before = await transfers()
    places.away = true
    expect((await places.get(path, v2)).status).toBe(503)
    expect(await transfers()).toBe(before)
    places.away = false
    expect((await places.get(path, v2)).status).toBe(200)
    expect(await transfers()).toBe(before + 1)
  })

  test('without data is refused, and charges nothing', async () => {
    const before = await transfers()
    const response = await places.get('/oracle/test/heat/2000', (await payment(now())).v2)
    expect([response.status, (await problemOf(response)).details[0]?.rule]).toEqual([400, 'no_data_here'])
    expect(await transfers()).toBe(before)
  })

  test('that fell asleep again hands out what was bought there, and asks nobody', async () => {
    const path = cold()
    const { v2 } = await payment(now())
    const first = await places.get(path, v2)
    const body = await first.text()
    await putToSleep(path)
    places.away = true
    const headers = { ...v2, 'payment-receipt': first.headers.get('payment-receipt')! }
    const again = await places.get(path, headers)
    expect([again.status, await again.text(), places.asked]).toEqual([200, body, []])
  })
})

describe('a cold place and a token', () => {
  test('stays good while its provider is away, with its receipt, and buys it later', async () => {
    const path = cold()
    const bill = billOf(await places.get(path))!
    const authorization = `L402 ${bill.macaroon}:${await places.shop.money.pay(bill.invoice)}`
    await putToSleep(path)
    places.away = true
    const asleep = await places.get(path, { authorization })
    expect(asleep.status).toBe(503)
    expect((await problemOf(asleep)).message).toContain('Your payment stays good')
    expect(asleep.headers.get('payment-receipt')).not.toBeNull()
    places.away = false
    expect((await places.get(path, { authorization })).status).toBe(200)
  })
})

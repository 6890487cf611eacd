import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { narrowed } from '../../support/macaroon.ts'
import { type EventShop, openEventShop } from '../../support/http/dlc/event-shop.ts'

/** Which moment the dates of a body are judged by, and how near they may lie for each rail. */

let shop: EventShop
beforeAll(async () => void (shop = await openEventShop()))
afterAll(() => shop.stop())
beforeEach(() => shop.oracle.beat())

const maturing = (inSeconds: number) => ({
  label: 'soon',
  outcomes: ['a', 'b'],
  maturityTs: shop.nowTs + inSeconds,
})

describe('Lightning', () => {
  // An invoice lives for 300 s; who pays at its last second must still have a minute.
  test.each([
    [360, false],
    [361, true],
  ] as const)('is offered or not for an event %i s ahead', async (inSeconds, isOffered) => {
    const invoices = shop.money.calledOf('POST /lnd/v1/invoices')
    const unpaid = await shop.post('enum', maturing(inSeconds))
    expect(unpaid.status).toBe(402)
    expect(unpaid.headers.get('payment-required')).not.toBeNull()
    expect(unpaid.headers.has('www-authenticate')).toBe(isOffered)
    expect(shop.money.calledOf('POST /lnd/v1/invoices') - invoices).toBe(isOffered ? 1 : 0)
  })
})

describe('a token that names twice when it was asked for', () => {
  /** Paid for now, shown when its dates have come too near. */
  const tokenFor = async (body: object, later: (askedAt: number) => number): Promise<string> => {
    const { macaroon, authorization } = await shop.l402('enum', body)
    const preimage = authorization.split(':').at(-1)
    const again = narrowed(macaroon, `oracle_asked_at=${later(shop.clock.now())}`)
    return `L402 ${again}:${preimage}`
  }

  test('is judged by the first: a later one takes nothing from its owner', async () => {
    const body = maturing(400)
    const authorization = await tokenFor(body, (askedAt) => askedAt + 390_000)
    shop.clock.move(390_000)
    await shop.oracle.beat()
    const response = await shop.post('enum', body, { authorization })
    expect(response.status).toBe(200)
    shop.clock.move(-390_000)
  })

  test('is judged by the first: one after its own dates does not make them past', async () => {
    const body = maturing(400)
    const authorization = await tokenFor(body, () => (body.maturityTs + 1) * 1000)
    const response = await shop.post('enum', body, { authorization })
    expect(response.status).toBe(200)
  })
})

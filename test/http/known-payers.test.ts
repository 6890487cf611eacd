import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Settlement } from '../../src/payments/settlement.ts'
import { payment } from '../support/payer.ts'
import { problemOf, reasonOf, type Shop, SPOT, startShop } from '../support/shop.ts'

/** Payers who have just paid are settled unasked; what goes wrong then must cost them nothing, and us no more than a copy. */

const CENT = 10_000

let paid: Settlement | null = null
let shop: Shop

beforeAll(async () => {
  shop = await startShop({ lookUp: async () => paid })
})
afterAll(() => shop.stop())

beforeEach(async () => {
  paid = null
  shop.money.overrides.clear()
  shop.clock.move(2_000)
  await shop.publish('btc/usd')
})

const checks = () => shop.money.calledOf('POST /facilitator/verify')
const ask = (headers: Readonly<Record<string, string>>) => shop.request(SPOT, { headers })
const copiesSold = async () => (await shop.store.snapshots.printing('price/spot/BTC-USD')).sold.x402
const charges = async () => (await shop.money.transfers()).length
const stateOf = async (response: { readonly headers: Headers }) =>
  (await (await shop.request(`/receipts/${response.headers.get('payment-receipt')}`)).json()) as Record<string, unknown>

/** Somebody with so many cents. */
const buyer = async (cents: number) => {
  const account = privateKeyToAccount(generatePrivateKey())
  await shop.money.fund(account.address, String(cents * CENT))
  return {
    address: account.address,
    pay: (changes: Parameters<typeof payment>[1] = {}) =>
      payment(shop.clock.now(), { from: account.address, ...changes }, account),
  }
}

/** Somebody who has just bought one answer, and has so many cents left. */
const knownBuyer = async (cents: number) => {
  const made = await buyer(cents + 1)
  expect((await ask((await made.pay()).v2)).status).toBe(200)
  return made
}

test('the facilitator is asked about the first payment, not about the next, and again after ten minutes', async () => {
  const { pay } = await buyer(4)
  const counted: number[] = []
  for (const wait of [0, 1_000, 300_000, 601_000]) {
    shop.clock.move(wait)
    await shop.publish('btc/usd')
    shop.clock.move(2_000)
    const before = checks()
    expect((await ask((await pay()).v2)).status).toBe(200)
    counted.push(checks() - before)
  }
  expect(counted).toEqual([1, 0, 0, 1])
})

test('an account that was emptied meanwhile: refused by its reason, one copy gone, and asked about from then on', async () => {
  const { pay } = await knownBuyer(0)
  const [checked, sold, charged] = [checks(), await copiesSold(), await charges()]
  const response = await ask((await pay()).v2)
  expect(response.status).toBe(402)
  expect(await reasonOf(response)).toBe('invalid_exact_evm_insufficient_balance')
  expect(await stateOf(response)).toMatchObject({ state: 'released', charged: false })
  expect([checks(), await copiesSold()]).toEqual([checked, sold + 1])
  for (let again = 0; again < 3; again++) expect((await ask((await pay()).v2)).status).toBe(402)
  expect([checks(), await copiesSold(), await charges()]).toEqual([checked + 3, sold + 1, charged])
})

test('ten authorizations and balance for one: one is served, one is charged', async () => {
  const { pay } = await knownBuyer(1)
  const charged = await charges()
  const shown = await Promise.all(Array.from({ length: 10 }, () => pay()))
  const responses = await Promise.all(shown.map(({ v2 }) => ask(v2)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 402)])
  const states = await Promise.all(responses.map(async (each) => (await stateOf(each))['state']))
  expect(states.filter((state) => state === 'spent')).toHaveLength(1)
  expect((await charges()) - charged).toBe(1)
})

describe('an authorization that was used before we saw it', () => {
  const used = async () => {
    const { address, pay } = await knownBuyer(2)
    const shown = await pay()
    const { authorization, signature } = shown
    const { transaction } = await shop.money.control('/chain/submit', { authorization, signature })
    return { shown, settlement: { transaction: String(transaction), payer: address } }
  }

  test('in our favour: served once, by the transaction that moved the money, and not charged again', async () => {
    const { shown, settlement } = await used()
    const [checked, charged] = [checks(), await charges()]
    paid = settlement
    const response = await ask(shown.v2)
    expect(response.status).toBe(200)
    expect(await stateOf(response)).toMatchObject({ state: 'spent', settlement })
    expect(await (await ask(shown.v1)).text()).toBe(await response.text())
    expect([checks(), await charges()]).toEqual([checked, charged])
  })

  test('and the chain does not know for what: never served, never offered a second payment', async () => {
    const { shown } = await used()
    const [checked, charged] = [checks(), await charges()]
    for (const headers of [shown.v2, shown.v1]) {
      const response = await ask(headers)
      expect(response.status).toBe(503)
      expect(response.headers.get('payment-required')).toBeNull()
      expect((await problemOf(response.clone())).error).toBe('payment_in_progress')
      expect(await stateOf(response)).toMatchObject({ state: 'sent', charged: null })
    }
    expect([checks(), await charges()]).toEqual([checked, charged])
    // The watching worker finds out that it was used otherwise: then it is refused like a stranger's.
    const name = shop.till.receipts.open((await ask(shown.v2)).headers.get('payment-receipt')!)!
    expect(await shop.store.settlements.release(name)).toBe(true)
    const response = await ask(shown.v2)
    expect([response.status, checks()]).toEqual([402, checked + 1])
    expect(await stateOf(response)).toMatchObject({ state: 'released' })
  })
})

test('the facilitator goes away: one payment is left open, everybody else is told that nothing was charged', async () => {
  const [first, second] = [await knownBuyer(1), await knownBuyer(1)]
  const [open, closed] = [await first.pay(), await second.pay()]
  await shop.money.shut()
  const charged = await charges()
  const pending = await ask(open.v2)
  expect(pending.status).toBe(503)
  expect((await problemOf(pending.clone())).error).toBe('payment_in_progress')
  const failures = shop.doors.failures
  const refused = await ask(closed.v2)
  expect((await problemOf(refused.clone())).error).toBe('no_payment_rail')
  expect(await stateOf(refused)).toMatchObject({ state: 'released', charged: false })
  expect(shop.doors.failures).toBe(failures + 1)
  shop.money.open()
  for (const { v2 } of [open, closed]) expect((await ask(v2)).status).toBe(200)
  expect((await charges()) - charged).toBe(2)
})

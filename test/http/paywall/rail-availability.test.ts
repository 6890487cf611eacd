import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { chainSeen } from '../../../src/http/paywall/chain-seen.ts'
import { createRailAvailability } from '../../../src/http/paywall/rail-availability.ts'
import { PEG_SEEN } from '../../../src/feeds/prices/accepted-peg.ts'
import type { SettlerState } from '../../../src/store/claims/settler-state.ts'
import { authorize, base64Json, PAYER, payloadV2, signTransfer } from '../../support/payer.ts'
import { payL402, problemOf, type Shop, SPOT, startShop } from '../../support/shop.ts'
import { stillClock } from '../../support/still.ts'

const NOW = 1_795_000_000_000
const MINUTE = 60

const openWith = (
  value: number | null,
  options: {
    age?: number
    settler?: SettlerState | null
    own?: boolean
    said?: { closed?: string; warning?: string }
  } = {},
) => {
  const clock = stillClock(NOW)
  const seen = { at: NOW - (options.age ?? 5) * 1000, state: { value } }
  const boards = {
    read: async (ids: readonly string[]) => ids.map((id) => (id === PEG_SEEN.id && value ? seen : null)),
  }
  const settlers = { read: async () => options.settler ?? null, write: async () => {} }
  const settler = {
    closed: async () => options.said?.closed ?? null,
    warning: async () => options.said?.warning ?? null,
  }
  const ownSettlement = options.own ?? false
  const isChainSeen = chainSeen(settlers, clock)
  return {
    clock,
    availability: createRailAvailability({
      clock,
      boards,
      settlers,
      pegged: true,
      ownSettlement,
      settler,
      isChainSeen,
    }),
  }
}

describe('the x402 rail', () => {
  test('is open while a USDC is a dollar, to within two per cent', async () => {
    for (const value of [1, 0.98, 1.02, 0.9995]) expect(await openWith(value).availability.x402()).toBeNull()
  })

  test('is closed off the peg, and when nobody knows the peg', async () => {
    for (const value of [0.979_999, 1.020_001, 0.1])
      expect(await openWith(value).availability.x402()).toContain('off its peg')
    expect(await openWith(null).availability.x402()).toContain('not known')
    // From a clock that is wrong.
    expect(await openWith(1, { age: -6 }).availability.x402()).toContain('not known')
  })

  test('stays open for half an hour in which no venues agree, and tells the operator of it', async () => {
    for (const age of [2 * MINUTE, 5 * MINUTE]) {
      expect(await openWith(1, { age }).availability.x402()).toBeNull()
      expect(await openWith(1, { age, own: true }).availability.warning()).toBeNull()
    }
    expect(await openWith(1, { age: 30 * MINUTE }).availability.x402()).toBeNull()
    expect(await openWith(1, { age: 29 * MINUTE, own: true }).availability.warning()).toContain('for 29 minutes')
    expect(await openWith(1, { age: 30 * MINUTE + 1 }).availability.x402()).toContain('not known')
    // What was off the peg when it was last known is not forgiven by silence.
    expect(await openWith(0.97, { age: 20 * MINUTE }).availability.x402()).toContain('off its peg')
  })

  test('is closed while whoever settles says so', async () => {
    const { availability } = openWith(1, { said: { closed: 'the facilitator does not answer' } })
    expect(await availability.x402()).toBe('the facilitator does not answer')
  })

  describe('above ten cents, on the word of a facilitator', () => {
    const settler: SettlerState = { open: true, address: '', wei: '0', at: NOW - 1_000, heardAt: NOW - 1_000 }
    const seen = (changes: Partial<SettlerState> | null) =>
      openWith(1, { settler: changes && { ...settler, ...changes } })

    test('is open while a worker hears its node', async () => {
      for (const changes of [{}, { at: NOW - 60_000, heardAt: NOW - 60_000 }]) {
        expect(await seen(changes).availability.tooMuch(7_000_000)).toBeNull()
        expect(await seen(changes).availability.warning()).toBeNull()
      }
    })

    test('is closed without a worker, and with one that does not hear its node; small amounts pass', async () => {
      for (const changes of [null, { at: NOW - 60_001 }, { heardAt: NOW - 60_001 }]) {
        const { availability } = seen(changes)
        expect(await availability.tooMuch(100_001)).toContain('no node of the chain answers')
        expect(await availability.tooMuch(100_000)).toBeNull()
        expect(await availability.x402()).toBeNull()
        expect(await availability.warning()).toContain('$0.1')
      }
    })

    test('asks the store once a second, whoever asks', async () => {
      const clock = stillClock(NOW)
      let reads = 0
      const isSeen = chainSeen({ read: async () => (reads++, settler) }, clock)
      for (let n = 0; n < 50; n++) expect(await isSeen()).toBe(true)
      clock.move(999)
      await isSeen()
      expect(reads).toBe(1)
      clock.move(1)
      await isSeen()
      expect(reads).toBe(2)
    })

    test('whoever settles by himself needs no word', async () => {
      const { availability } = openWith(1, { own: true })
      expect(await availability.tooMuch(7_000_000)).toBeNull()
    })
  })

  test('settling ourselves, it is closed without a worker and without gas', async () => {
    const settler: SettlerState = { open: true, address: '0x', wei: '1', at: NOW - 1_000, heardAt: NOW - 1_000 }
    expect(await openWith(1, { own: true, settler }).availability.x402()).toBeNull()
    expect(await openWith(1, { own: true }).availability.x402()).toContain('away')
    expect(await openWith(1, { own: true, settler: { ...settler, at: NOW - 60_001 } }).availability.x402()).toContain(
      'away',
    )
    expect(await openWith(1, { own: true, settler: { ...settler, open: false } }).availability.x402()).toContain('gas')
  })
})

describe('a closed rail', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await startShop()
    await shop.publish('btc/usd')
    await shop.money.fund(PAYER.address)
  })
  beforeEach(() => void (shop.availability.closed = null))
  afterAll(() => shop.stop())

  const pay = async () => {
    const authorization = authorize(shop.clock.now())
    return { 'payment-signature': base64Json(payloadV2(authorization, await signTransfer(authorization))) }
  }

  test('is left out of the challenge; Lightning stays open and sells', async () => {
    shop.availability.closed = 'USDC is off its peg'
    const response = await shop.request(SPOT)
    expect([response.status, response.headers.get('payment-required')]).toEqual([402, null])
    expect(((await response.json()) as { accepts: unknown[] }).accepts).toEqual([])
    expect((await shop.request(SPOT, { headers: { authorization: (await payL402(shop)).authorization } })).status).toBe(
      200,
    )
  })

  test('answers a payment 503, charges nothing, and the same payment works when it opens', async () => {
    shop.availability.closed = 'USDC is off its peg'
    const headers = await pay()
    const closed = await shop.request(SPOT, { headers })
    expect([closed.status, (await problemOf(closed)).error]).toEqual([503, 'no_payment_rail'])
    expect(await shop.money.transfers()).toEqual([])
    shop.availability.closed = null
    expect((await shop.request(SPOT, { headers })).status).toBe(200)
  })

  test('does not keep from a buyer what was paid for', async () => {
    const headers = await pay()
    const bought = await (await shop.request(SPOT, { headers })).text()
    shop.availability.closed = 'USDC is off its peg'
    const again = await shop.request(SPOT, { headers })
    expect([again.status, await again.text()]).toEqual([200, bought])
  })

  test('with no other rail an unpaid request is 503', async () => {
    const usdc = await startShop({ rails: ['x402'] })
    await usdc.publish('btc/usd')
    usdc.availability.closed = 'the facilitator does not answer'
    const response = await usdc.request(SPOT)
    expect([response.status, (await problemOf(response)).error]).toEqual([503, 'no_payment_rail'])
    await usdc.stop()
  })
})

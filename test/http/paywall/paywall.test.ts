import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { decodePaymentResponseHeader } from '@x402/core/http'
import { verifyAnswer } from '../../../src/canonical/verify.ts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { buyerL402, buyerV1, buyerV2 } from '../../../src/demo/buyers.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { BASE_USDC, PAYER, PAYER_KEY, payment, SELLER, STRANGER } from '../../support/payer.ts'
import { billOf, payL402, problemOf, reasonOf, type Shop, SPOT, startShop } from '../../support/shop.ts'
import { until } from '../../support/until.ts'

/**
 * The whole sale over a real Redis and the sandbox's money: the answer before money, never charged without it, never sold
 * twice.
 */

let shop: Shop

beforeAll(async () => {
  shop = await startShop()
  await shop.money.fund(PAYER.address)
})
afterAll(() => shop.stop())

const ETHER = '/oracle/price/eth/usd'

/** A new snapshot of two subjects, nothing broken, and later by enough that no older edition is cached. */
beforeEach(async () => {
  shop.clock.move(2_000)
  shop.asker.mode = 'prints'
  await shop.money.control('/chain/faults', {})
  await shop.money.control('/lightning/faults', {})
  await Promise.all([shop.publish('btc/usd'), shop.publish('eth/usd', '3512.05')])
})

const invoices = () => shop.money.calledOf('POST /lnd/v1/invoices')
const charges = async () => (await shop.money.transfers()).length
const layouts = registry.feeds.map((feed) => feed.sale.canonical)

/** A new snapshot, and enough time that the cache reads it. */
const republish = async () => {
  await shop.publish('btc/usd')
  shop.clock.move(2_000)
}

/** What sales and charges a step adds. */
const watch = async () => {
  const before = { sales: await shop.sales(), charges: await charges(), invoices: invoices() }
  return async () => ({
    sales: (await shop.sales()) - before.sales,
    charges: (await charges()) - before.charges,
    invoices: invoices() - before.invoices,
  })
}

const verified = (body: Readonly<Record<string, Json>>, rail: 'l402' | 'x402') =>
  verifyAnswer(body, { publicKey: shop.keys[rail].publicKey, layouts })

describe('buying', () => {
  for (const [version, buyer] of [
    [2, buyerV2],
    [1, buyerV1],
  ] as const)
    test(`the official x402 client buys a signed answer under version ${version}`, async () => {
      const added = await watch()
      const response = await buyer(PAYER_KEY)(shop.url + SPOT)
      expect(response.status).toBe(200)
      const body = (await response.json()) as Record<string, Json>
      expect(verified(body, 'x402')).toMatchObject({ ok: true })
      expect(body).toMatchObject({ price: '97012.34', signingScheme: 'ed25519' })
      expect(await added()).toEqual({ sales: 1, charges: 1, invoices: 1 })

      const [transfer] = (await shop.money.transfers()).slice(-1)
      expect(transfer).toMatchObject({ from: PAYER.address, to: SELLER, value: '10000' })
      for (const [header, network] of [
        ['payment-response', 'eip155:8453'],
        ['x-payment-response', 'base'],
      ] as const)
        expect(decodePaymentResponseHeader(response.headers.get(header)!)).toEqual({
          success: true,
          transaction: transfer!['transaction']!,
          network: network as `${string}:${string}`,
          payer: PAYER.address,
        })
    })

  test('a Lightning buyer gets an ECDSA answer', async () => {
    const added = await watch()
    const response = await buyerL402(shop.money.pay)(shop.url + SPOT)
    expect(response.status).toBe(200)
    const body = (await response.json()) as Record<string, Json>
    expect(verified(body, 'l402')).toMatchObject({ ok: true })
    expect(body['signingScheme']).toBe('secp256k1_ecdsa')
    expect(await added()).toEqual({ sales: 1, charges: 0, invoices: 1 })
  })

  test('an answer says how old it is, is not stored, and can be read by a browser', async () => {
    const { authorization } = await payL402(shop)
    shop.clock.move(3_000)
    const response = await shop.request(SPOT, { headers: { authorization } })
    expect(response.status).toBe(200)
    expect(response.headers.get('age')).toBe('3')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const exposed = response.headers.get('access-control-expose-headers')!
    for (const name of ['PAYMENT-REQUIRED', 'PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE', 'WWW-Authenticate'])
      expect(exposed).toContain(name)
  })

  test('the offer names its address from configuration, whatever the Host', async () => {
    const response = await fetch(shop.url + SPOT)
    const { accepts } = (await response.json()) as { accepts: { resource: string }[] }
    expect(accepts[0]!.resource).toBe(`https://oracle.example${SPOT}`)
  })
})

describe('the answer before money', () => {
  test('what was never published is 503 before any invoice exists', async () => {
    const added = await watch()
    const response = await shop.request('/oracle/price/sol/usd')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(response.headers.get('www-authenticate')).toBeNull()
    expect(response.headers.get('payment-required')).toBeNull()
    expect((await problemOf(response)).error).toBe('data_unavailable')
    expect(await added()).toEqual({ sales: 0, charges: 0, invoices: 0 })
  })

  test('a snapshot is sold at its last second and not one later', async () => {
    shop.clock.move(30_000)
    expect((await shop.request(SPOT)).status).toBe(402)
    shop.clock.move(1_000)
    const added = await watch()
    expect((await shop.request(SPOT)).status).toBe(503)
    expect((await added()).invoices).toBe(0)
  })

  test('a payment for an edition that is too old stays valid on both rails', async () => {
    const { authorization } = await payL402(shop)
    const paid = await payment(shop.clock.now(), { validBefore: String(Math.floor(shop.clock.now() / 1000) + 600) })
    shop.clock.move(31_000)
    const added = await watch()
    for (const headers of [{ authorization }, paid.v2, paid.v1]) {
      const response = await shop.request(SPOT, { headers })
      expect(response.status).toBe(503)
      expect((await problemOf(response)).error).toBe('data_unavailable')
    }
    expect(await added()).toEqual({ sales: 0, charges: 0, invoices: 0 })
    await republish()
    expect((await shop.request(SPOT, { headers: { authorization } })).status).toBe(200)
    expect((await shop.request(SPOT, { headers: paid.v2 })).status).toBe(200)
    expect(await added()).toEqual({ sales: 2, charges: 1, invoices: 0 })
  })

  test('an edition that is too old is 503 also to a credential that would be refused: no offer, no invoice', async () => {
    const { authorization } = await payL402(shop, ETHER)
    const wrong = await payment(shop.clock.now(), { value: '1' })
    shop.clock.move(31_000)
    const added = await watch()
    for (const headers of [{ authorization }, wrong.v2]) {
      const response = await shop.request(SPOT, { headers })
      expect(response.status).toBe(503)
      expect(response.headers.get('payment-required')).toBeNull()
    }
    expect((await added()).invoices).toBe(0)
  })
})

describe('the same payment again', () => {
  test('L402: the same bytes for two minutes, then 402 with a fresh invoice', async () => {
    const { authorization, invoice } = await payL402(shop)
    const added = await watch()
    const first = await (await shop.request(SPOT, { headers: { authorization } })).text()
    shop.clock.move(120_000)
    const again = await shop.request(SPOT, { headers: { authorization } })
    expect(again.status).toBe(200)
    expect(await again.text()).toBe(first)
    expect(again.headers.get('age')).toBe('120')

    await republish()
    const late = await shop.request(SPOT, { headers: { authorization } })
    expect(late.status).toBe(402)
    expect((await problemOf(late.clone())).error).toBe('payment_already_used')
    expect(billOf(late)?.invoice).toStartWith('lnbc')
    expect(billOf(late)?.invoice).not.toBe(invoice)
    expect(await added()).toEqual({ sales: 1, charges: 0, invoices: 1 })
  })

  test('x402: the same bytes and receipt for two minutes under either version, also after the authorization ran out', async () => {
    const paid = await payment(shop.clock.now())
    const added = await watch()
    const first = await shop.request(SPOT, { headers: paid.v2 })
    expect(first.status).toBe(200)
    const body = await first.text()
    for (const headers of [paid.v2, paid.v1]) {
      const again = await shop.request(SPOT, { headers })
      expect(again.status).toBe(200)
      expect(await again.text()).toBe(body)
      expect(again.headers.get('payment-response')).toBe(first.headers.get('payment-response'))
    }
    shop.clock.move(119_000)
    expect(await (await shop.request(SPOT, { headers: paid.v1 })).text()).toBe(body)
    await republish()
    const late = await shop.request(SPOT, { headers: paid.v2 })
    expect(late.status).toBe(402)
    expect(late.headers.get('www-authenticate')).toBeNull()
    expect(await added()).toEqual({ sales: 1, charges: 1, invoices: 0 })
  })

  test('an expired authorization that its payer did not sign fetches nothing', async () => {
    const paid = await payment(shop.clock.now())
    expect((await shop.request(SPOT, { headers: paid.v2 })).status).toBe(200)
    // Payer and nonce of a payment are public once it is on the chain.
    const forged = await payment(
      shop.clock.now(),
      { ...paid.authorization, validBefore: String(Math.floor(shop.clock.now() / 1000) - 10) },
      STRANGER,
    )
    const response = await shop.request(SPOT, { headers: forged.v2 })
    expect(response.status).toBe(402)
    expect(await reasonOf(response)).toBe('invalid_exact_evm_payload_signature')
  })

  test('another path refuses it, and the first path still gives the same bytes', async () => {
    const { authorization } = await payL402(shop)
    const paid = await payment(shop.clock.now())
    const first = await (await shop.request(SPOT, { headers: paid.v1 })).text()
    const token = await shop.request(ETHER, { headers: { authorization } })
    expect(token.status).toBe(402)
    expect(await reasonOf(token)).toBe('l402_other_request')
    for (const headers of [paid.v1, paid.v2]) {
      const response = await shop.request(ETHER, { headers })
      expect(response.status).toBe(402)
      expect((await problemOf(response)).error).toBe('payment_already_used')
    }
    expect(await (await shop.request(SPOT, { headers: paid.v2 })).text()).toBe(first)
    expect((await shop.request(SPOT, { headers: { authorization } })).status).toBe(200)
  })

  for (const rail of ['l402', 'x402'] as const)
    test(`${rail}: twenty at once are one sale and one charge`, async () => {
      const paid = await payment(shop.clock.now())
      const { authorization } = await payL402(shop)
      const headersOf = (at: number) => (rail === 'l402' ? { authorization } : at % 2 === 0 ? paid.v1 : paid.v2)
      const added = await watch()
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, at) => shop.request(SPOT, { headers: headersOf(at) })),
      )
      const bodies = new Set<string>()
      for (const response of responses) {
        if (response.status === 200) bodies.add(await response.text())
        else {
          expect(response.status).toBe(503)
          expect(response.headers.get('retry-after')).toBe('1')
          expect((await problemOf(response)).error).toBe('payment_in_progress')
        }
      }
      expect(bodies.size).toBe(1)
      expect(await added()).toEqual({ sales: 1, charges: rail === 'x402' ? 1 : 0, invoices: 0 })
      const after = await shop.request(SPOT, { headers: headersOf(0) })
      expect(await after.text()).toBe([...bodies][0]!)
    })
})

/** Takes copies of a version for others, all of them or all but some. */
const sellAll = async (
  { actor, version, rail }: { readonly actor: string; readonly version: number; readonly rail: 'l402' | 'x402' },
  but = 0,
): Promise<void> => {
  const { snapshots } = shop.store
  const left = (await snapshots.editions(actor, version, rail, (await snapshots.sold(actor, version))[rail])).length
  await snapshots.take(actor, version, rail, left - but)
}

describe('editions', () => {
  test('three hundred buyers at once never share one', async () => {
    const half = 150
    const tokens = await Promise.all(Array.from({ length: half }, () => payL402(shop)))
    const payments = await Promise.all(Array.from({ length: half }, () => payment(shop.clock.now())))
    const added = await watch()
    const buy = (headers: Readonly<Record<string, string>>) =>
      until('an edition for each', async () => {
        const response = await shop.request(SPOT, { headers })
        if (response.status === 200) return (await response.json()) as Record<string, string>
        // Copies are being printed: the one answer a buyer in a crowd may get.
        expect(response.status).toBe(503)
        expect((await problemOf(response)).error).toBe('data_unavailable')
        return null
      })
    const bodies = await Promise.all([
      ...tokens.map(({ authorization }) => buy({ authorization })),
      ...payments.map((each, at) => buy(at % 2 === 0 ? each.v1 : each.v2)),
    ])
    const distinct = (values: readonly (string | undefined)[]) => new Set(values).size
    expect(distinct(bodies.map((body) => body['canonical']))).toBe(2 * half)
    expect(distinct(bodies.map((body) => body['canonical']!.split('|').at(-1)))).toBe(2 * half)
    expect(distinct(bodies.map((body) => body['signature']))).toBe(2 * half)
    expect(bodies.filter((body) => body['signingScheme'] === 'ed25519')).toHaveLength(half)
    expect(bodies.every((body) => verifyAnswer(body).ok)).toBe(true)
    expect(await added()).toEqual({ sales: 2 * half, charges: half, invoices: 0 })
    expect(shop.asker.asked.length).toBeGreaterThan(0)
    const printing = await shop.store.snapshots.printing('price/spot/BTC-USD')
    expect(printing.reprinted.l402).toBeGreaterThanOrEqual(half - 2)
    expect(printing.sold.x402).toBeGreaterThanOrEqual(half)
  }, 120_000)

  for (const mode of ['times_out', 'throws'] as const)
    test(`sold out and no worker to sign (${mode}): 503, nothing charged, the same payments work later`, async () => {
      shop.asker.mode = mode
      const cached = (await shop.paywall.editionCache.current('price/spot/ETH-USD', shop.clock.now()))!
      const from = { actor: 'price/spot/ETH-USD', version: cached.snapshot.timestamp }
      for (const rail of ['l402', 'x402'] as const) await sellAll({ ...from, rail })

      const { authorization } = await payL402(shop, ETHER)
      const paid = await payment(shop.clock.now())
      const added = await watch()
      for (const headers of [{ authorization }, paid.v2]) {
        const response = await shop.request(ETHER, { headers })
        expect(response.status).toBe(503)
        expect(response.headers.get('retry-after')).toBe('1')
        expect((await problemOf(response)).error).toBe('data_unavailable')
      }
      expect(await added()).toEqual({ sales: 0, charges: 0, invoices: 0 })
      shop.asker.mode = 'prints'
      for (const headers of [{ authorization }, paid.v2])
        expect((await shop.request(ETHER, { headers })).status).toBe(200)
      expect(await added()).toEqual({ sales: 2, charges: 1, invoices: 0 })
    })

  test('more are signed before the last one is sold', async () => {
    const asked = shop.asker.asked.length
    const first = await payL402(shop, ETHER)
    const cached = (await shop.paywall.editionCache.current('price/spot/ETH-USD', shop.clock.now()))!
    const from = { actor: 'price/spot/ETH-USD', version: cached.snapshot.timestamp, rail: 'l402' } as const
    await sellAll(from, 1)
    expect((await shop.request(ETHER, { headers: { authorization: first.authorization } })).status).toBe(200)
    expect(shop.asker.asked.slice(asked)).toMatchObject([
      { actor: 'price/spot/ETH-USD', wish: { what: 'reprint', rail: 'l402', version: cached.snapshot.timestamp } },
    ])
  })
})

describe('a facilitator in trouble', () => {
  test('away before settling: 503, nothing charged, the other rail is open, the same payment works later', async () => {
    const { authorization } = await payL402(shop)
    const newcomer = privateKeyToAccount(generatePrivateKey())
    await shop.money.fund(newcomer.address)
    const paid = await payment(shop.clock.now(), { from: newcomer.address }, newcomer)
    await shop.money.shut()
    const added = await watch()
    const response = await shop.request(SPOT, { headers: paid.v2 })
    expect(response.status).toBe(503)
    expect((await problemOf(response.clone())).error).toBe('no_payment_rail')
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await shop.request(SPOT, { headers: { authorization } })).status).toBe(200)
    expect(await added()).toEqual({ sales: 1, charges: 0, invoices: 0 })
    shop.money.open()
    // After a moment one payment is tried there again.
    shop.clock.move(2_000)
    expect((await shop.request(SPOT, { headers: paid.v2 })).status).toBe(200)
    expect((await added()).charges).toBe(1)
  })

  test('its answer lost after the money moved: 503 with a pending receipt, then and ever after, never 402', async () => {
    await shop.money.control('/chain/faults', { settle: 'unknown' })
    const paid = await payment(shop.clock.now())
    const added = await watch()
    const isPending = async (headers: Readonly<Record<string, string>>) => {
      const response = await shop.request(SPOT, { headers })
      expect(response.status).toBe(503)
      expect((await problemOf(response.clone())).error).toBe('payment_in_progress')
      expect(response.headers.get('retry-after')).toBe('1')
      expect(response.headers.get('payment-required')).toBeNull()
      for (const header of ['payment-response', 'x-payment-response'])
        expect(decodePaymentResponseHeader(response.headers.get(header)!)).toMatchObject({
          success: false,
          errorReason: 'settlement_pending',
          transaction: '',
          payer: PAYER.address,
        })
    }
    await isPending(paid.v2)
    await shop.money.control('/chain/faults', {})
    await isPending(paid.v2)
    await isPending(paid.v1)
    // The authorization runs out; whether it was used is still not known.
    shop.clock.move(61_000)
    await republish()
    await isPending(paid.v2)
    expect(await added()).toEqual({ sales: 0, charges: 1, invoices: 0 })
  })

  test('no answer, nothing moved: the same payment then brings the answer that lay ready', async () => {
    shop.money.overrides.set('POST /facilitator/settle', () => new Response('<h1>bad gateway</h1>', { status: 502 }))
    const paid = await payment(shop.clock.now())
    const added = await watch()
    expect((await shop.request(SPOT, { headers: paid.v2 })).status).toBe(503)
    shop.money.overrides.clear()
    const sold = (await shop.store.snapshots.printing('price/spot/BTC-USD')).sold.x402
    const response = await shop.request(SPOT, { headers: paid.v1 })
    expect(response.status).toBe(200)
    expect(verified((await response.json()) as Record<string, Json>, 'x402').ok).toBe(true)
    expect((await shop.store.snapshots.printing('price/spot/BTC-USD')).sold.x402).toBe(sold)
    expect(await added()).toEqual({ sales: 1, charges: 1, invoices: 0 })
  })

  for (const [fault, reason] of [
    ['fail', 'invalid_exact_evm_transaction_failed'],
    ['insufficient', 'invalid_exact_evm_insufficient_balance'],
  ] as const)
    test(`settlement refused (${fault}): 402 with the reason, and the claim is let go`, async () => {
      await shop.money.control('/chain/faults', { settle: fault })
      const paid = await payment(shop.clock.now())
      const added = await watch()
      const response = await shop.request(SPOT, { headers: paid.v2 })
      expect(response.status).toBe(402)
      expect(response.headers.get('www-authenticate')).toBeNull()
      expect(await reasonOf(response)).toBe(reason)
      await shop.money.control('/chain/faults', {})
      const other = await shop.request(ETHER, { headers: paid.v2 })
      expect(other.status).toBe(200)
      expect(await added()).toEqual({ sales: 1, charges: 1, invoices: 0 })
    })

  test('an empty account is refused by its reason, and the next buyer gets what it did not pay for', async () => {
    const sold = (await shop.store.snapshots.printing('price/spot/BTC-USD')).sold.x402
    const poor = await payment(shop.clock.now(), { from: STRANGER.address }, STRANGER)
    const response = await shop.request(SPOT, { headers: poor.v2 })
    expect(response.status).toBe(402)
    expect(await reasonOf(response)).toBe('invalid_exact_evm_insufficient_balance')
    expect((await shop.request(SPOT, { headers: (await payment(shop.clock.now())).v2 })).status).toBe(200)
    expect((await shop.store.snapshots.printing('price/spot/BTC-USD')).sold.x402).toBe(sold + 1)
  })

  test('a slow settlement is not sent a second time, and its payer never sees a 402', async () => {
    await shop.money.control('/chain/faults', { settle: 'delay', delayMs: 300 })
    const paid = await payment(shop.clock.now())
    const settled = shop.money.calledOf('POST /facilitator/settle')
    const added = await watch()
    const first = shop.request(SPOT, { headers: paid.v2 })
    while (shop.money.calledOf('POST /facilitator/settle') === settled) await Bun.sleep(2)
    // Now a settlement that were sent again would overtake the first.
    await shop.money.control('/chain/faults', {})
    const second = await shop.request(SPOT, { headers: paid.v1 })
    expect(second.status).toBe(503)
    expect((await problemOf(second)).error).toBe('payment_in_progress')
    const sold = await first
    expect(sold.status).toBe(200)
    expect(shop.money.calledOf('POST /facilitator/settle')).toBe(settled + 1)
    expect(await (await shop.request(SPOT, { headers: paid.v1 })).text()).toBe(await sold.text())
    expect(await added()).toEqual({ sales: 1, charges: 1, invoices: 0 })
  })

  test('somebody else submits the authorization between check and settlement: never 402', async () => {
    await shop.money.control('/chain/faults', { settle: 'delay', delayMs: 150 })
    const paid = await payment(shop.clock.now())
    const settled = shop.money.calledOf('POST /facilitator/settle')
    const first = shop.request(SPOT, { headers: paid.v2 })
    while (shop.money.calledOf('POST /facilitator/settle') === settled) await Bun.sleep(2)
    const { authorization, signature } = paid
    expect(await shop.money.control('/chain/submit', { authorization, signature })).toMatchObject({ to: SELLER })
    expect((await first).status).toBe(503)
    expect((await shop.request(SPOT, { headers: paid.v2 })).status).toBe(503)
  })
})

describe('a Lightning node in trouble', () => {
  for (const fault of [{ down: true }, { status: 500 }])
    test(`${JSON.stringify(fault)}: the challenge goes out with x402 alone`, async () => {
      await shop.money.control('/lightning/faults', fault)
      const response = await shop.request(SPOT)
      expect(response.status).toBe(402)
      expect(response.headers.get('www-authenticate')).toBeNull()
      expect(response.headers.get('payment-required')).not.toBeNull()
      const body = (await response.json()) as { accepts: unknown[]; l402?: unknown }
      expect(body.accepts).toHaveLength(1)
      expect(body.l402).toBeUndefined()
    })

  test('a token that was paid for is honoured while the node is away', async () => {
    const { authorization } = await payL402(shop)
    await shop.money.control('/lightning/faults', { down: true })
    expect((await shop.request(SPOT, { headers: { authorization } })).status).toBe(200)
  })
})

describe('credentials', () => {
  test('two payments for one answer are 400 and neither is spent', async () => {
    const { authorization } = await payL402(shop)
    const paid = await payment(shop.clock.now())
    const added = await watch()
    for (const headers of [
      { authorization, ...paid.v1 },
      { authorization, ...paid.v2 },
    ]) {
      const response = await shop.request(SPOT, { headers })
      expect(response.status).toBe(400)
      expect(await reasonOf(response)).toBe('one_payment')
    }
    expect(await added()).toEqual({ sales: 0, charges: 0, invoices: 0 })
    expect((await shop.request(SPOT, { headers: { authorization } })).status).toBe(200)
    expect((await shop.request(SPOT, { headers: paid.v1 })).status).toBe(200)
  })

  test('an Authorization of another scheme is no payment', async () => {
    const response = await shop.request(SPOT, { headers: { authorization: 'Bearer abc' } })
    expect(response.status).toBe(402)
    expect((await problemOf(response)).error).toBe('payment_required')
  })

  test('a forged token gets no invoice, an expired one of ours does', async () => {
    const { authorization } = await payL402(shop)
    const preimage = authorization.split(':')[1]!
    const added = await watch()
    const forged = await shop.request(SPOT, { headers: { authorization: `L402 ${'A'.repeat(200)}:${preimage}` } })
    expect(forged.status).toBe(402)
    expect(forged.headers.get('www-authenticate')).toBeNull()
    expect((await added()).invoices).toBe(0)
    shop.clock.move(3_901_000)
    await republish()
    const expired = await shop.request(SPOT, { headers: { authorization } })
    expect(expired.status).toBe(402)
    expect(await reasonOf(expired.clone())).toBe('l402_expired_token')
    expect(billOf(expired)).not.toBeNull()
  })

  test('conditional and range requests spend nothing; without the condition the payment is good', async () => {
    const { authorization } = await payL402(shop)
    const paid = await payment(shop.clock.now())
    const added = await watch()
    for (const headers of [{ authorization }, paid.v1, paid.v2])
      for (const condition of ['if-none-match', 'if-match', 'if-range', 'range']) {
        const response = await shop.request(SPOT, {
          headers: { ...headers, [condition]: condition === 'range' ? 'bytes=0-1' : '*' },
        })
        expect(response.status).toBe(400)
        expect((await problemOf(response)).details[0]!.rule).toBe('unconditional')
      }
    for (const condition of ['if-modified-since', 'if-unmodified-since']) {
      const headers = { authorization, [condition]: 'Wed, 21 Oct 2026 07:28:00 GMT' }
      expect((await shop.request(SPOT, { headers })).status).toBe(400)
    }
    expect(await added()).toEqual({ sales: 0, charges: 0, invoices: 0 })
    expect((await shop.request(SPOT, { headers: { authorization } })).status).toBe(200)
    expect((await shop.request(SPOT, { headers: paid.v2 })).status).toBe(200)
  })
})

describe('what is offered', () => {
  test('no rail at all: paid routes are 503, free ones work', async () => {
    const bare = await startShop({ rails: [] })
    try {
      await bare.publish('btc/usd')
      const response = await bare.request(SPOT)
      expect(response.status).toBe(503)
      expect((await problemOf(response)).error).toBe('no_payment_rail')
      expect((await bare.request(`${SPOT}/preview`)).status).toBe(200)
      expect(await (await bare.request('/health')).json()).toMatchObject({ protocol: 'none' })
    } finally {
      await bare.stop()
    }
  })

  test('one rail: the other is not mentioned, and its credentials pay for nothing', async () => {
    const lightning = await startShop({ rails: ['l402'] })
    const usdc = await startShop({ rails: ['x402'] })
    try {
      await Promise.all([lightning.publish('btc/usd'), usdc.publish('btc/usd')])
      const asked = await lightning.request(SPOT, { headers: (await payment(lightning.clock.now())).v2 })
      expect(asked.status).toBe(402)
      expect(asked.headers.get('payment-required')).toBeNull()
      expect(billOf(asked)).not.toBeNull()
      expect(((await asked.json()) as { accepts: unknown[] }).accepts).toEqual([])

      await lightning.money.control('/lightning/faults', { down: true })
      const shut = await lightning.request(SPOT)
      expect(shut.status).toBe(503)
      expect((await problemOf(shut)).error).toBe('no_payment_rail')

      const { authorization } = await payL402(shop)
      const other = await usdc.request(SPOT, { headers: { authorization } })
      expect(other.status).toBe(402)
      expect(other.headers.get('www-authenticate')).toBeNull()
      expect(other.headers.get('payment-required')).not.toBeNull()
    } finally {
      await Promise.all([lightning.stop(), usdc.stop()])
    }
  })
})

test('nothing that is bearer money is logged or counted', async () => {
  const { authorization, macaroon } = await payL402(shop)
  const paid = await payment(shop.clock.now())
  const [, preimage] = authorization.split(':')
  for (const headers of [
    { authorization },
    paid.v1,
    { authorization: `${authorization}0` },
    { 'x-payment': paid.signature },
  ])
    await shop.request(SPOT, { headers })
  await shop.money.control('/chain/faults', { settle: 'unknown' })
  const lost = await payment(shop.clock.now())
  await shop.request(SPOT, { headers: lost.v2 })
  await shop.money.shut()
  const away = await payment(shop.clock.now())
  await shop.request(SPOT, { headers: away.v2 })
  shop.money.open()

  const written = JSON.stringify([shop.log.lines, shop.count.read()])
  expect(shop.log.lines.map((line) => line.event)).toContain('settlement.unknown')
  for (const secret of [
    macaroon,
    preimage!,
    ...[paid, lost, away].flatMap((each) => [each.signature, ...Object.values(each.v1), ...Object.values(each.v2)]),
  ])
    expect(written).not.toContain(secret)
  expect(written).not.toContain(BASE_USDC)
  expect(shop.log.lines.filter((line) => line.level === 'error')).toEqual([])
})

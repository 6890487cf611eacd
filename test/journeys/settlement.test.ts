import { fewOfEachFeed } from '../support/few-of-each-feed.ts'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { fetch402 } from '@getalby/lightning-tools/402'
import { fetchWithL402 } from '@getalby/lightning-tools/402/l402'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import { PaymentRequiredV1Schema, PaymentRequiredV2Schema } from '@x402/core/schemas'
import { validateDiscoveryExtension } from '@x402/extensions/bazaar'
import { wrapAxiosWithPaymentFromConfig } from '@x402/axios'
import { ExactEvmScheme } from '@x402/evm'
import { create as createAxios } from 'axios'
import { MemoryTokenStore, PaymentResult, setupL402Interceptor, Wallet } from 'l402'
import { decode } from 'light-bolt11-decoder'
import { keepSnapshot } from '../../src/actors/publisher/recorder.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { FUNDING_PAID_BOARDS } from '../../src/feeds/boards/funding-paid-boards.ts'
import { buyerV1, buyerV2 } from '../../src/demo/buyers.ts'
import { registry } from '../../src/feeds/registry.ts'
import { type Endpoint, isPriced } from '../../src/http/wire/endpoint.ts'
import { systemRandom } from '../../src/system/random.ts'
import { addressOf, itemNow } from '../support/feeds/item-now.ts'
import { BASE_USDC, PAYER, payment, SELLER } from '../support/payer.ts'
import { type ChainShop, MODES, startChainShop } from '../support/chain-shop.ts'
import { type Shop, SPOT, startShop } from '../support/shop.ts'

/** Official clients, unmodified, pay with what they take for real money: USDC on a chain, sats through a node. */

const verified = (shop: Shop, body: Readonly<Record<string, Json>>, rail: 'l402' | 'x402') =>
  verifyAnswer(body, { publicKey: shop.keys[rail].publicKey, layouts: LAYOUTS })

const CENT = 10_000

describe.each(MODES)('USDC on the chain, settled by %s', (settling) => {
  let shop: ChainShop

  beforeAll(async () => {
    shop = await startChainShop(settling)
    await shop.publish('btc/usd')
  })
  afterAll(() => shop.stop())

  for (const [version, client, header, network] of [
    [2, buyerV2, 'payment-response', 'eip155:8453'],
    [1, buyerV1, 'x-payment-response', 'base'],
  ] as const)
    test(`the official client of version ${version} gets a signed answer and pays its price, once`, async () => {
      const buyer = await shop.buyer(5 * CENT)
      const earned = await shop.earned()
      const response = await client(buyer.key)(shop.url + SPOT)
      expect(response.status).toBe(200)
      const body = (await response.json()) as Record<string, Json>
      expect(verified(shop, body, 'x402')).toMatchObject({ ok: true })
      expect(body).toMatchObject({ domain: 'BTCUSD', price: '97012.34', signingScheme: 'ed25519' })
      expect(await buyer.balance()).toBe(4 * CENT)
      expect((await shop.earned()) - earned).toBe(CENT)

      const said = decodePaymentResponseHeader(response.headers.get(header)!)
      expect(said).toMatchObject({ success: true, network: network as `${string}:${string}`, payer: buyer.address })
      const mined = await shop.anvil.rpc<{ status: string; logs: { address: string; topics: string[] }[] }>(
        'eth_getTransactionReceipt',
        [said.transaction],
      )
      expect(mined.status).toBe('0x1')
      const moved = mined.logs.filter(({ address }) => address === BASE_USDC.toLowerCase()).at(-1)!
      expect(moved.topics.slice(1).map((topic) => `0x${topic.slice(26)}`)).toEqual(
        [buyer.address, SELLER].map((address) => address.toLowerCase()),
      )
      expect(shop.facilitator.total() > 0).toBe(settling === 'facilitator')
    })

  test('@x402/axios gets a signed answer and pays its price, once', async () => {
    const buyer = await shop.buyer(5 * CENT)
    const earned = await shop.earned()
    const scheme = { network: 'eip155:8453', client: new ExactEvmScheme(buyer.account) } as const
    const client = wrapAxiosWithPaymentFromConfig(createAxios(), { schemes: [scheme] })
    const response = await client.get<Record<string, Json>>(shop.url + SPOT)
    expect(response.status).toBe(200)
    expect(verified(shop, response.data, 'x402')).toMatchObject({ ok: true })
    expect([await buyer.balance(), (await shop.earned()) - earned]).toEqual([4 * CENT, CENT])
    const said = decodePaymentResponseHeader(String(response.headers['payment-response']))
    expect(said).toMatchObject({ success: true, network: 'eip155:8453', payer: buyer.address })
  })

  test('a client with an empty account is refused, and says so to its caller', async () => {
    const poor = await shop.buyer(CENT - 1)
    const response = await buyerV2(poor.key)(shop.url + SPOT)
    expect(response.status).toBe(402)
    const said = decodePaymentResponseHeader(response.headers.get('payment-response')!)
    expect(said).toMatchObject({ success: false, errorReason: 'invalid_exact_evm_insufficient_balance' })
    expect(await poor.balance()).toBe(CENT - 1)
  })

  test('whoever settled pays gas, and the buyer none', async () => {
    const buyer = await shop.buyer()
    expect((await buyerV2(buyer.key)(shop.url + SPOT)).status).toBe(200)
    expect(await shop.anvil.rpc<string>('eth_getTransactionCount', [buyer.address, 'latest'])).toBe('0x0')
  })
})

describe('payments gathered into one transaction', () => {
  test('three official clients at once share a transaction, and each is charged its price', async () => {
    const shop = await startChainShop('own', { batch: { windowMs: 150, max: 100 }, patienceMs: 5_000 })
    try {
      await shop.publish('btc/usd')
      const buyers = await Promise.all([1, 2, 3].map(() => shop.buyer(2 * CENT)))
      const clients = [buyerV2, buyerV1, buyerV2]
      const responses = await Promise.all(buyers.map(({ key }, at) => clients[at]!(key)(shop.url + SPOT)))
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await Promise.all(buyers.map((buyer) => buyer.balance()))).toEqual([CENT, CENT, CENT])
      expect(await shop.earned()).toBe(3 * CENT)
      expect(shop.node.calledOf('eth_sendRawTransaction')).toBe(1)
      const bodies = (await Promise.all(responses.map((each) => each.json()))) as Record<string, Json>[]
      expect(new Set(bodies.map((body) => body['canonical'])).size).toBe(3)
      for (const body of bodies) expect(verified(shop, body, 'x402').ok).toBe(true)
    } finally {
      await shop.stop()
    }
  })
})

describe('Lightning', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await startShop()
    await shop.publish('btc/usd')
  })
  afterAll(() => shop.stop())

  /** What the wallet of a client paid, in sats. */
  const paid: number[] = []
  const pay = async (invoice: string): Promise<string> => {
    paid.push(satsOf(invoice))
    return shop.money.pay(invoice)
  }
  const alby = { payInvoice: async ({ invoice }: { invoice: string }) => ({ preimage: await pay(invoice) }) }

  class SandboxWallet extends Wallet {
    override async payInvoice(invoice: string): Promise<PaymentResult> {
      return new PaymentResult(await pay(invoice), true)
    }
  }

  const withAxios = () => {
    const store = new MemoryTokenStore()
    const client = createAxios()
    setupL402Interceptor(client, new SandboxWallet(), store)
    return client
  }

  const answers: Readonly<Record<string, () => Promise<Record<string, Json>>>> = {
    "lightning-tools' fetchWithL402": async () =>
      (await (await fetchWithL402(shop.url + SPOT, {}, { wallet: alby })).json()) as Record<string, Json>,
    "lightning-tools' fetch402": async () =>
      (await (await fetch402(shop.url + SPOT, {}, { wallet: alby })).json()) as Record<string, Json>,
    'l402 0.5.1 over axios': async () =>
      (await withAxios().get(shop.url + SPOT, { responseType: 'json' })).data as Record<string, Json>,
  }

  test.each(Object.keys(answers))('%s pays ten sats once and gets an ECDSA answer', async (client) => {
    const before = { sales: await shop.sales(), paid: paid.length }
    const body = await answers[client]!()
    expect(verified(shop, body, 'l402')).toMatchObject({ ok: true })
    expect(body).toMatchObject({ domain: 'BTCUSD', signingScheme: 'secp256k1_ecdsa' })
    expect(paid.slice(before.paid)).toEqual([10])
    expect((await shop.sales()) - before.sales).toBe(1)
  })

  test('l402 0.5.1 shows the token that it keeps, and pays anew when that is used up', async () => {
    const lately = await startShop()
    try {
      await lately.publish('btc/usd')
      const invoices: string[] = []
      class Counting extends Wallet {
        override async payInvoice(invoice: string): Promise<PaymentResult> {
          invoices.push(invoice)
          return new PaymentResult(await lately.money.pay(invoice), true)
        }
      }
      const client = createAxios()
      setupL402Interceptor(client, new Counting(), new MemoryTokenStore())
      const first = (await client.get<Record<string, Json>>(lately.url + SPOT)).data
      expect((await client.get<Record<string, Json>>(lately.url + SPOT)).data).toEqual(first)
      expect(invoices).toHaveLength(1)
      lately.clock.move(121_000)
      await lately.publish('btc/usd', '97500.00')
      lately.clock.move(2_000)
      const next = (await client.get<Record<string, Json>>(lately.url + SPOT)).data
      expect(next['price']).toBe('97500.00')
      expect(invoices).toHaveLength(2)
    } finally {
      await lately.stop()
    }
  })
})

const sectionsOf = (invoice: string) => new Map(decode(invoice).sections.map((each) => [each.name, each]))

/** By an independent reader. */
const satsOf = (invoice: string): number => {
  const amount = sectionsOf(invoice).get('amount') as { value: string } | undefined
  return Number(amount?.value) / 1_000
}

interface Contract {
  readonly eventid: string
  readonly manageToken: string
}

/** A contract that may be cancelled. */
const openContract = async (shop: Shop): Promise<Contract> => {
  await shop.money.fund(PAYER.address)
  const paid = await payment(shop.clock.now(), { value: '7000000' })
  const response = await shop.request('/dlc/oracle/threshold', {
    method: 'POST',
    body: JSON.stringify({ pair: 'BTCUSD', strike: 1, direction: 'below' }),
    headers: { 'content-type': 'application/json', ...paid.v2 },
  })
  return (await response.json()) as Contract
}

describe('every priced route, with new editions', () => {
  let shop: Shop
  let priced: readonly Endpoint[]
  let contract: Contract
  /** Of routes whose subjects are born on demand: the path of an example. Of those told apart by a query: the first. */
  let words: Readonly<Record<string, string>>

  beforeAll(async () => {
    shop = await startShop()
    const publisher = createPublisher(shop.store.snapshots, fixedKeys(shop.keys), systemRandom)
    const now = shop.clock.now()
    const examples = registry.onDemand.map((feed) => itemNow(feed, now))
    for (const series of ['price/spot/BTC-USD', 'price/spot/ETH-USD'])
      await shop.store.candles.record(series, now - 7_200_000, '97000.00', 61 * 86_400)
    for (const item of [...registry.items, ...examples]) {
      const snapshot = await publisher.publish(item, item.feed.example as Record<string, Json>, {}, now)
      await keepSnapshot(item, snapshot!, shop.store)
    }
    words = Object.fromEntries([
      ...examples.map((item) => [item.feed.sale.path, addressOf(item)]),
      ...registry.items
        .filter(({ query }) => query !== '')
        .toReversed()
        .map(({ path, query }) => [path, `${path}?${query}`]),
    ])
    priced = fewOfEachFeed(shop.endpoints.filter(isPriced), 31)
    const paid = { BTC: [{ at: now - 7_200_000, rate: '0.0001' }], ETH: [{ at: now - 7_200_000, rate: '0.0001' }] }
    await shop.store.boards.write(FUNDING_PAID_BOARDS.get('okx')!.id, now, { paid })
    await shop.oracle.beat()
    contract = await openContract(shop)
  })
  afterAll(() => shop.stop())

  /** The path with an example in every hole, and what the route wants to be sent. */
  const probe = ({ path, method, body }: Endpoint): { readonly path: string; readonly init: RequestInit } => ({
    path: words[path] ?? path.replace('{eventid}', contract.eventid),
    init: {
      method,
      headers: { 'content-type': 'application/json', 'x-manage-token': contract.manageToken },
      ...(body && { body: JSON.stringify(body.example(Math.floor(shop.clock.now() / 1000))) }),
    },
  })
  const priceOf = ({ access }: Endpoint) => {
    if (access.kind !== 'paid') throw new Error('free')
    return access.price
  }

  /** Wrong answers by route, so that one look shows all of them. */
  const walk = async (look: (endpoint: Endpoint) => Promise<void>): Promise<void> => {
    expect(priced.length).toBeGreaterThan(30)
    const wrong: string[] = []
    for (const endpoint of priced)
      await look(endpoint).catch((problem: unknown) => wrong.push(`${endpoint.path}: ${String(problem)}`))
    expect(wrong).toEqual([])
  }

  test('the 402 is read by the official schemas of both versions, and its bazaar entry is valid', () =>
    walk(async (endpoint) => {
      const price = priceOf(endpoint)
      const { path, init } = probe(endpoint)
      const response = await fetch(shop.url + path, init)
      expect(response.status).toBe(402)
      expect(response.headers.get('cache-control')).toBe('no-store')
      const body = (await response.json()) as Record<string, unknown>
      const v1 = PaymentRequiredV1Schema.parse(body)
      expect(v1.accepts).toHaveLength(1)
      const [first] = v1.accepts
      expect(first).toMatchObject({
        scheme: 'exact',
        network: 'base',
        maxAmountRequired: String(price.microUsd),
        asset: BASE_USDC,
        payTo: SELLER,
        resource: `https://oracle.example${path}`,
        extra: { name: 'USD Coin', version: '2' },
      })
      // What the v1 client demands and the schema does not.
      expect(first!.description.length).toBeGreaterThan(0)
      expect(first!.mimeType).toBe('application/json')
      expect('outputSchema' in (first as object)).toBe(false)

      const header = response.headers.get('payment-required')!
      expect(header.length).toBeLessThan(2_048)
      const v2 = PaymentRequiredV2Schema.parse(decodePaymentRequiredHeader(header))
      expect(v2.accepts).toHaveLength(1)
      expect(v2.accepts[0]).toMatchObject({ network: 'eip155:8453', amount: String(price.microUsd), payTo: SELLER })
      expect(v2.resource.url).toBe(`https://oracle.example${path}`)
      const { bazaar } = v2.extensions as { bazaar: Parameters<typeof validateDiscoveryExtension>[0] }
      expect(validateDiscoveryExtension(bazaar)).toEqual({ valid: true })
    }))

  test('WWW-Authenticate is one L402 challenge, and its invoice asks for the price', () =>
    walk(async (endpoint) => {
      const price = priceOf(endpoint)
      const { path, init } = probe(endpoint)
      const response = await fetch(shop.url + path, init)
      await response.body?.cancel()
      const challenge = response.headers.get('www-authenticate')!
      const read = /^L402 macaroon="([A-Za-z0-9+/]+={0,2})", invoice="(lnbc[a-z0-9]+)", version="0", token="([^"]+)"$/
      const [, macaroon, invoice, token] = read.exec(challenge)!
      expect(token).toBe(macaroon)
      expect(satsOf(invoice!)).toBe(price.sats)
      const hash = (sectionsOf(invoice!).get('payment_hash') as { value: string }).value
      // The identifier: `02`, its tag and length, then version 0 and the payment hash.
      expect(Buffer.from(macaroon!, 'base64').toString('hex')).toContain(`0000${hash}`)
    }))

  test('HEAD says the same without a challenge for Lightning, mints nothing and spends nothing', async () => {
    const invoices = shop.money.calledOf('POST /lnd/v1/invoices')
    const readable = priced.filter(({ method }) => method === 'GET')
    expect(readable.length).toBeGreaterThan(30)
    for (const endpoint of readable) {
      const { path } = probe(endpoint)
      const response = await fetch(shop.url + path, { method: 'HEAD' })
      expect(response.status).toBe(402)
      expect(response.headers.get('www-authenticate')).toBeNull()
      expect(decodePaymentRequiredHeader(response.headers.get('payment-required')!).x402Version).toBe(2)
      expect(await response.text()).toBe('')
    }
    expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(invoices)
    const { authorization } = await tokenFor(shop)
    expect((await fetch(shop.url + SPOT, { method: 'HEAD', headers: { authorization } })).status).toBe(402)
    expect((await fetch(shop.url + SPOT, { headers: { authorization } })).status).toBe(200)
  })
})

const tokenFor = async (shop: Shop): Promise<{ readonly authorization: string }> => {
  const response = await fetch(shop.url + SPOT)
  await response.body?.cancel()
  const [, macaroon, invoice] = /macaroon="([^"]+)", invoice="([^"]+)"/.exec(response.headers.get('www-authenticate')!)!
  return { authorization: `L402 ${macaroon}:${await shop.money.pay(invoice!)}` }
}

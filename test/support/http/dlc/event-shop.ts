import { type App, createApp } from '../../../../src/http/app/app.ts'
import { type EventSaleParts, openEventSales } from '../../../../src/http/dlc/sale-deps.ts'
import { dlcSaleEndpoints } from '../../../../src/http/dlc/sale-endpoints.ts'
import type { Clock } from '../../../../src/ports.ts'
import { systemClock } from '../../../../src/system/clock.ts'
import { type Bill, billOf, HOST, PUBLIC_URL, type Shop, startShop } from '../../shop.ts'
import { type Payment, payment, PAYER } from '../../payer.ts'
import { heldToContract } from '../../contract.ts'
import { systemRandom } from '../../../../src/system/random.ts'

/** The service with events for sale and a running signer, and functions that buy from it. */

/** `now` stands still, and `sleep` waits in real time, since a DNS look-up has a real time limit. */
export const standingClock = (): Clock => {
  const now = Math.floor(Date.now() / 1000) * 1000
  return { now: () => now, sleep: systemClock.sleep }
}

export const FEE = '7000000'

export const bodyOf = (kind: 'threshold' | 'enum' | 'numeric', nowTs: number): Record<string, unknown> => {
  switch (kind) {
    case 'threshold':
      return { pair: 'BTCUSD', strike: 80000.5, direction: 'below', expiry: nowTs + 86_400 }
    case 'enum':
      return { label: 'Who wins?', outcomes: ['red', 'blue', 'none'], maturityTs: nowTs + 3_600 }
    case 'numeric':
      return {
        label: 'BTC/USD',
        maturityTs: nowTs + 3_600,
        base: 2,
        nbDigits: 20,
        metadata: { resolverConfig: { kind: 'price_source', source: 'BTCUSD' } },
      }
  }
}

export interface EventShop extends Shop {
  readonly nowTs: number
  post(kind: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Pays over x402 with a fresh authorization. */
  x402(changes?: Parameters<typeof payment>[1], signer?: Parameters<typeof payment>[2]): Promise<Payment>
  /** Asks, pays the invoice, and says what to show. */
  l402(kind: string, body: unknown): Promise<{ readonly authorization: string } & Bill>
}

export const openEventShop = async (options: Parameters<typeof startShop>[0] = {}): Promise<EventShop> => {
  const shop = await startShop(options)
  await shop.oracle.beat()
  await shop.money.fund(PAYER.address, '1000000000')
  const post: EventShop['post'] = (kind, body, headers = {}) =>
    shop.request(`/dlc/oracle/${kind}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  return Object.assign(Object.create(shop) as Shop, {
    ...shop,
    nowTs: Math.floor(shop.clock.now() / 1000),
    post,
    x402: (changes = {}, signer = PAYER) => payment(shop.clock.now(), { value: FEE, ...changes }, signer),
    l402: async (kind: string, body: unknown) => {
      const bill = billOf(await post(kind, body))
      if (!bill) throw new Error(`${kind} offered no invoice`)
      const preimage = await shop.money.pay(bill.invoice)
      return { ...bill, authorization: `L402 ${bill.macaroon}:${preimage}` }
    },
  })
}

/** Another server of the same service, with its differences. */
export const serverOf = (
  { paywall, store }: Shop,
  parts: Pick<EventSaleParts, 'signer'> & Partial<Pick<EventSaleParts, 'secrets' | 'allow'>>,
): App => {
  const { sales: counter, admin } = openEventSales({
    paywall,
    store,
    publicUrl: PUBLIC_URL,
    ownHosts: [HOST],
    allow: [],
    resolve: async () => ['93.184.215.14'],
    secrets: [new Uint8Array(32).fill(7)],
    adminSecret: null,
    ...parts,
  })
  const { docs, log } = paywall
  const endpoints = dlcSaleEndpoints(counter, admin)
  return heldToContract(
    createApp(endpoints, { hosts: [HOST], docs, log, random: systemRandom, store: async () => null }),
    endpoints,
  )
}

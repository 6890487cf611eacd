import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Json } from '../../src/canonical/jcs.ts'
import { sandboxWallet } from '../../src/demo/buyers.ts'
import { payment } from './payer.ts'

/** Buyers who pay once and repeat the paid request until it is answered, while the product has its troubles. */

type Headers = Readonly<Record<string, string>>
export type BuyersRail = 'l402' | 'x402'

/** One answer that a buyer got. */
export interface Seen {
  /** When the request was made and when it was answered, Unix milliseconds. */
  readonly asked: number
  readonly at: number
  readonly status: number
  readonly text: string
  /** The request carried a payment. */
  readonly paying: boolean
  readonly challenge: boolean
}

/** A payment, and the canonical string that it bought. */
export interface Purchase {
  readonly headers: Headers
  readonly from: string
  readonly canonical: string
}

export interface InsistentBuyers {
  readonly seen: readonly Seen[]
  readonly bought: Readonly<Record<BuyersRail, readonly Purchase[]>>
  invoicesPaid(): number
  served(): number
  /** The same payment again; `null` when nobody answers. */
  again(purchase: Purchase): Promise<Response | null>
  /** Ends when every buyer has what was paid for. */
  stop(): Promise<void>
}

export interface Shop {
  readonly baseUrl: string
  readonly sandboxUrl: string
  readonly payTo: string
}

const PATIENCE_MS = 90_000

/** @param each how many buyers on each rail */
export const startBuyers = ({ baseUrl, sandboxUrl, payTo }: Shop, path: string, each: number): InsistentBuyers => {
  const seen: Seen[] = []
  const bought: Record<BuyersRail, Purchase[]> = { l402: [], x402: [] }
  let invoicesPaid = 0
  let networks = 0
  let isShopping = true
  const network = (): string => `93.184.${++networks % 250}.7`

  const ask = async (headers: Headers, from: string): Promise<Response | null> => {
    const asked = Date.now()
    const response = await fetch(baseUrl + path, {
      headers: { ...headers, 'x-forwarded-for': from },
      keepalive: false,
      signal: AbortSignal.timeout(40_000),
    }).catch(() => null)
    if (!response) return null
    const text = await response.clone().text()
    const challenge = ['www-authenticate', 'payment-required'].some((name) => response.headers.has(name))
    const paying = Object.keys(headers).length > 0
    seen.push({ asked, at: Date.now(), status: response.status, text, paying, challenge })
    return response
  }
  /** Throws after a long time. */
  const insist = async (headers: Headers, from: string): Promise<Purchase> => {
    for (const deadline = Date.now() + PATIENCE_MS; ; await Bun.sleep(250)) {
      const response = await ask(headers, from)
      if (response?.status === 200) {
        const { canonical } = (await response.json()) as Record<string, Json>
        return { headers, from, canonical: String(canonical) }
      }
      if (Date.now() > deadline) throw new Error(`paid and not served: ${await response?.text()}`)
    }
  }
  const overLightning = async (): Promise<void> => {
    const from = network()
    const asked = await ask({}, from)
    const said = asked?.headers.get('www-authenticate') ?? ''
    const part = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(said)?.[1] ?? ''
    if (asked?.status !== 402 || part('invoice') === '') return void (await Bun.sleep(200))
    const preimage = await sandboxWallet(sandboxUrl)(part('invoice'))
    invoicesPaid++
    // A payment takes a while, during which Redis may fail.
    await Bun.sleep(100)
    bought.l402.push(await insist({ authorization: `L402 ${part('macaroon')}:${preimage}` }, from))
  }
  const overX402 = async (): Promise<void> => {
    const from = network()
    const account = privateKeyToAccount(generatePrivateKey())
    const order = { method: 'POST', body: JSON.stringify({ address: account.address, amount: '10000' }) }
    await fetch(`${sandboxUrl}/chain/fund`, order)
    const validBefore = String(Math.floor(Date.now() / 1_000) + 300)
    const { v1 } = await payment(
      Date.now(),
      { from: account.address, to: payTo as `0x${string}`, validBefore },
      account,
    )
    bought.x402.push(await insist(v1, from))
  }
  const keepBuying = async (buy: () => Promise<void>): Promise<void> => {
    while (isShopping) {
      await buy()
      await Bun.sleep(150)
    }
  }
  const all = Promise.all(Array.from({ length: each }, () => [keepBuying(overLightning), keepBuying(overX402)]).flat())
  all.catch(() => {})
  return {
    seen,
    bought,
    invoicesPaid: () => invoicesPaid,
    served: () => bought.l402.length + bought.x402.length,
    again: ({ headers, from }) => ask(headers, from),
    stop: async () => {
      isShopping = false
      await all
    },
  }
}

import { ExactEvmScheme } from '@x402/evm'
import { ExactEvmSchemeV1 } from '@x402/evm/v1'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

/** Buyers with official clients, unmodified, and one who speaks L402 by hand. */

export type PaidFetch = (url: string, init?: RequestInit) => Promise<Response>

/**
 * `@x402/fetch` under protocol version 2. A payment of more than one dollar it makes only when it is told so.
 *
 * @param via what sends its requests
 */
export const buyerV2 = (key: `0x${string}`, most: `$${number}` = '$1', via: Sends = fetch): PaidFetch =>
  wrapFetchWithPaymentFromConfig(via as typeof fetch, {
    schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(privateKeyToAccount(key)) }],
    spendControls: { maxAmountPerPayment: most },
  })

/** What sends the requests of a buyer. */
type Sends = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Does not see the version 2 challenge: the official client prefers it where there is one. */
const withoutV2Header =
  (via: Sends): Sends =>
  async (input, init) => {
    const response = await via(input, init)
    const headers = new Headers(response.headers)
    headers.delete('payment-required')
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
  }

/** Version 1 has short names; the client's types know version 2's alone. */
const V1_NETWORK = 'base' as `${string}:${string}`

/** `@x402/fetch` under protocol version 1. */
export const buyerV1 = (key: `0x${string}`, via: Sends = fetch): PaidFetch =>
  wrapFetchWithPaymentFromConfig(withoutV2Header(via) as typeof fetch, {
    schemes: [{ network: V1_NETWORK, x402Version: 1, client: new ExactEvmSchemeV1(privateKeyToAccount(key)) }],
  })

/** Pays an invoice and returns the preimage: a Lightning wallet. */
export type PayInvoice = (bolt11: string) => Promise<string>

/** The sandbox's wallet. */
export const sandboxWallet =
  (sandboxUrl: string): PayInvoice =>
  async (invoice) => {
    const response = await fetch(`${sandboxUrl}/lightning/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ invoice }),
    })
    const body = (await response.json()) as { preimage?: string; message?: string }
    if (!body.preimage) throw new Error(`the invoice was not paid: ${body.message ?? response.status}`)
    return body.preimage
  }

/**
 * L402 in ten lines: ask, pay the invoice of the challenge, ask again with token and preimage.
 *
 * @param via what sends its requests
 */
export const buyerL402 =
  (pay: PayInvoice, via: PaidFetch = fetch): PaidFetch =>
  async (url, init = {}) => {
    const asked = await via(url, init)
    if (asked.status !== 402) return asked
    await asked.body?.cancel()
    const challenge = asked.headers.get('www-authenticate') ?? ''
    const part = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(challenge)?.[1] ?? ''
    const preimage = await pay(part('invoice'))
    const authorization = `L402 ${part('macaroon')}:${preimage}`
    return via(url, { ...init, headers: { ...(init.headers as Record<string, string>), authorization } })
  }

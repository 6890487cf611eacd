import { ExactEvmScheme } from '@x402/evm'
import { ExactEvmSchemeV1 } from '@x402/evm/v1'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

/** Buyers: two with the official x402 client, unmodified, and one with a small L402 client written here. */

export type PaidFetch = (url: string, init?: RequestInit) => Promise<Response>

/**
 * `@x402/fetch` with protocol version 2. By default this client pays at most one dollar for one request.
 *
 * @param via the function that sends its requests
 */
export const buyerV2 = (key: `0x${string}`, most: `$${number}` = '$1', via: Sends = fetch): PaidFetch =>
  wrapFetchWithPaymentFromConfig(via as typeof fetch, {
    schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(privateKeyToAccount(key)) }],
    spendControls: { maxAmountPerPayment: most },
  })

/** The function that sends the requests of a buyer. */
type Sends = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Hides the version 2 challenge: the official client would prefer it to version 1. */
const withoutV2Header =
  (via: Sends): Sends =>
  async (input, init) => {
    const response = await via(input, init)
    const headers = new Headers(response.headers)
    headers.delete('payment-required')
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
  }

/** Version 1 has short names of networks; the client's types know only those of version 2. */
const V1_NETWORK = 'base' as `${string}:${string}`

/** `@x402/fetch` with protocol version 1. */
export const buyerV1 = (key: `0x${string}`, via: Sends = fetch): PaidFetch =>
  wrapFetchWithPaymentFromConfig(withoutV2Header(via) as typeof fetch, {
    schemes: [{ network: V1_NETWORK, x402Version: 1, client: new ExactEvmSchemeV1(privateKeyToAccount(key)) }],
  })

/** A Lightning wallet: pays an invoice and returns the preimage. */
export type PayInvoice = (bolt11: string) => Promise<string>

/** The wallet of the sandbox, which pays with play money. */
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
 * An L402 client in ten lines: send the request, pay the invoice of the challenge, send it again with token and
 * preimage.
 *
 * @param via the function that sends its requests
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

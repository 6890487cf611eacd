import { fromBase64Json } from './base64-json.ts'
import { membersOf } from './members.ts'

/** What a 402 offers, read as text from a stranger. */

/** The challenge of L402. */
export interface L402Offer {
  readonly macaroon: string
  readonly invoice: string
}

/** One way to pay in x402, as it was offered. Whatever a client repeats is kept. */
export interface X402Terms {
  readonly scheme: string
  /** CAIP-2. */
  readonly network: string
  /** Base units, decimal text. */
  readonly amount: string
  readonly asset: string
  readonly payTo: string
  readonly maxTimeoutSeconds: number
}

export interface X402Offers {
  readonly resource: unknown
  readonly accepts: readonly X402Terms[]
}

/** What one 402 offers; `null` on each rail that is closed. */
export interface Challenge {
  readonly l402: L402Offer | null
  readonly x402: X402Offers | null
}

const BASE_UNITS = /^(?:0|[1-9]\d{0,77})$/

const isTerms = (value: unknown): value is X402Terms => {
  const { scheme, network, amount, asset, payTo, maxTimeoutSeconds } = membersOf(value)
  return (
    [scheme, network, asset, payTo].every((each) => typeof each === 'string') &&
    typeof amount === 'string' &&
    BASE_UNITS.test(amount) &&
    typeof maxTimeoutSeconds === 'number' &&
    maxTimeoutSeconds > 0
  )
}

const x402Of = (header: string | null): X402Offers | null => {
  const { x402Version, resource, accepts } = membersOf(header === null ? null : fromBase64Json(header))
  return x402Version === 2 && Array.isArray(accepts) ? { resource, accepts: accepts.filter(isTerms) } : null
}

const l402Of = (header: string | null): L402Offer | null => {
  const found = /(?:^|,\s*)L402\s+([^]*)$/i.exec(header ?? '')
  const part = (name: string): string | undefined => new RegExp(`\\b${name}="([^"]+)"`).exec(found?.[1] ?? '')?.[1]
  const [macaroon, invoice] = [part('macaroon') ?? part('token'), part('invoice')]
  return macaroon !== undefined && invoice !== undefined ? { macaroon, invoice } : null
}

export const readChallenge = (headers: Headers): Challenge => ({
  l402: l402Of(headers.get('www-authenticate')),
  x402: x402Of(headers.get('payment-required')),
})

import { PROOF, RECEIPT } from '../wire/header-names.ts'
import { type BrokenRule, problem, type Problem } from '../wire/problem.ts'
import { META } from '../wire/mcp-meta.ts'
import type { Meta } from './tool.ts'

/** The headers that pay, from what a call carries. Whether they do is for the paywall to say. */

/** A value of a header: visible ASCII and spaces. */
const ONE_LINE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

const TEXTS = {
  [META.authorization]: 'authorization',
  [META.receipt]: RECEIPT,
  [META.proof]: PROOF,
} as const

/** Headers of HTTP are ASCII, so x402 sends payments in base64; each says its version itself. */
const base64Json = (value: Meta[string]): string => Buffer.from(JSON.stringify(value)).toString('base64')

export interface PaymentHeaders {
  readonly kind: 'headers'
  readonly headers: Readonly<Record<string, string>>
}

export const paymentHeaders = (meta: Meta): PaymentHeaders | Problem => {
  const headers: Record<string, string> = {}
  const broken: BrokenRule[] = []
  const payment = meta[META.payment]
  if (payment !== undefined) headers['payment-signature'] = base64Json(payment)
  for (const [name, header] of Object.entries(TEXTS)) {
    const value = meta[name]
    if (value === undefined) continue
    if (typeof value === 'string' && ONE_LINE.test(value)) headers[header] = value
    else broken.push({ path: `_meta.${name}`, rule: 'one_line', message: 'must be one line of ASCII text' })
  }
  return broken.length === 0
    ? { kind: 'headers', headers }
    : problem('invalid_request', 'What the call carries cannot be read. Nothing was charged.', { details: broken })
}

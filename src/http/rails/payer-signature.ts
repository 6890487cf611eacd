import { isWrapped, unwrap } from '../../payments/wrapped-signature.ts'
import type { SignatureCheck, SignatureVerdict } from '../../payments/signature-question.ts'
import type { Usdc } from '../../payments/usdc.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { domainSeparator, type Recover, signerOf, transferDigest } from './eip3009.ts'
import type { ShownPayment } from './x402-payload.ts'

/** What can be said of a payer's signature here, and what the chain is asked about it. */

/** Whether a key signed and its address is the payer: 65 bytes, v 27 or 28. Anything else is for the chain to judge. */
export type IsPlain = (payment: ShownPayment) => boolean

/** Recovering a key is the dearest part of a check: once per payment, however many ask. */
export const plainSignatures = (token: Usdc, recover: Recover): IsPlain => {
  const separator = domainSeparator(token)
  const known = new WeakMap<ShownPayment, boolean>()
  return (payment) => {
    const before = known.get(payment)
    if (before !== undefined) return before
    const { authorization, signature } = payment
    const found = signerOf(separator, authorization, signature, recover) === authorization.from.toLowerCase()
    known.set(payment, found)
    return found
  }
}

/** What the chain says of a payment's signature: the payer's code is asked, deployed or not. */
export type Judge = (payment: ShownPayment) => Promise<SignatureVerdict>

export const chainJudge = (token: Usdc, check: SignatureCheck): Judge => {
  const separator = domainSeparator(token)
  return ({ authorization, signature }) => {
    const digest = `0x${bytesToHex(transferDigest(separator, authorization))}`
    return check({ chainId: token.chainId, account: authorization.from, digest, signature })
  }
}

/** EIP-2098. The token would refuse it as one more bad signature; whoever made it should learn why. */
const COMPACT_DIGITS = 2 + 128

/**
 * What nobody would take, whatever the payer is. A facilitator must not be asked about a wrapper that leads nowhere: it
 * breaks off without an answer, as if it were away.
 */
export const signatureFault = (signature: string): 'malformed' | 'compact' | null => {
  if (signature.length % 2 !== 0 || (isWrapped(signature) && unwrap(signature) === null)) return 'malformed'
  return signature.length === COMPACT_DIGITS ? 'compact' : null
}

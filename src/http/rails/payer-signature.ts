import { isWrapped, unwrap } from '../../payments/wrapped-signature.ts'
import type { SignatureCheck, SignatureVerdict } from '../../payments/signature-question.ts'
import type { Usdc } from '../../payments/usdc.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { domainSeparator, type Recover, signerOf, transferDigest } from './eip3009.ts'
import type { ShownPayment } from './x402-payload.ts'

/** Checks of a payer's signature: without the chain, and with it. */

/** Whether a key signed and its address is the payer: 65 bytes, v 27 or 28. Anything else is for the chain to judge. */
export type IsPlain = (payment: ShownPayment) => boolean

/** Recovering a key is the most expensive part of a check, so it is done once per payment. */
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

/** Asks the chain about a payment's signature: the payer's code decides, deployed or not. */
export type Judge = (payment: ShownPayment) => Promise<SignatureVerdict>

export const chainJudge = (token: Usdc, check: SignatureCheck): Judge => {
  const separator = domainSeparator(token)
  return ({ authorization, signature }) => {
    const digest = `0x${bytesToHex(transferDigest(separator, authorization))}`
    return check({ chainId: token.chainId, account: authorization.from, digest, signature })
  }
}

/** EIP-2098. The token would refuse it as a bad signature; the client should learn the exact reason. */
const COMPACT_DIGITS = 2 + 128

/**
 * A fault that makes a signature invalid for every kind of payer. A facilitator must not be asked about a wrapper
 * without content: it ends without an answer, as if it did not work.
 */
export const signatureFault = (signature: string): 'malformed' | 'compact' | null => {
  if (signature.length % 2 !== 0 || (isWrapped(signature) && unwrap(signature) === null)) return 'malformed'
  return signature.length === COMPACT_DIGITS ? 'compact' : null
}

import { messageDigest } from '../rails/eip191.ts'
import { addressOf } from '../rails/eip3009.ts'
import { tokenOf, type X402Rail } from '../rails/x402.ts'
import type { ShownPayment } from '../rails/x402-payload.ts'

/**
 * `Payment-Proof: <Unix seconds>.<0x signature>`: the payer's EIP-191 signature over
 * `claros-proof-v1|<authorization nonce>|<request hash>|<Unix seconds>`. It shows that the client is the payer.
 */

/** A proof is valid for this time, so that a copied one is soon useless. */
export const MAX_AGE_SECONDS = 60
/** Clocks differ. */
export const AHEAD_SECONDS = 5

/** The text that a payer signs. @param request hex, from `Claros-Request` */
export const proofMessage = (nonce: string, request: string, seconds: number | string): string =>
  `claros-proof-v1|${nonce.toLowerCase()}|${request}|${seconds}`

export type ProofVerdict = 'valid' | 'invalid' | 'unknown'

/** @param client network of the client, or the address of one that has none: for the limit on questions to the chain */
export const checkProof = async (
  rail: X402Rail,
  proof: string,
  { payment, request }: { readonly payment: ShownPayment; readonly request: string },
  client: string,
  now: number,
): Promise<ProofVerdict> => {
  const [, seconds, signature] = /^(\d{1,12})\.(0x[0-9a-fA-F]{2,4096})$/.exec(proof.trim()) ?? []
  if (seconds === undefined || signature === undefined) return 'invalid'
  const age = Math.floor(now / 1000) - Number(seconds)
  if (age > MAX_AGE_SECONDS || age < -AHEAD_SECONDS) return 'invalid'
  const { from, nonce } = payment.authorization
  const digest = messageDigest(proofMessage(nonce, request, Number(seconds)))
  if (addressOf(digest, signature, rail.recover) === from.toLowerCase()) return 'valid'
  if (rail.wallets.take(client) > 0) return 'unknown'
  return rail.signatures({
    chainId: tokenOf(rail, payment).chainId,
    account: from,
    digest: `0x${digest.toHex()}`,
    signature,
  })
}

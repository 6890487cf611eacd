import { contentStatement } from '../../canonical/content.ts'
import { digest } from '../../canonical/digest.ts'
import { NONCES, appendNonce } from '../../canonical/layout.ts'
import type { Signer } from '../../canonical/signature.ts'
import { verifySignature } from '../../canonical/verify-signature.ts'
import type { Edition, RailSignature } from '../../canonical/snapshot.ts'
import type { Random } from '../../ports.ts'

/** The only place where editions are made: a new nonce, the canonical string, its signature. */

/** An edition together with the nonce that makes it one. */
export interface SignedEdition extends Edition {
  readonly nonce: number
}

/**
 * Fewest and most editions of one batch; between them the number follows sales. A conclusion of each second is out of
 * date before many can buy it, so one edition is signed, and another one when a second buyer comes.
 */
export const BATCH = { least: 2, leastOfASecond: 1, most: 32 } as const

/** About twice as many as were sold of the last version on this rail. */
export const runLength = (soldBefore: number, everySeconds: number): number =>
  Math.min(BATCH.most, Math.max(everySeconds > 1 ? BATCH.least : BATCH.leastOfASecond, 2 * soldBefore))

/** Draws `count` different nonces. */
export const drawNonces = (random: Random, count: number): readonly number[] => {
  const drawn = new Set<number>()
  while (drawn.size < count) drawn.add(random.integer(NONCES.first, NONCES.last))
  return [...drawn]
}

/** Signs one edition per nonce. */
export const signEditions = (signer: Signer, prefix: string, nonces: readonly number[]): readonly SignedEdition[] =>
  nonces.map((nonce) => {
    const canonical = appendNonce(prefix, nonce)
    return { nonce, canonical, signature: signer.sign(digest(canonical)) }
  })

/** Signs a canonical string without a nonce: the only edition of its rail. */
export const signOnly = (signer: Signer, canonical: string): Edition => ({
  canonical,
  signature: signer.sign(digest(canonical)),
})

/** Signs the content hash, once per snapshot and rail: its editions share it. */
export const signContent = (signer: Signer, contentHash: string): RailSignature => ({
  publicKey: signer.publicKey,
  contentSignature: signer.sign(digest(contentStatement(contentHash))),
})

/**
 * Verifies an edition with the reference code before it can be bought. A wrong signature means that the machine or a
 * library is broken and will fail again, so this throws.
 */
export const assertSigned = (signer: Signer, edition: Edition): void => {
  if (!verifySignature(signer.scheme, digest(edition.canonical), edition.signature, signer.publicKey))
    throw new Error(`a ${signer.scheme} signature made here does not verify: ${edition.canonical}`)
}

import { contentStatement } from '../../canonical/content.ts'
import { digest } from '../../canonical/digest.ts'
import { NONCES, appendNonce } from '../../canonical/layout.ts'
import { type Signer, verifySignature } from '../../canonical/signature.ts'
import type { Edition, RailSignature } from '../../canonical/snapshot.ts'
import type { Random } from '../../ports.ts'

/** The only place where editions are made: a fresh nonce, the canonical string, its signature. */

/** An edition together with the nonce that makes it one. */
export interface SignedEdition extends Edition {
  readonly nonce: number
}

/**
 * Fewest and most editions of one print run; between them it follows sales. A conclusion of each second is out of date
 * before many can buy it: one edition is printed, and a second buyer has another one printed.
 */
export const BATCH = { least: 2, leastOfASecond: 1, most: 32 } as const

/** About twice what the last version sold on this rail. */
export const runLength = (soldBefore: number, everySeconds: number): number =>
  Math.min(BATCH.most, Math.max(everySeconds > 1 ? BATCH.least : BATCH.leastOfASecond, 2 * soldBefore))

/** Draws `count` nonces that differ from one another. */
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

/** Signs the content hash, once per snapshot and rail: its editions share it. */
export const signContent = (signer: Signer, contentHash: string): RailSignature => ({
  publicKey: signer.publicKey,
  contentSignature: signer.sign(digest(contentStatement(contentHash))),
})

/**
 * Verifies what was signed with the reference code before anybody can buy it. A wrong signature means a broken machine
 * or library, which will go wrong again: so this throws.
 */
export const assertSigned = (signer: Signer, edition: Edition): void => {
  if (!verifySignature(signer.scheme, digest(edition.canonical), edition.signature, signer.publicKey))
    throw new Error(`a ${signer.scheme} signature made here does not verify: ${edition.canonical}`)
}

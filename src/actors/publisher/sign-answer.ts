import { contentHash } from '../../canonical/content.ts'
import { digest } from '../../canonical/digest.ts'
import type { Json } from '../../canonical/jcs.ts'
import { NONCES } from '../../canonical/layout.ts'
import { type Rail, SCHEME_OF } from '../../canonical/snapshot.ts'
import type { Clock, Random } from '../../ports.ts'
import type { Keyring } from './keyring.ts'
import { assertSigned } from './sign-editions.ts'

/** Signs answers that are made for one buyer, as a whole and once. */
export interface AnswerSigner {
  readonly keys: Keyring
  readonly random: Random
  readonly clock: Clock
}

type Content = Readonly<Record<string, Json>>

/**
 * The body: content, time, and a canonical string that carries the content's hash.
 *
 * @param canonical makes the canonical string from the hash
 * @param named members that follow from the hash and stand beside it
 */
export const signAnswer = (
  { keys, random, clock }: AnswerSigner,
  rail: Rail,
  found: Content,
  canonical: (hash: string, envelope: { readonly timestamp: number; readonly nonce: number }) => string,
  named: (hash: string) => Content = () => ({}),
): string => {
  const timestamp = Math.floor(clock.now() / 1000)
  const content = { ...found, timestamp }
  const hash = contentHash(content)
  const signer = keys.at(timestamp)[rail]
  const written = canonical(hash, { timestamp, nonce: random.integer(NONCES.first, NONCES.last) })
  const signature = signer.sign(digest(written))
  assertSigned(signer, { canonical: written, signature })
  return JSON.stringify({
    ...content,
    ...named(hash),
    contentHash: hash,
    signingScheme: SCHEME_OF[rail],
    pubkey: signer.publicKey,
    canonical: written,
    signature,
  })
}

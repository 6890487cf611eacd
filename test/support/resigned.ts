import { contentHash, contentOf, contentStatement } from '../../src/canonical/content.ts'
import { digest } from '../../src/canonical/digest.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import type { Signer } from '../../src/canonical/signature.ts'

type Body = Readonly<Record<string, Json>>

/** Content and a string, each signed as it is: what a broken service, or a thief of its key, may sell. */
export const signedAsGiven = (content: Body, signer: Signer, canonical: string): Body => {
  const hash = contentHash(content)
  return {
    ...content,
    canonical,
    signature: signer.sign(digest(canonical)),
    signingScheme: signer.scheme,
    pubkey: signer.publicKey,
    contentHash: hash,
    contentSignature: signer.sign(digest(contentStatement(hash))),
  }
}

/** An answer as another key would have signed it, with other members and another string if they are given. */
export const resigned = (answer: Body, signer: Signer, canonical: string, more: Body = {}): Body =>
  signedAsGiven({ ...contentOf(answer), ...more }, signer, canonical)

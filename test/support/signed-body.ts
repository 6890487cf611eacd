import { contentStatement } from '../../src/canonical/content.ts'
import { digest, digestHex } from '../../src/canonical/digest.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import type { Signer } from '../../src/canonical/signature.ts'

/** Bodies as somebody signs them who has the key and means harm. */

type Body = Readonly<Record<string, Json>>

/** RFC 8785 for what our own code would not write, too. */
const written = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map((each: Json) => written(each)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${written(each)}`).join(',')}}`
}

/** Any content, signed as it is. */
export const signedBody = (content: Body, signer: Signer, string: (hash: string) => string): Body => {
  const hash = digestHex(written(content))
  const canonical = string(hash)
  return {
    ...content,
    contentHash: hash,
    contentSignature: signer.sign(digest(contentStatement(hash))),
    signingScheme: signer.scheme,
    pubkey: signer.publicKey,
    canonical,
    signature: signer.sign(digest(canonical)),
  }
}

export const SIGNED_AT = 1_795_000_002

/** A string of a type that no release knows, which carries the hash. */
export const stringWithHash = (hash: string): string => `v1|ANYTHING|BTCUSD|SHA256:${hash}|${SIGNED_AT}|482910`

/** Content with its time under a string that carries its hash, signed like any other. */
export const signedUnderHash = (content: Body, signer: Signer): Body =>
  signedBody({ ...content, timestamp: SIGNED_AT }, signer, stringWithHash)

import { contentHash } from '../../canonical/content.ts'
import { digest } from '../../canonical/digest.ts'
import { NONCES } from '../../canonical/layout.ts'
import { METHODOLOGY_NOTICE } from '../../canonical/methodology-notice.ts'
import { SCHEME_OF } from '../../canonical/snapshot.ts'
import type { Item, Registry } from '../../feeds/registry.ts'
import { methodologyPath } from '../../feeds/route-paths.ts'
import type { Clock, Random } from '../../ports.ts'
import type { SignedDocumentStore } from '../../store/published/signed-documents.ts'
import type { Keyring } from './keyring.ts'
import { assertSigned } from './sign-editions.ts'

/** The dependencies of signing. */
export interface MethodologySigning {
  readonly keys: Keyring
  readonly random: Random
  readonly clock: Clock
  readonly notices: SignedDocumentStore
}

/** The methodology of one item, signed with the Ed25519 key; `null` for a feed that publishes none. */
const signedDocument = (
  { feed, subject }: Item,
  { keys, random, clock }: Omit<MethodologySigning, 'notices'>,
): string | null => {
  const document = feed.methodologyOf?.(subject)
  if (!document) return null
  const timestamp = Math.floor(clock.now() / 1_000)
  const content = { id: feed.id, domain: subject.domain, ...document, timestamp }
  const hash = contentHash(content)
  const nonce = random.integer(NONCES.first, NONCES.last)
  const canonical = METHODOLOGY_NOTICE.write(
    { id: feed.id, domain: subject.domain, content: hash },
    { timestamp, nonce },
  )
  const signer = keys.at(timestamp).x402
  const signature = signer.sign(digest(canonical))
  assertSigned(signer, { canonical, signature })
  return JSON.stringify({
    ...content,
    contentHash: hash,
    signingScheme: SCHEME_OF.x402,
    pubkey: signer.publicKey,
    canonical,
    signature,
  })
}

/**
 * Signs the methodologies of this release: when a worker starts, since they change only with the release, and when a
 * key was revoked. Returns how many there are.
 */
export const signMethodologies = async (
  { items }: Registry,
  { notices, ...parts }: MethodologySigning,
): Promise<number> => {
  const documents = items.flatMap((item) => {
    const body = signedDocument(item, parts)
    return body === null ? [] : [{ path: methodologyPath(item), body }]
  })
  await Promise.all(documents.map(({ path, body }) => notices.write(path, body)))
  return documents.length
}

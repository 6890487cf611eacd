import { Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { METHODOLOGY_NOTICE } from '../../canonical/methodology-notice.ts'
import { titleOf } from '../../feeds/feed.ts'
import type { Item } from '../../feeds/registry.ts'
import { methodologyPath } from '../../feeds/route-paths.ts'
import type { SignedDocumentStore } from '../../store/published/signed-documents.ts'
import { type Endpoint, FREE } from '../wire/endpoint.ts'
import { textDocument } from '../wire/document.ts'
import { problem } from '../wire/problem.ts'
import { problemResponse } from '../wire/respond.ts'
import type { PaywallContext } from '../paywall/context.ts'

const Notice = Type.Object(
  {
    id: Type.String(),
    domain: Type.String(),
    methodVersion: Type.Integer(),
    timestamp: Type.Integer({ description: 'Unix seconds of the signature' }),
    canonical: Type.String(),
    signature: Type.String({ description: 'Base64; over SHA-256 of the canonical string' }),
    pubkey: Type.String(),
    signingScheme: Type.Literal('ed25519'),
    contentHash: Type.String({ description: 'Hex SHA-256 of the RFC 8785 form of the document without its envelope' }),
  },
  { title: 'SignedMethodology', additionalProperties: true },
)

const KEPT = { 'cache-control': 'public, max-age=60' }

/** It changes only with the release. Before the first start of a worker there is none. */
const RETRY_SECONDS = 5

/** The free, signed methodology of an item; `null` if its feed publishes none. */
export const methodologyEndpoint = (
  item: Item,
  { paywall, notices }: { readonly paywall: PaywallContext; readonly notices: SignedDocumentStore },
): Endpoint | null => {
  const { feed, subject } = item
  const document = feed.methodologyOf?.(subject)
  if (!document) return null
  const path = methodologyPath(item)
  const content = { id: feed.id, domain: subject.domain }
  const hash = '0'.repeat(64)
  const timestamp = 1_795_000_002
  return {
    method: 'GET',
    path,
    family: feed.family,
    layer: feed.layer,
    summary: `${titleOf(feed, subject)}: how it is made, signed`,
    access: FREE,
    query: null,
    problems: ['data_unavailable'],
    contentType: 'application/json',
    answer: Notice,
    example: {
      ...content,
      ...(document as Readonly<Record<string, Json>>),
      timestamp,
      contentHash: hash,
      signingScheme: 'ed25519',
      pubkey: hash,
      canonical: METHODOLOGY_NOTICE.write({ ...content, content: hash }, { timestamp, nonce: 482_910 }),
      signature: '…',
    },
    isTagged: true,
    handle: async (call) => {
      const found = await notices.read(path)
      if (found !== null) return textDocument(found, KEPT)(call)
      return problemResponse(
        problem('data_unavailable', `${subject.name}: no worker has signed its methodology yet.`, {
          retryAfter: RETRY_SECONDS,
        }),
        paywall.docs,
      )
    },
  }
}

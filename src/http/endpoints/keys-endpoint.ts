import { type Static, Type } from '@sinclair/typebox'
import { KEY_PURPOSES, type KeyPurpose, KEYS_PATH, writeKeyString } from '../../canonical/key-document.ts'
import type { Clock } from '../../ports.ts'
import { type KeyDocumentStore, KeyDocumentSchema } from '../../store/published/key-documents.ts'
import { type Endpoint, FREE } from '../wire/endpoint.ts'
import { problem } from '../wire/problem.ts'
import { problemResponse } from '../wire/respond.ts'
import { shared } from '../wire/shared.ts'
import { jsonDocument } from '../wire/document.ts'

/** `GET /.well-known/claros-keys.json`: the keys that this service signs with, each signed by itself. */

const Chain = Type.Array(KeyDocumentSchema, { minItems: 1, description: 'Oldest first' })

const Keys = Type.Object(
  {
    version: Type.Literal(1),
    chains: Type.Partial(
      Type.Object(
        Object.fromEntries(KEY_PURPOSES.map((purpose) => [purpose, Chain])) as Record<KeyPurpose, typeof Chain>,
      ),
      { description: 'By purpose; a purpose whose worker has never run is left out' },
    ),
  },
  { title: 'KeyChains' },
)

/** A key of another instance must not stay in caches for long after an operator's mistake. */
const MAX_AGE_SECONDS = 60
/** Anybody may ask as often as they like. */
const READ_MS = 1_000
/** Workers write the documents as they start. */
const RETRY_SECONDS = 5

const keysOf = (documents: readonly Static<typeof KeyDocumentSchema>[]): Static<typeof Keys> => ({
  version: 1,
  chains: Object.fromEntries(Map.groupBy(documents, ({ purpose }) => purpose)),
})

const exampleOf = (): Static<typeof Keys> => {
  const publicKey = '8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c'
  const fields = {
    sequence: 1,
    purpose: 'answers-ed25519',
    scheme: 'ed25519',
    publicKey,
    validFrom: 1_794_996_000,
    previous: null,
    next: null,
  } as const
  return keysOf([{ ...fields, canonical: writeKeyString(fields), signatures: [{ publicKey, signature: '…' }] }])
}

export interface KeysDeps {
  readonly keyDocuments: Pick<KeyDocumentStore, 'all'>
  readonly clock: Clock
  readonly docs: string
}

export const keysEndpoint = ({ keyDocuments, clock, docs }: KeysDeps): Endpoint => {
  const read = shared(clock, READ_MS, async () => {
    const documents = await keyDocuments.all()
    return documents.length > 0
      ? jsonDocument(keysOf(documents), { 'cache-control': `public, max-age=${MAX_AGE_SECONDS}` })
      : null
  })
  return {
    method: 'GET',
    path: KEYS_PATH,
    family: 'service',
    layer: 'Service',
    summary: 'The keys that sign, since when, each document signed by its key',
    access: FREE,
    query: null,
    isTagged: true,
    problems: ['data_unavailable'],
    contentType: 'application/json',
    answer: Keys,
    example: exampleOf(),
    handle: async (call) => {
      const answer = await read()
      if (answer) return answer(call)
      const message = 'No worker has published its keys yet.'
      return problemResponse(problem('data_unavailable', message, { retryAfter: RETRY_SECONDS }), docs)
    },
  }
}

import { Type } from '@sinclair/typebox'
import { XOnlyKey } from '../../dlc/documents/document-schemas.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { problem } from '../wire/problem.ts'
import { jsonDocument } from '../wire/document.ts'
import type { Soon } from '../wire/soon.ts'
import { problemResponse } from '../wire/respond.ts'
import { type EventReadDeps, dlcRead } from './read-deps.ts'

/** `GET /dlc/oracle/pubkey`: the key that every announcement and attestation is signed with, and who publishes them. */

const Key = Type.Object(
  {
    pubkey: XOnlyKey,
    oracle_pubkey: Type.String({
      pattern: '^0[23][0-9a-f]{64}$',
      description: 'the same, compressed, with its parity',
    }),
    key_format: Type.Literal('compressed'),
    key_bytes: Type.Literal(33),
    curve: Type.Literal('secp256k1'),
    nostr_pubkey: Type.Union([XOnlyKey, Type.Null()], {
      description: 'signs the Nostr events that carry announcements and attestations, and nothing else; null: none do',
    }),
  },
  { title: 'OracleKey' },
)

/** The key never changes. It is cached for an hour only, so that an operator's mistake does not stay in caches. */
const KEPT = { 'cache-control': 'public, max-age=3600' } as const

const keyDocument = (compressed: string, nostr: string | null) => ({
  pubkey: compressed.slice(2),
  oracle_pubkey: compressed,
  key_format: 'compressed',
  key_bytes: 33,
  curve: 'secp256k1',
  nostr_pubkey: nostr,
})

/** Answers with the key, or with 503 while no signer has recorded one. */
export const withKey = async (
  deps: EventReadDeps,
  answer: (compressed: string) => Soon<Response>,
): Promise<Response> => {
  const compressed = await deps.publicKey()
  if (compressed !== null) return answer(compressed)
  return problemResponse(
    problem('data_unavailable', 'The DLC oracle has not published its public key yet.', { retryAfter: 5 }),
    deps.docs,
  )
}

export const keyRead = (deps: EventReadDeps): Endpoint =>
  dlcRead({
    path: '/dlc/oracle/pubkey',
    summary: 'DLC oracle: public key, x-only and compressed',
    problems: ['data_unavailable'],
    answer: Key,
    example: keyDocument(
      '0368a156f1f84b6c9167ca76985cef360bc9060ca6118b4ef9a02ba3dcb212d5b0',
      '3c72addb4fdf09af94f0c94d7fe92a386a7e70cf8a1d85916386bb2535c7b1b1',
    ),
    handle: async (call) => {
      const nostr = await deps.nostrKey()
      return withKey(deps, (compressed) => jsonDocument(keyDocument(compressed, nostr), KEPT)(call))
    },
  })

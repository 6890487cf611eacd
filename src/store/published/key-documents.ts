import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { type KeyDocument, KEY_PURPOSES, type KeyPurpose, type KeyScheme } from '../../canonical/key-document.ts'
import { names } from '../redis/names.ts'
import { listOf, ofKind, oneOf, orTold, orToldLater, type ReportUnreadable, stored } from '../redis/stored.ts'

const Hash = (of: string) =>
  Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Null()], { description: `SHA-256, hex, of ${of}` })

/** A key, since when it signs, and its own signature on that. */
export const KeyDocumentSchema = Type.Object({
  sequence: Type.Integer({ minimum: 1, description: 'From 1 on, by purpose' }),
  purpose: Type.Unsafe<KeyPurpose>(Type.String({ enum: [...KEY_PURPOSES] })),
  scheme: oneOf<KeyScheme>(['ed25519', 'secp256k1_ecdsa', 'bip340']),
  publicKey: Type.String({ description: 'As it is known elsewhere: hex, x-only hex of dlc, whpk_… of webhook' }),
  validFrom: Type.Integer({ minimum: 0, description: 'Unix seconds: when this key was first recorded' }),
  validUntil: Type.Optional(Type.Integer({ minimum: 0, description: 'Unix seconds; left out while there is no end' })),
  previous: Hash('the canonical string of the document before; null: it is the first'),
  next: Hash('the text of the public key that will follow; null: none was promised yet'),
  canonical: Type.String({ description: 'The pipe-delimited string that is signed' }),
  signatures: listOf(
    Type.Object({
      publicKey: Type.String(),
      signature: Type.String({ description: 'Base64; over SHA-256 of the canonical string' }),
    }),
  ),
})

const DOCUMENT = stored('key document', KeyDocumentSchema)

/** The documents of the keys that this instance signs with. Workers write them, since they alone have the keys. */
export interface KeyDocumentStore {
  /** The first one of a purpose stays for ever. Returns the one that is kept. */
  keep(document: KeyDocument): Promise<KeyDocument>
  /** The kept one of a purpose. Throws `UnreadableRecord`. */
  of(purpose: KeyPurpose): Promise<KeyDocument | null>
  /** Those that can be read, in the order of purposes. */
  all(): Promise<readonly KeyDocument[]>
}

export const keyDocumentStore = (redis: RedisClient, told: ReportUnreadable): KeyDocumentStore => {
  const of = async (purpose: KeyPurpose): Promise<KeyDocument | null> => {
    const text = await ofKind(DOCUMENT.kind, redis.hget(names.keyDocuments(), purpose))
    return text === null ? null : DOCUMENT.parse(text)
  }
  return {
    of,
    keep: async (document) => {
      await redis.hsetnx(names.keyDocuments(), document.purpose, DOCUMENT.write(document))
      return (await of(document.purpose))!
    },
    all: async () => {
      const read = ofKind(DOCUMENT.kind, redis.hmget(names.keyDocuments(), ...KEY_PURPOSES))
      const texts = (await orToldLater(told, read)) ?? []
      return texts.flatMap((text) => (text === null ? [] : (orTold(told, () => DOCUMENT.parse(text)) ?? [])))
    },
  }
}

import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { type KeyDocument, KEY_PURPOSES, type KeyPurpose, type KeyScheme } from '../../canonical/key-document.ts'
import { names } from '../redis/names.ts'
import { asNumber, script } from '../redis/script.ts'
import { listOf, ofKind, oneOf, orTold, orToldLater, type ReportUnreadable, stored } from '../redis/stored.ts'

const Hash = (of: string) =>
  Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Null()], { description: `SHA-256, hex, of ${of}` })

/** A key, since when it signs, and its own signature on that. */
export const KeyDocumentSchema = Type.Object({
  sequence: Type.Integer({ minimum: 1, description: 'From 1 on, by purpose' }),
  purpose: Type.Unsafe<KeyPurpose>(Type.String({ enum: [...KEY_PURPOSES] })),
  scheme: oneOf<KeyScheme>(['ed25519', 'secp256k1_ecdsa', 'bip340']),
  publicKey: Type.String({ description: 'As it is known elsewhere: hex, x-only hex of dlc, whpk_… of webhook' }),
  validFrom: Type.Integer({
    minimum: 0,
    description: 'Unix seconds: when this key was first recorded, or from when on it signs',
  }),
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

/** A document that was kept elsewhere, as JSON. Throws `UnreadableRecord`. */
export const readKeyDocument = (text: string): KeyDocument => DOCUMENT.parse(text)

/**
 * Writes documents that come one after another, unless the place of the first is taken or the one before it is missing.
 * Returns 1 if they were written.
 */
const APPEND = script(
  `if redis.call('HEXISTS', KEYS[1], ARGV[2]) == 1 then return 0 end
   if ARGV[1] ~= '' and redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
   for at = 2, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
   return 1`,
  asNumber,
  'key document',
)

/** The first has the name that earlier releases read. */
const placeOf = (purpose: KeyPurpose, sequence: number): string => (sequence === 1 ? purpose : `${purpose}/${sequence}`)

const inOrder = (documents: readonly KeyDocument[]): readonly KeyDocument[] =>
  KEY_PURPOSES.flatMap((purpose) =>
    documents.filter((each) => each.purpose === purpose).toSorted((a, b) => a.sequence - b.sequence),
  )

/** The documents of the keys that this instance signs with. Who has the keys writes them. */
export interface KeyDocumentStore {
  /** The first one of a purpose stays for ever. Returns the one that is kept. */
  keep(document: KeyDocument): Promise<KeyDocument>
  /** The first one of a purpose. Throws `UnreadableRecord`. */
  of(purpose: KeyPurpose): Promise<KeyDocument | null>
  /** All of a purpose, oldest first. Throws `UnreadableRecord`. */
  chain(purpose: KeyPurpose): Promise<readonly KeyDocument[]>
  /** Adds what comes next in a chain, together. False if something else is there already, or the chain has a gap before. */
  append(documents: readonly [KeyDocument, ...KeyDocument[]]): Promise<boolean>
  /** Those that can be read, in the order of purposes, oldest first. */
  all(): Promise<readonly KeyDocument[]>
}

export const keyDocumentStore = (redis: RedisClient, told: ReportUnreadable): KeyDocumentStore => {
  const of = async (purpose: KeyPurpose): Promise<KeyDocument | null> => {
    const text = await ofKind(DOCUMENT.kind, redis.hget(names.keyDocuments(), placeOf(purpose, 1)))
    return text === null ? null : DOCUMENT.parse(text)
  }
  return {
    of,
    keep: async (document) => {
      await redis.hsetnx(names.keyDocuments(), placeOf(document.purpose, 1), DOCUMENT.write(document))
      return (await of(document.purpose))!
    },
    chain: async (purpose) => {
      const texts = await ofKind(DOCUMENT.kind, redis.hgetall(names.keyDocuments()))
      const own = Object.entries(texts).filter(([place]) => place.split('/')[0] === purpose)
      return inOrder(own.map(([, text]) => DOCUMENT.parse(text)))
    },
    append: async (documents) => {
      const [{ purpose, sequence }] = documents
      const before = sequence === 1 ? '' : placeOf(purpose, sequence - 1)
      const placed = documents.flatMap((each) => [placeOf(each.purpose, each.sequence), DOCUMENT.write(each)])
      return (await APPEND.run(redis, [names.keyDocuments()], [before, ...placed])) === 1
    },
    all: async () => {
      const texts = (await orToldLater(told, ofKind(DOCUMENT.kind, redis.hgetall(names.keyDocuments())))) ?? {}
      return inOrder(Object.values(texts).flatMap((text) => orTold(told, () => DOCUMENT.parse(text)) ?? []))
    },
  }
}

import type { Check } from './check.ts'
import { digestHex } from './digest.ts'
import { jcs, type Json } from './jcs.ts'
import { type KeyFields, KEY_PURPOSES, KEY_SCHEME, type KeyPurpose, readKeyString } from './key-document.ts'
import { verifyKeySignature } from './key-signature.ts'

type Members = Readonly<Record<string, Json>>

/** Documents of one purpose that hold, oldest first. */
export interface KeyChain {
  readonly purpose: KeyPurpose
  readonly documents: readonly KeyFields[]
}

/** What was checked, and the chains in which everything held. */
export interface ReadChains {
  readonly checks: readonly Check[]
  readonly chains: readonly KeyChain[]
}

const membersOf = (value: Json | undefined): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}

const listOf = (value: Json | undefined): readonly Members[] => (Array.isArray(value) ? value.map(membersOf) : [])

/** The fields of a document, from the string that is signed; `null` unless its members say the same. */
const fieldsOf = (document: Members): KeyFields | null => {
  const { canonical, signatures: _, ...members } = document
  try {
    const fields = readKeyString(String(canonical))
    return jcs(members) === jcs({ ...fields }) ? fields : null
  } catch {
    return null
  }
}

const isSigned = (document: Members, { purpose }: KeyFields, publicKey: string): boolean =>
  listOf(document['signatures']).some(
    (each) =>
      each['publicKey'] === publicKey &&
      verifyKeySignature(purpose, String(document['canonical']), String(each['signature']), publicKey),
  )

/** Another key follows only if its hash was promised, and the old key signs for it. */
const follows = (document: Members, fields: KeyFields, before: Members, last: KeyFields): boolean =>
  fields.previous === digestHex(String(before['canonical'])) &&
  fields.validFrom >= last.validFrom &&
  (fields.publicKey === last.publicKey ||
    (last.next === digestHex(fields.publicKey) && isSigned(document, fields, last.publicKey)))

const checksOf = (purpose: KeyPurpose, documents: readonly Members[]): readonly Check[] =>
  documents.flatMap((document, at) => {
    const fields = fieldsOf(document)
    const says = (what: string, ok: boolean): Check => ({ what: `key document ${purpose} ${at + 1} ${what}`, ok })
    if (!fields) return [says('says what its string says', false)]
    const before = documents[at - 1]
    const last = before ? fieldsOf(before) : null
    return [
      says('says what its string says', true),
      says(
        'has its place in the chain',
        fields.purpose === purpose &&
          fields.scheme === KEY_SCHEME[purpose] &&
          fields.sequence === at + 1 &&
          (fields.validUntil ?? fields.validFrom) >= fields.validFrom,
      ),
      says('is signed by its key', isSigned(document, fields, fields.publicKey)),
      says(
        before ? 'follows the one before' : 'is the first',
        before ? last !== null && follows(document, fields, before, last) : fields.previous === null,
      ),
    ]
  })

/**
 * Checks every document of `/.well-known/claros-keys.json`: that it says what was signed, that its own key signed it, and
 * that it follows the one before. Purposes that are not known here are passed over.
 */
export const readKeyChains = (body: Members): ReadChains => {
  const given = membersOf(body['chains'])
  const read = KEY_PURPOSES.filter((purpose) => given[purpose] !== undefined).map((purpose) => {
    const documents = listOf(given[purpose])
    const checks = [{ what: `${purpose} has documents`, ok: documents.length > 0 }, ...checksOf(purpose, documents)]
    return { purpose, documents, checks }
  })
  const whole = read.filter(({ checks }) => checks.every(({ ok }) => ok))
  return {
    checks: [{ what: 'there are key documents', ok: read.length > 0 }, ...read.flatMap(({ checks }) => checks)],
    chains: whole.map(({ purpose, documents }) => ({ purpose, documents: documents.map((each) => fieldsOf(each)!) })),
  }
}

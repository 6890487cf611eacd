import type { Check } from './check.ts'
import { digest, digestHex } from './digest.ts'
import { jcs, type Json } from './jcs.ts'
import { type KeyFields, KEY_PURPOSES, KEY_SCHEME, type KeyPurpose, readKeyString } from './key-document.ts'
import { currentKey, keyPeriods } from './key-periods.ts'
import { verifySignature } from './verify-signature.ts'
import { written } from './written.ts'

type Members = Readonly<Record<string, Json>>

/** Documents of one purpose that hold, oldest first. */
export interface KeyChain {
  readonly purpose: KeyPurpose
  readonly documents: readonly KeyFields[]
}

/** Whether a key has signed a string; false, never an exception, for malformed input. */
export type VerifyKey = (canonical: string, signature: string, publicKey: string) => boolean

/** How the keys of each purpose sign; others are not known. */
export type KeyVerifiers = Readonly<Partial<Record<KeyPurpose, VerifyKey>>>

/** Those of answers. */
export const ANSWER_VERIFIERS = {
  'answers-ed25519': (canonical, ...by) => verifySignature('ed25519', digest(canonical), ...by),
  'answers-secp256k1': (canonical, ...by) => verifySignature('secp256k1_ecdsa', digest(canonical), ...by),
} as const satisfies KeyVerifiers

/** What was checked, and the chains in which everything held. */
export interface ReadChains {
  readonly checks: readonly Check[]
  readonly chains: readonly KeyChain[]
}

const membersOf = (value: Json | undefined): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}

const listOf = (value: Json | undefined): readonly Members[] => (Array.isArray(value) ? value.map(membersOf) : [])

/** The strings of a chain as it was given, unchecked; none where there is no such purpose. */
export const keyTexts = (
  body: Members,
  purpose: KeyPurpose,
): { readonly given: Json; readonly texts: readonly string[] } => {
  const given = membersOf(body['chains'])[purpose] ?? []
  return { given, texts: listOf(given).map((each) => written(each['canonical'])) }
}

/** The fields of a document, from the string that is signed; `null` unless its members say the same. */
const fieldsOf = (document: Members): KeyFields | null => {
  const { canonical, signatures: _, ...members } = document
  try {
    const fields = readKeyString(written(canonical))
    return jcs(members) === jcs({ ...fields }) ? fields : null
  } catch {
    return null
  }
}

/** Whether a key has signed a document. */
type IsSigned = (publicKey: string) => boolean

/** One signature of a key is looked at: thousands would keep a buyer busy. */
const signaturesIn = (document: Members, verify: VerifyKey | undefined): IsSigned => {
  const signatures = listOf(document['signatures'])
  return (publicKey) => {
    const found = signatures.find((each) => each['publicKey'] === publicKey)
    return Boolean(found && verify?.(written(document['canonical']), written(found['signature']), publicKey))
  }
}

/** Another key: its hash was promised, the current one signs for it, and it ends after it begins. */
const succeeds = (fields: KeyFields, isSigned: IsSigned, earlier: readonly KeyFields[]): boolean => {
  const current = keyPeriods(earlier).at(-1)!
  return (
    earlier.at(-1)!.next === digestHex(fields.publicKey) &&
    fields.validFrom >= current.from &&
    isSigned(current.publicKey)
  )
}

/**
 * More of a key that stands in the chain. Nothing that was said is taken back, whoever signs it: an end only comes nearer,
 * a key that was replaced does not come back, and a promise stays. Who has stolen the current key cannot name its heir.
 */
const restates = (fields: KeyFields, isSigned: IsSigned, earlier: readonly KeyFields[]): boolean => {
  const periods = keyPeriods(earlier)
  const current = periods.at(-1)!
  const { from, until } = periods.find(({ publicKey }) => publicKey === fields.publicKey)!
  const promised = earlier.at(-1)!.next
  return (
    fields.validFrom === from &&
    (fields.validUntil ?? Infinity) <= until &&
    (promised === null || fields.next === promised) &&
    isSigned(current.publicKey)
  )
}

const isKnown = ({ publicKey }: KeyFields, earlier: readonly KeyFields[]): boolean =>
  earlier.some((each) => each.publicKey === publicKey)

/** `before` is the document that comes just before, as it was given. */
const follows = (fields: KeyFields, isSigned: IsSigned, before: Members, earlier: readonly KeyFields[]): boolean =>
  fields.previous === digestHex(written(before['canonical'])) &&
  (isKnown(fields, earlier) ? restates(fields, isSigned, earlier) : succeeds(fields, isSigned, earlier))

/** What is asked of a document that comes after these. */
const documentChecks = (
  purpose: KeyPurpose,
  fields: KeyFields,
  { before, earlier, isSigned }: { before: Members | undefined; earlier: readonly KeyFields[]; isSigned: IsSigned },
): readonly (readonly [what: string, ok: boolean])[] => {
  const isOfAnother = isKnown(fields, earlier) && fields.publicKey !== currentKey(earlier)
  return [
    ['says what its string says', true],
    [
      'has its place in the chain',
      fields.purpose === purpose &&
        fields.scheme === KEY_SCHEME[purpose] &&
        fields.sequence === earlier.length + 1 &&
        (isKnown(fields, earlier) || (fields.validUntil ?? fields.validFrom) >= fields.validFrom),
    ],
    // Who has stolen a key that was replaced must not be asked about its end.
    ['is signed by its key', isOfAnother || isSigned(fields.publicKey)],
    before
      ? ['follows the one before', follows(fields, isSigned, before, earlier)]
      : ['is the first', fields.previous === null],
  ]
}

/** Up to the first document that does not hold: nothing can follow it. */
const checksOf = (purpose: KeyPurpose, documents: readonly Members[], verifiers: KeyVerifiers): readonly Check[] => {
  const checks: Check[] = []
  const earlier: KeyFields[] = []
  for (const [at, document] of documents.entries()) {
    const fields = fieldsOf(document)
    const found = fields
      ? documentChecks(purpose, fields, {
          before: documents[at - 1],
          earlier,
          isSigned: signaturesIn(document, verifiers[fields.purpose]),
        })
      : [['says what its string says', false] as const]
    checks.push(...found.map(([what, ok]) => ({ what: `key document ${purpose} ${at + 1} ${what}`, ok })))
    if (!fields || found.some(([, ok]) => !ok)) break
    earlier.push(fields)
  }
  return checks
}

/**
 * Checks every document of `/.well-known/claros-keys.json`: that it says what was signed, that its own key signed it (of a
 * key that was replaced: the current one), and that it follows the one before. Purposes that are not known are passed over.
 */
export const readChains = (body: Members, verifiers: KeyVerifiers): ReadChains => {
  const given = membersOf(body['chains'])
  const read = KEY_PURPOSES.flatMap((purpose) => {
    if (!verifiers[purpose] || given[purpose] === undefined) return []
    const documents = listOf(given[purpose])
    const has = { what: `${purpose} has documents`, ok: documents.length > 0 }
    return [{ purpose, documents, checks: [has, ...checksOf(purpose, documents, verifiers)] }]
  })
  const whole = read.filter(({ checks }) => checks.every(({ ok }) => ok))
  return {
    checks: [{ what: 'there are key documents', ok: read.length > 0 }, ...read.flatMap(({ checks }) => checks)],
    chains: whole.map(({ purpose, documents }) => ({ purpose, documents: documents.map((each) => fieldsOf(each)!) })),
  }
}

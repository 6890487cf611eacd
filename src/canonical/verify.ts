import type { Check } from './check.ts'
import { contentHash, contentOf, contentStatement, quoteIdOf } from './content.ts'
import { digest } from './digest.ts'
import type { Json } from './jcs.ts'
import type { Layout } from './layout.ts'
import { REPEATED_MEMBERS } from './repeated-members.ts'
import { verifySignature, type SigningScheme } from './verify-signature.ts'

/** The result of a verification. `ok` only when every check passed. */
export interface Verification {
  readonly ok: boolean
  readonly checks: readonly Check[]
}

const SCHEMES: readonly string[] = ['ed25519', 'secp256k1_ecdsa']

/** Facts that a verifier may know in advance. */
export interface Known {
  /**
   * The public key that the buyer has pinned before. Without it the check shows that an answer is complete, but not who
   * signed it.
   */
  readonly publicKey?: string
  /** Layouts that can parse the canonical string, so that the fields beside it can be compared. */
  readonly layouts?: readonly Layout[]
}

/**
 * Checks a bought answer without network access:
 *
 * - The signature covers SHA-256 of the canonical string.
 * - The content hash fits the body, and is itself signed.
 * - The fields beside the canonical string agree with it.
 * - The values that its layout can compute again from the string are correct.
 */
export const verifyAnswer = (body: Readonly<Record<string, Json>>, known: Known = {}): Verification => {
  const checks: Check[] = []
  const check = (what: string, ok: boolean, detail?: string) =>
    checks.push(detail === undefined ? { what, ok } : { what, ok, detail })
  const text = (key: string): string => (typeof body[key] === 'string' ? (body[key] as string) : '')

  const canonical = text('canonical')
  const scheme = text('signingScheme')
  const schemeKnown = SCHEMES.includes(scheme)
  check('signing scheme is known', schemeKnown, scheme || 'missing')
  const verified = (statement: string, signature: string): boolean =>
    schemeKnown && verifySignature(scheme as SigningScheme, digest(statement), signature, text('pubkey'))

  // Half a character has no UTF-8 form of its own: it would be hashed as if it were another one.
  const isText = canonical !== '' && canonical.isWellFormed()
  check('signature covers the canonical string', isText && verified(canonical, text('signature')))
  if (known.publicKey !== undefined)
    check('signed by the expected key', text('pubkey') === known.publicKey, text('pubkey'))

  const hash = hashOf(body)
  if (hash === null) {
    check('content has a hash', false)
    return { ok: false, checks }
  }
  check('content hash fits the body', hash === text('contentHash'), hash)
  const carried = /(?:^|\|)SHA256:([^|]*)/.exec(canonical)?.[1]
  const inside = carried === hash
  // A string with a hash belongs to that body alone, whatever else was signed.
  if (carried !== undefined) check('canonical string carries the hash of this body', inside)
  const stated = body['contentSignature'] !== undefined
  const statementSigned = stated && verified(contentStatement(hash), text('contentSignature'))
  // A statement that is present must be valid, even where the canonical string carries the hash and needs none.
  check('content hash is signed', stated ? statementSigned : inside)
  for (const { name, of } of REPEATED_MEMBERS)
    if (body[name] !== undefined) check(`${name} is the same as ${of}`, body[name] === body[of])
  if (body['quoteId'] !== undefined)
    check('quote id is the beginning of the content hash', body['quoteId'] === quoteIdOf(hash))
  for (const found of agreement(canonical, body, known.layouts, inside)) checks.push(found)
  return { ok: checks.every((each) => each.ok), checks }
}

/** `null` for what has no RFC 8785 form, such as text with half a character, and for what is nested too deeply. */
const hashOf = (body: Readonly<Record<string, Json>>): string | null => {
  try {
    return contentHash(contentOf(body))
  } catch {
    return null
  }
}

/**
 * The fields of the body are derived from the canonical string and must agree with it: every token that the body
 * repeats. Content and canonical string are signed separately unless the string carries the hash. So without a layout
 * to parse the string, one answer's content could be sent with another's signature.
 */
const agreement = (
  canonical: string,
  body: Readonly<Record<string, Json>>,
  layouts: readonly Layout[] | undefined,
  carriesHash: boolean,
): Check[] => {
  const [version, type] = canonical.split('|')
  // Several feeds may share a type, each with different tokens.
  const known = layouts?.filter((each) => each.type === type && each.version === version) ?? []
  if (known.length === 0) {
    // Of a type that is not known here the time is still the last position but one.
    const at = Number(canonical.split('|').at(-2))
    if (carriesHash) return [{ what: 'timestamp agrees with the canonical string', ok: body['timestamp'] === at }]
    return layouts === undefined
      ? []
      : [{ what: 'canonical string has a known layout', ok: false, detail: `${version}|${type}` }]
  }
  const tries = known.map((layout) => agreesWith(layout, canonical, body))
  return tries.find((checks) => checks !== null) ?? [unread(known[0]!, canonical)]
}

/** The failed check for a string that does not follow a layout. */
const unread = (layout: Layout, canonical: string): Check => {
  try {
    layout.read(canonical)
  } catch (problem) {
    return { what: 'canonical string follows its layout', ok: false, detail: String(problem) }
  }
  return { what: 'canonical string follows its layout', ok: true }
}

/** The checks of a layout that can parse the string; `null` when it cannot. */
const agreesWith = (layout: Layout, canonical: string, body: Readonly<Record<string, Json>>): Check[] | null => {
  const read = (() => {
    try {
      return layout.read(canonical)
    } catch {
      return null
    }
  })()
  if (!read) return null
  const { values, envelope } = read
  const tokens: [string, unknown][] = [...Object.entries(values), ['timestamp', envelope.timestamp]]
  const repeated = tokens
    .filter(([name]) => body[name] !== undefined || name === 'timestamp' || layout.repeats?.includes(name))
    .map(([name, value]) => ({
      what: `${name} agrees with the canonical string`,
      ok: JSON.stringify(value) === JSON.stringify(body[name]),
      detail: JSON.stringify(body[name]),
    }))
  return [...repeated, ...recomputed(() => layout.recompute?.(values, body) ?? [])]
}

/** A body that nothing can be computed from is no reason to end without a verdict. */
const recomputed = (compute: () => readonly Check[]): readonly Check[] => {
  try {
    return compute()
  } catch (problem) {
    return [{ what: 'values can be computed again', ok: false, detail: String(problem) }]
  }
}

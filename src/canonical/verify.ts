import type { Check } from './check.ts'
import { contentHash, contentOf, contentStatement } from './content.ts'
import { digest } from './digest.ts'
import type { Json } from './jcs.ts'
import type { Layout } from './layout.ts'
import { verifySignature, type SigningScheme } from './signature.ts'

/** What a verification found. `ok` only when every check passed. */
export interface Verification {
  readonly ok: boolean
  readonly checks: readonly Check[]
}

const SCHEMES: readonly string[] = ['ed25519', 'secp256k1_ecdsa']

/** Members that some bodies carry a second time under the name that published clients read. */
const TWINS = [
  ['canonicalstring', 'canonical'],
  ['signing_scheme', 'signingScheme'],
] as const

/** What a verifier may know beforehand. */
export interface Known {
  /** The public key the buyer pinned earlier; without it an answer is only shown to be whole, not to be ours. */
  readonly publicKey?: string
  /** Layouts to take the canonical string apart with, so that the fields beside it can be compared. */
  readonly layouts?: readonly Layout[]
}

/**
 * Checks a bought answer without asking anyone: the signature over SHA-256 of the canonical string, that the content
 * hash fits the body, that the hash is itself signed, that the fields beside the canonical agree with it, and what its
 * layout can work out again from the string.
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

  check('signature covers the canonical string', canonical !== '' && verified(canonical, text('signature')))
  if (known.publicKey !== undefined)
    check('signed by the expected key', text('pubkey') === known.publicKey, text('pubkey'))

  const hash = contentHash(contentOf(body))
  check('content hash fits the body', hash === text('contentHash'), hash)
  const inside = canonical.includes(`|SHA256:${hash}|`)
  // A string that carries a hash belongs to that body alone, whatever else was signed.
  if (/\|SHA256:[0-9a-f]{64}\|/.test(canonical)) check('canonical string carries the hash of this body', inside)
  const stated = body['contentSignature'] !== undefined
  const statementSigned = stated && verified(contentStatement(hash), text('contentSignature'))
  // A statement that is there must hold, also where the canonical string carries the hash and none is needed.
  check('content hash is signed', stated ? statementSigned : inside)
  for (const [twin, of] of TWINS)
    if (body[twin] !== undefined) check(`${twin} is the same as ${of}`, body[twin] === body[of])
  for (const found of agreement(canonical, body, known.layouts, inside)) checks.push(found)
  return { ok: checks.every((each) => each.ok), checks }
}

/**
 * The parsed fields are derived from the canonical string and must agree with it: every token that the body repeats.
 * Content and canonical are signed apart unless the string carries the hash, so a string that nobody can take apart
 * would let one answer's content travel under another's signature.
 */
const agreement = (
  canonical: string,
  body: Readonly<Record<string, Json>>,
  layouts: readonly Layout[] | undefined,
  carriesHash: boolean,
): Check[] => {
  const [version, type] = canonical.split('|')
  // Several feeds may share a type, each with words of its own.
  const known = layouts?.filter((each) => each.type === type && each.version === version) ?? []
  if (known.length === 0)
    return layouts === undefined || carriesHash
      ? []
      : [{ what: 'canonical string has a known layout', ok: false, detail: `${version}|${type}` }]
  const tries = known.map((layout) => agreesWith(layout, canonical, body))
  return tries.find((checks) => checks !== null) ?? [unread(known[0]!, canonical)]
}

/** Why a string does not follow a layout. */
const unread = (layout: Layout, canonical: string): Check => {
  try {
    layout.read(canonical)
  } catch (problem) {
    return { what: 'canonical string follows its layout', ok: false, detail: String(problem) }
  }
  return { what: 'canonical string follows its layout', ok: true }
}

/** What a layout that can take the string apart finds; `null` from one that cannot. */
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
    .filter(([name]) => body[name] !== undefined)
    .map(([name, value]) => ({
      what: `${name} agrees with the canonical string`,
      ok: JSON.stringify(value) === JSON.stringify(body[name]),
      detail: JSON.stringify(body[name]),
    }))
  return [...repeated, ...(layout.recompute?.(values, body) ?? [])]
}

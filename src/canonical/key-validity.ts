import type { Check } from './check.ts'
import { ANSWER_VERIFIERS, type KeyChain, type KeyVerifiers, type ReadChains } from './key-chain.ts'
import { ANSWERS_PURPOSE } from './key-document.ts'
import { currentKey, keyPeriods } from './key-periods.ts'
import type { Json } from './jcs.ts'
import type { Layout } from './layout.ts'
import type { Verification } from './verify.ts'
import { written } from './written.ts'

/** Whether the key of an answer was the service's key when the answer was made. */

type Members = Readonly<Record<string, Json>>

/** A worker's clock may differ by so much from the one that dates key documents. */
export const CLOCK_LEEWAY_SECONDS = 2

/**
 * The time that was signed, Unix seconds; `null` for a string that no layout reads. Of a type that is not known here, whose
 * string carries the hash of its body, it is the last position but one (as `verifyAnswer` takes it).
 */
const signedTime = (canonical: string, layouts: readonly Layout[]): number | null => {
  const [version, type] = canonical.split('|')
  for (const layout of layouts)
    if (layout.type === type && layout.version === version)
      try {
        return layout.read(canonical).envelope.timestamp
      } catch {
        // Several layouts share a type; another one may read it.
      }
  const isKnown = layouts.some((each) => each.type === type && each.version === version)
  const last = canonical.split('|').at(-2) ?? ''
  return !isKnown && /\|SHA256:/.test(canonical) && /^\d{1,12}$/.test(last) ? Number(last) : null
}

const isValid = ({ documents }: KeyChain, publicKey: string, at: number): boolean =>
  keyPeriods(documents).some(
    (each) =>
      each.publicKey === publicKey && at >= each.from - CLOCK_LEEWAY_SECONDS && at <= each.until + CLOCK_LEEWAY_SECONDS,
  )

/** The keys that sign answers with a scheme; `null` for no scheme of ours. */
const answersPurpose = (scheme: Json | undefined) =>
  scheme === 'ed25519' || scheme === 'secp256k1_ecdsa' ? ANSWERS_PURPOSE[scheme] : null

/** Rows of the past that keep the signature of their own time. */
const signedRows = ({ rows }: Members): readonly Members[] =>
  (Array.isArray(rows) ? rows : []).flatMap((row) =>
    typeof row === 'object' && row !== null && !Array.isArray(row) && row['pubkey'] !== undefined ? [row] : [],
  )

/** What the chains of an answer's key, and of the keys of its rows, are checked with: of the others nothing depends. */
export const verifiersFor = (body: Members): KeyVerifiers => {
  const purposes = [body, ...signedRows(body)].flatMap(({ signingScheme }) => answersPurpose(signingScheme) ?? [])
  return Object.fromEntries([...new Set(purposes)].map((purpose) => [purpose, ANSWER_VERIFIERS[purpose]]))
}

/** Whether one of these chains names a key. */
export const nameKey = (chains: readonly KeyChain[], key: Json | undefined): boolean =>
  chains.some(({ documents }) => documents.some(({ publicKey }) => publicKey === key))

/** Of a row whose time was compared with its string. */
const isRowValid = (chains: readonly KeyChain[], { t, pubkey, signingScheme }: Members): boolean => {
  const chain = chains.find(({ purpose }) => purpose === answersPurpose(signingScheme))
  return chain !== undefined && typeof t === 'number' && isValid(chain, written(pubkey), t)
}

const rowCheck = (chains: readonly KeyChain[], body: Members): readonly Check[] => {
  const rows = signedRows(body)
  if (rows.length === 0) return []
  const wrong = rows.findIndex((row) => !isRowValid(chains, row))
  const detail = wrong < 0 ? String(rows.length) : `row ${wrong}`
  return [{ what: 'the key of every row was valid at its time', ok: wrong < 0, detail }]
}

/** Keys of one scheme have one length. */
const pinnedCheck = (publicKey: string, pinned: readonly string[], holds: (key: string) => boolean): Check => {
  const own = pinned.filter(({ length }) => length === publicKey.length)
  const missing = own.find((key) => !holds(key))
  const detail = missing ?? own[0] ?? 'none of them is of its scheme'
  return { what: 'its chain holds the expected key', ok: own.length > 0 && missing === undefined, detail }
}

/**
 * Adds to what was verified of an answer whether its key stands in the key documents and was valid at its time. Who
 * serves these documents is not checked, unless a key is pinned: take them from the service, or keep them from before.
 *
 * @param read `/.well-known/claros-keys.json`
 * @param pinned public keys that were known before. If there are any, the chain must hold each that is of its scheme, and
 *   there must be one. Documents are bound to those before and after them, so a chain that holds a key was made with it. If
 *   that key was replaced, then perhaps by whoever has stolen it since: another chain can go on from it (`successorOf`)
 */
export const withKeys = (
  found: Verification,
  body: Members,
  { checks, chains }: ReadChains,
  layouts: readonly Layout[],
  pinned: readonly string[] = [],
): Verification => {
  const purpose = answersPurpose(body['signingScheme'])
  const publicKey = written(body['pubkey'])
  const chain = chains.find((each) => each.purpose === purpose)
  const holds = (key: string): boolean => chain !== undefined && nameKey([chain], key)
  const at = signedTime(written(body['canonical']), layouts)
  const added: readonly Check[] = [
    ...checks,
    { what: 'the key is one of the service', ok: holds(publicKey), detail: purpose ?? 'no purpose has this scheme' },
    ...(pinned.length === 0 ? [] : [pinnedCheck(publicKey, pinned, holds)]),
    {
      what: 'the key was valid at the time of the answer',
      ok: chain !== undefined && at !== null && isValid(chain, publicKey, at),
      detail: at === null ? 'no time was signed' : String(at),
    },
    ...rowCheck(chains, body),
  ]
  return { ok: found.ok && added.every(({ ok }) => ok), checks: [...found.checks, ...added] }
}

/**
 * The newest key of the chain in which a pinned key was replaced, for whoever must be warned: who has stolen a key that was
 * replaced can tell of another future than the service's, from its first document on. The newest key, and documents that
 * were kept, leave no such choice. `null` where the pinned key is the newest, or stands in no chain that holds.
 *
 * @param scheme of the answer
 */
export const successorOf = (pinned: string, scheme: Json | undefined, chains: readonly KeyChain[]): string | null => {
  const chain = chains.find(({ purpose }) => purpose === answersPurpose(scheme))
  const newest = chain && currentKey(chain.documents)
  return chain && newest !== undefined && newest !== pinned && nameKey([chain], pinned) ? newest : null
}

import type { Check } from './check.ts'
import type { KeyChain, ReadChains } from './key-chain.ts'
import { ANSWERS_PURPOSE } from './key-document.ts'
import { currentKey, keyPeriods } from './key-periods.ts'
import type { Json } from './jcs.ts'
import type { Layout } from './layout.ts'
import type { Verification } from './verify.ts'

/** Whether the key of an answer was the service's key when the answer was made. */

type Members = Readonly<Record<string, Json>>

/** A worker's clock may differ by so much from the one that dates key documents. */
export const CLOCK_LEEWAY_SECONDS = 2

/** The time that was signed, Unix seconds; `null` for a string that no layout reads. */
const signedTime = (canonical: string, layouts: readonly Layout[]): number | null => {
  const [version, type] = canonical.split('|')
  for (const layout of layouts)
    if (layout.type === type && layout.version === version)
      try {
        return layout.read(canonical).envelope.timestamp
      } catch {
        // Several layouts share a type; another one may read it.
      }
  return null
}

const isValid = ({ documents }: KeyChain, publicKey: string, at: number): boolean =>
  keyPeriods(documents).some(
    (each) =>
      each.publicKey === publicKey && at >= each.from - CLOCK_LEEWAY_SECONDS && at <= each.until + CLOCK_LEEWAY_SECONDS,
  )

/** The keys that sign answers with a scheme; `null` for no scheme of ours. */
export const answersPurpose = (scheme: Json | undefined) =>
  scheme === 'ed25519' || scheme === 'secp256k1_ecdsa' ? ANSWERS_PURPOSE[scheme] : null

/** Rows of the past that keep the signature of their own time. */
const signedRows = ({ rows }: Members): readonly Members[] =>
  (Array.isArray(rows) ? rows : []).flatMap((row) =>
    typeof row === 'object' && row !== null && !Array.isArray(row) && row['pubkey'] !== undefined ? [row] : [],
  )

/** Of a row whose time was compared with its string. */
const isRowValid = (chains: readonly KeyChain[], { t, pubkey, signingScheme }: Members): boolean => {
  const chain = chains.find(({ purpose }) => purpose === answersPurpose(signingScheme))
  return chain !== undefined && typeof t === 'number' && isValid(chain, String(pubkey), t)
}

const rowCheck = (chains: readonly KeyChain[], body: Members): readonly Check[] => {
  const rows = signedRows(body)
  if (rows.length === 0) return []
  const wrong = rows.findIndex((row) => !isRowValid(chains, row))
  const detail = wrong < 0 ? String(rows.length) : `row ${wrong}`
  return [{ what: 'the key of every row was valid at its time', ok: wrong < 0, detail }]
}

/**
 * Adds to what was verified of an answer whether its key stands in the key documents and was valid at its time. Who
 * serves these documents is not checked, unless a key is pinned: take them from the service, or keep them from before.
 *
 * @param read `/.well-known/claros-keys.json`
 * @param pinned public keys that were known before; the chain must hold one of them, if there are any. Documents are bound
 *   to those before and after them, so a chain that holds a key was made with it. If that key was replaced, then perhaps by
 *   whoever has stolen it since: another chain can go on from it (`successorOf`)
 */
export const withKeys = (
  found: Verification,
  body: Members,
  { checks, chains }: ReadChains,
  layouts: readonly Layout[],
  pinned: readonly string[] = [],
): Verification => {
  const purpose = answersPurpose(body['signingScheme'])
  const publicKey = String(body['pubkey'])
  const chain = chains.find((each) => each.purpose === purpose)
  const holds = (key: string): boolean => chain?.documents.some((each) => each.publicKey === key) ?? false
  const at = signedTime(String(body['canonical']), layouts)
  const added: readonly Check[] = [
    ...checks,
    { what: 'the key is one of the service', ok: holds(publicKey), detail: purpose ?? 'no purpose has this scheme' },
    ...(pinned.length === 0
      ? []
      : [
          {
            what: 'its chain holds the expected key',
            ok: pinned.some(holds),
            detail: pinned.find(holds) ?? pinned[0]!,
          },
        ]),
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
  const isOlder = newest !== pinned && chain?.documents.some(({ publicKey }) => publicKey === pinned)
  return isOlder ? (newest ?? null) : null
}

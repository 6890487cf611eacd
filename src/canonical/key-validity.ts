import type { Check } from './check.ts'
import { type KeyChain, readKeyChains } from './key-chain.ts'
import { ANSWERS_PURPOSE } from './key-document.ts'
import { keyPeriods } from './key-periods.ts'
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
 * @param keys `/.well-known/claros-keys.json`
 * @param pinned a public key that was known before. Documents are bound to those before and after them, so a chain that
 *   holds it was made with that key. If the key was replaced, that may be by whoever has stolen it since: then another
 *   chain goes on from it. The newest key, and documents that were kept, leave no such choice
 */
export const withKeys = (
  found: Verification,
  body: Members,
  keys: Members,
  layouts: readonly Layout[],
  pinned: string | null = null,
): Verification => {
  const { checks, chains } = readKeyChains(keys)
  const purpose = answersPurpose(body['signingScheme'])
  const publicKey = String(body['pubkey'])
  const chain = chains.find((each) => each.purpose === purpose)
  const holds = (key: string): boolean => chain?.documents.some((each) => each.publicKey === key) ?? false
  const at = signedTime(String(body['canonical']), layouts)
  const added: readonly Check[] = [
    ...checks,
    { what: 'the key is one of the service', ok: holds(publicKey), detail: purpose ?? 'no purpose has this scheme' },
    ...(pinned === null ? [] : [{ what: 'its chain holds the expected key', ok: holds(pinned), detail: pinned }]),
    {
      what: 'the key was valid at the time of the answer',
      ok: chain !== undefined && at !== null && isValid(chain, publicKey, at),
      detail: at === null ? 'no time was signed' : String(at),
    },
    ...rowCheck(chains, body),
  ]
  return { ok: found.ok && added.every(({ ok }) => ok), checks: [...found.checks, ...added] }
}

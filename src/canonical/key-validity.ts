import type { Check } from './check.ts'
import { type KeyChain, readKeyChains } from './key-chain.ts'
import { ANSWERS_PURPOSE, type KeyFields } from './key-document.ts'
import type { Json } from './jcs.ts'
import type { Layout } from './layout.ts'
import type { Verification } from './verify.ts'

/** Whether the key of an answer was the service's key when the answer was made. */

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

/** The last second of a document: the one that it states, or the one in which the next begins, which may be of the same key. */
const endOf = ({ validUntil }: KeyFields, next: KeyFields | undefined): number =>
  Math.min(validUntil ?? Infinity, next?.validFrom ?? Infinity)

const isValid = ({ documents }: KeyChain, publicKey: string, at: number): boolean =>
  documents.some(
    (each, nth) =>
      each.publicKey === publicKey &&
      at >= each.validFrom - CLOCK_LEEWAY_SECONDS &&
      at <= endOf(each, documents[nth + 1]) + CLOCK_LEEWAY_SECONDS,
  )

const purposeOf = (scheme: Json | undefined) =>
  scheme === 'ed25519' || scheme === 'secp256k1_ecdsa' ? ANSWERS_PURPOSE[scheme] : null

/**
 * Adds to what was verified of an answer whether its key stands in the key documents and was valid at its time. Who
 * serves these documents is not checked: take them from the service, or keep them from before.
 *
 * @param keys `/.well-known/claros-keys.json`
 */
export const withKeys = (
  found: Verification,
  body: Readonly<Record<string, Json>>,
  keys: Readonly<Record<string, Json>>,
  layouts: readonly Layout[],
): Verification => {
  const { checks, chains } = readKeyChains(keys)
  const purpose = purposeOf(body['signingScheme'])
  const publicKey = String(body['pubkey'])
  const chain = chains.find((each) => each.purpose === purpose)
  const isKnown = chain?.documents.some((each) => each.publicKey === publicKey) ?? false
  const at = signedTime(String(body['canonical']), layouts)
  const added: readonly Check[] = [
    ...checks,
    { what: 'the key is one of the service', ok: isKnown, detail: purpose ?? 'no purpose has this scheme' },
    {
      what: 'the key was valid at the time of the answer',
      ok: isKnown && at !== null && isValid(chain!, publicKey, at),
      detail: at === null ? 'no time was signed' : String(at),
    },
  ]
  return { ok: found.ok && added.every(({ ok }) => ok), checks: [...found.checks, ...added] }
}

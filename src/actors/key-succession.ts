import { digestHex } from '../canonical/digest.ts'
import type { Json } from '../canonical/jcs.ts'
import { readKeyChains } from '../canonical/key-signature.ts'
import { type KeyDocument, type KeyFields, KEY_SCHEME, writeKeyString } from '../canonical/key-document.ts'
import { CLOCK_LEEWAY_SECONDS } from '../canonical/key-validity.ts'
import { currentKey, keyPeriods } from '../canonical/key-periods.ts'
import type { DocumentedKey } from './key-document.ts'

/** The documents that follow in a chain: the promise of a key, its succession, and the end of another. */

/** Documents of one purpose, oldest first, at least one. */
export type KeyHistory = readonly KeyDocument[]

export const isBeginning = (short: KeyHistory, long: KeyHistory): boolean =>
  short.every(({ canonical }, at) => canonical === long[at]?.canonical)

/** What a verifier says of a chain: the first check that failed, or `null`. */
export const faultIn = (chain: KeyHistory): string | null => {
  const [first] = chain
  if (!first) return 'there are no documents'
  const body = JSON.parse(JSON.stringify({ chains: { [first.purpose]: chain } })) as Readonly<Record<string, Json>>
  return readKeyChains(body).checks.find(({ ok }) => !ok)?.what ?? null
}

const added = (
  chain: KeyHistory,
  fields: Pick<KeyFields, 'publicKey' | 'validFrom' | 'next'> & { readonly validUntil?: number | undefined },
  by: readonly DocumentedKey[],
): KeyDocument => {
  const last = chain.at(-1)!
  const { validUntil, ...rest } = fields
  const { purpose } = last
  const whole: KeyFields = {
    ...rest,
    sequence: last.sequence + 1,
    purpose,
    scheme: KEY_SCHEME[purpose],
    previous: digestHex(last.canonical),
    ...(validUntil !== undefined && { validUntil }),
  }
  const canonical = writeKeyString(whole)
  return {
    ...whole,
    canonical,
    signatures: by.map(({ publicKey, sign }) => ({ publicKey, signature: sign(canonical) })),
  }
}

/** What is written stays for ever, so nothing is written that a verifier would refuse. */
const checked = <T extends readonly [KeyDocument, ...KeyDocument[]]>(chain: KeyHistory, more: T): T => {
  const fault = faultIn([...chain, ...more])
  if (fault !== null) throw new Error(`key documents made here do not hold: ${fault}`)
  return more
}

const beginOf = (chain: KeyHistory, publicKey: string): number =>
  keyPeriods(chain).find((each) => each.publicKey === publicKey)!.from

/** Promises the key that will follow. A promise stays until that key has followed. */
export const promising = (chain: KeyHistory, current: DocumentedKey, next: string): readonly [KeyDocument] => {
  const { publicKey, from, until } = keyPeriods(chain).at(-1)!
  const end = until === Infinity ? {} : { validUntil: until }
  return checked(chain, [added(chain, { publicKey, validFrom: from, next: digestHex(next), ...end }, [current])])
}

export interface Handover {
  readonly old: DocumentedKey
  /** The promised key. */
  readonly fresh: DocumentedKey
  /** From when on the new key signs, Unix seconds. */
  readonly from: number
  /** The last second of the old key, Unix. */
  readonly until: number
}

/** The old key's end, signed by it, and the promised key, signed by both. */
export const handingOver = (
  chain: KeyHistory,
  { old, fresh, from, until }: Handover,
): readonly [KeyDocument, KeyDocument] => {
  const { next } = chain.at(-1)!
  const stated = keyPeriods(chain).at(-1)!.until
  const end = added(
    chain,
    { publicKey: old.publicKey, validFrom: beginOf(chain, old.publicKey), validUntil: Math.min(until, stated), next },
    [old],
  )
  const begins = Math.max(from, beginOf(chain, old.publicKey))
  const begin = added([...chain, end], { publicKey: fresh.publicKey, validFrom: begins, next: null }, [old, fresh])
  return checked(chain, [end, begin])
}

/**
 * The last second that is stated of a key whose answers count no more from a time on: verifiers allow for clocks after an
 * end.
 *
 * @param since Unix seconds
 */
export const lastBefore = (since: number): number => Math.max(0, since - 1 - CLOCK_LEEWAY_SECONDS)

/** Ends a key that was replaced earlier than was said of it. The current key signs. */
export const endingEarlier = (
  chain: KeyHistory,
  current: DocumentedKey,
  publicKey: string,
  until: number,
): readonly [KeyDocument] => {
  if (currentKey(chain) !== current.publicKey) throw new Error('only the current key ends another')
  const { next } = chain.at(-1)!
  return checked(chain, [
    added(chain, { publicKey, validFrom: beginOf(chain, publicKey), validUntil: until, next }, [current]),
  ])
}

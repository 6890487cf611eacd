import type { Check } from './check.ts'
import type { Json } from './jcs.ts'
import { KEY_PURPOSES } from './key-document.ts'
import { keyTexts } from './key-chain.ts'

/** Whether key documents from several places tell of one chain. */

type Members = Readonly<Record<string, Json>>

export interface AgreedKeys {
  readonly checks: readonly Check[]
  /** For each purpose the longest of the chains. */
  readonly body: Members
}

const isBeginning = (short: readonly string[], long: readonly string[]): boolean =>
  short.every((text, at) => text === long[at])

/**
 * One may tell more than another: kept for a while, or taken from a store that was put back. None may tell otherwise.
 * What was kept so shows what is withheld: the end of a key that was stolen, and the key after it.
 *
 * @param bodies `/.well-known/claros-keys.json`, each from another place
 */
export const agreedKeys = (bodies: readonly [Members, ...Members[]]): AgreedKeys => {
  if (bodies.length === 1) return { checks: [], body: bodies[0] }
  const found = KEY_PURPOSES.flatMap((purpose) => {
    const chains = bodies.map((body) => keyTexts(body, purpose)).filter(({ texts }) => texts.length > 0)
    const longest = chains.toSorted((a, b) => b.texts.length - a.texts.length)[0]
    if (!longest) return []
    const ok = chains.every(({ texts }) => isBeginning(texts, longest.texts))
    return [{ purpose, given: longest.given, check: { what: `${purpose} has one chain`, ok } }]
  })
  return {
    checks: found.map(({ check }) => check),
    body: { version: 1, chains: Object.fromEntries(found.map(({ purpose, given }) => [purpose, given])) },
  }
}

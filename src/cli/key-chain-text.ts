import type { KeyFields } from '../canonical/key-document.ts'
import { keyPeriods } from '../canonical/key-periods.ts'

/** A chain of key documents, in words for an operator. */

const at = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/** One line for each key, and one if another is promised; empty where there are no documents. */
export const chainText = (chain: readonly KeyFields[]): string => {
  const [first] = chain
  if (!first) return ''
  const keys = keyPeriods(chain).map(
    ({ publicKey, from, until }) =>
      `${first.purpose} ${publicKey} from ${at(from)}${until === Infinity ? '' : ` until ${at(until)}`}\n`,
  )
  const promised = chain.at(-1)!.next
  return keys.join('') + (promised === null ? '' : `${first.purpose} next: SHA-256 ${promised}\n`)
}

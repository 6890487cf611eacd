import type { Check } from '../../canonical/check.ts'
import { digest } from '../../canonical/digest.ts'
import { jcs } from '../../canonical/jcs.ts'
import type { Layout } from '../../canonical/layout.ts'
import { SCHEME_OF, type SignedRow } from '../../canonical/snapshot.ts'
import { verifySignature } from '../../canonical/verify-signature.ts'
import type { Content } from './computed.ts'
import { type Head, rowsCheck } from './rows-check.ts'
import { spacedLayout } from './spaced-layout.ts'

/** The string of an index's past, and the rows below it, each with its original signature. */

/** All kept copies are signed with this scheme. */
export const KEPT_SCHEME = SCHEME_OF.x402

/** The tokens of the canonical string that a row repeats, in this order, if the string has them. */
export const SHOWN_VALUES = ['value', 'unit', 'regime', 'confidence'] as const

/** The values in a canonical string; `null` for a string of an older method that can no longer be read. */
const valuesIn = (of: Layout, canonical: string): Content | null => {
  try {
    return of.read(canonical).values as Content
  } catch {
    return null
  }
}

/** A row shows only values of its canonical string, so that nothing is shown that was not signed then. */
export const signedRow = (of: Layout, { t, canonical, signature, pubkey }: SignedRow): Content => {
  const values = valuesIn(of, canonical) ?? {}
  const shown = SHOWN_VALUES.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const]))
  return { t, ...Object.fromEntries(shown), canonical, signature, signingScheme: KEPT_SCHEME, pubkey }
}

/** Time and subject of a canonical string. They stand at the same place in strings of every method. */
const timeIn = (canonical: string): number => Number(canonical.split('|').at(-2))
const domainIn = (canonical: string): string => canonical.split('|')[2] ?? ''

/** Whether a row is what was signed at its time, about this subject. */
const holds = (of: Layout, domain: string, row: Content): boolean => {
  const { t, canonical, signature, pubkey } = row
  if (typeof t !== 'number' || typeof canonical !== 'string') return false
  if (typeof signature !== 'string' || typeof pubkey !== 'string') return false
  return (
    verifySignature(KEPT_SCHEME, digest(canonical), signature, pubkey) &&
    timeIn(canonical) === t &&
    domainIn(canonical) === domain &&
    canonical.split('|')[1] === of.type &&
    jcs(signedRow(of, { t, canonical, signature, pubkey })) === jcs(row)
  )
}

const rowChecks = (of: Layout, series: string, head: Head, body: Content): readonly Check[] => {
  const rows = Array.isArray(body['rows']) ? body['rows'] : []
  const wrong = rows.findIndex((row) => !holds(of, head.domain, { ...row }))
  return [
    ...rowsCheck(head, body, { series }),
    {
      what: 'every row has its original signature and states what was signed',
      ok: wrong < 0 && rows.length > 0,
      detail: wrong < 0 ? `${rows.length} rows` : `row ${wrong} does not`,
    },
  ]
}

/**
 * @param of the string of the index itself
 * @param code of the index, as its string has it: `MSVI`
 */
export const indexHistoryLayout = (of: Layout, code: string) =>
  spacedLayout(code, (head, body) => rowChecks(of, code.toLowerCase(), head, body))

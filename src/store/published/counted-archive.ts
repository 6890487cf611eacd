import { ANSWERS_PURPOSE } from '../../canonical/key-document.ts'
import { type KeyPeriod, keyPeriods } from '../../canonical/key-periods.ts'
import type { Archive } from './archive.ts'
import type { KeyDocumentStore } from './key-documents.ts'

/** The past without rows that no buyer could verify: those that a revoked key has signed since it was stolen. */

/** Whether what a key has signed counts at a time, Unix seconds. */
export type RowCounts = (publicKey: string, seconds: number) => boolean

/**
 * Rows that count. Where the last one of an interval does not, an earlier one may: then all are read.
 */
export const countedRows =
  (rows: Archive['rows'], counts: RowCounts): Archive['rows'] =>
  async (series, from, to, everySeconds) => {
    const found = await rows(series, from, to, everySeconds)
    const isCounted = ({ pubkey, t }: (typeof found)[number]): boolean => counts(pubkey, t)
    return found.every(isCounted) ? found : (await rows(series, from, to)).filter(isCounted)
  }

/** A time of which rows count. What was signed before the first document of all counts too. */
const spansOf = (periods: readonly KeyPeriod[], from: number, to: number): readonly (readonly [number, number])[] =>
  periods
    .map((each, nth) => [nth === 0 ? from : Math.max(from, each.from), Math.min(to, each.until)] as const)
    .filter(([begin, end]) => begin <= end)

/**
 * Says that there are rows only where a key was valid, without reading them: an answer of which every row is left out
 * must not be paid for.
 */
export const countedSpans = (archive: Archive, keyDocuments: Pick<KeyDocumentStore, 'all'>): Archive => ({
  ...archive,
  hasRows: async (series, from, to) => {
    if (!(await archive.hasRows(series, from, to))) return false
    const documents = await keyDocuments.all()
    const periods = keyPeriods(documents.filter(({ purpose }) => purpose === ANSWERS_PURPOSE.ed25519))
    if (periods.length < 2) return true
    for (const [begin, end] of spansOf(periods, from, to)) if (await archive.hasRows(series, begin, end)) return true
    return false
  },
})

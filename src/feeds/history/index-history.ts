import { type TSchema, Type } from '@sinclair/typebox'
import type { Check } from '../../canonical/check.ts'
import { digest } from '../../canonical/digest.ts'
import { jcs } from '../../canonical/jcs.ts'
import { verifySignature } from '../../canonical/verify-signature.ts'
import { SCHEME_OF, type SignedRow } from '../../canonical/snapshot.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import { actorId, type AnyFeed } from '../feed.ts'
import type { Keeping } from '../keeping.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import type { ComputedFeed, Content } from './computed.ts'
import { type Head, rowsCheck } from './rows-check.ts'
import { spacedAnswer, spacedLayout, spacedTokens } from './spaced-rows.ts'
import {
  FROM,
  INTERVAL_NAMES,
  INTERVALS,
  type Interval,
  lastOfEach,
  lastRows,
  MOST_ROWS,
  readSpacedSpan,
  TO,
} from './time-range.ts'

/** Past answers of an index, each with its original signature, and one signature over all of them. */

/** All kept copies are signed with this scheme. */
const SCHEME = SCHEME_OF.x402

/** The tokens of the canonical string that a row repeats, in this order, if the string has them. */
const SHOWN = ['value', 'unit', 'regime', 'confidence'] as const

/** The values in a canonical string; `null` for a string of an older method that can no longer be read. */
const valuesIn = (feed: AnyFeed, canonical: string): Content | null => {
  try {
    return feed.sale.canonical.read(canonical).values as Content
  } catch {
    return null
  }
}

/** A row shows only values of its canonical string, so that nothing is shown that was not signed then. */
const rowOf = (feed: AnyFeed, { t, canonical, signature, pubkey }: SignedRow): Content => {
  const values = valuesIn(feed, canonical) ?? {}
  const shown = SHOWN.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const]))
  return { t, ...Object.fromEntries(shown), canonical, signature, signingScheme: SCHEME, pubkey }
}

/** Time and subject of a canonical string. They stand at the same place in strings of every method. */
const timeIn = (canonical: string): number => Number(canonical.split('|').at(-2))
const domainIn = (canonical: string): string => canonical.split('|')[2] ?? ''

/** Whether a row is what was signed at its time, about this subject. */
const holds = (feed: AnyFeed, domain: string, row: Content): boolean => {
  const { t, canonical, signature, pubkey } = row
  if (typeof t !== 'number' || typeof canonical !== 'string') return false
  if (typeof signature !== 'string' || typeof pubkey !== 'string') return false
  return (
    verifySignature(SCHEME, digest(canonical), signature, pubkey) &&
    timeIn(canonical) === t &&
    domainIn(canonical) === domain &&
    canonical.split('|')[1] === feed.sale.canonical.type &&
    jcs(rowOf(feed, { t, canonical, signature, pubkey })) === jcs(row)
  )
}

const rowChecks = (feed: AnyFeed, series: string, head: Head, body: Content): readonly Check[] => {
  const rows = Array.isArray(body['rows']) ? body['rows'] : []
  const wrong = rows.findIndex((row) => !holds(feed, head.domain, { ...row }))
  return [
    ...rowsCheck(head, body, { series }),
    {
      what: 'every row has its original signature and states what was signed',
      ok: wrong < 0 && rows.length > 0,
      detail: wrong < 0 ? `${rows.length} rows` : `row ${wrong} does not`,
    },
  ]
}

const SCHEMAS: Readonly<Record<(typeof SHOWN)[number], TSchema>> = {
  value: Type.Number(),
  unit: Type.String(),
  regime: Type.String(),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
}

/** A row for documents, without a real signature. */
const exampleRow = (feed: AnyFeed, t: number): Content => {
  const canonical = feed.sale.canonical.write(feed.sale.tokens(feed.example), { timestamp: t, nonce: 482_910 })
  return rowOf(feed, { t, canonical, signature: '…', pubkey: '0'.repeat(64) })
}

/** The history that is sold of a feed whose signed answers are kept. */
export const indexHistory = (
  feed: AnyFeed,
  { days, path }: Extract<Keeping, { readonly kind: 'rows' }>,
): ComputedFeed => {
  const code = String((feed.sale.tokens(feed.example) as Content)['code'])
  const example = [1_794_999_540, 1_794_999_600].map((t) => exampleRow(feed, t))
  const shown = SHOWN.filter((name) => example[0]![name] !== undefined)
  const series = (subject: Subject): string => actorId(feed, subject)
  return {
    id: `history/${code.toLowerCase()}`,
    family: 'history',
    layer: 'Oracle History',
    summary: `The ${feed.noun} of the last ${days} days, at most ${MOST_ROWS} rows in one answer; each with its original signature, and one over all of them`,
    noun: `${feed.noun} history`,
    subjects: feed.subjects,
    origin: series,
    path,
    price: TARIFF.indexHistory,
    query: {
      from: FROM,
      to: TO,
      interval: Type.String({
        description: `one of ${INTERVAL_NAMES.join(', ')}: the last row of each; when left out the shortest with at most ${MOST_ROWS} rows`,
      }),
    },
    answer: spacedAnswer(
      code.toLowerCase(),
      Type.Object({
        t: Type.Integer({ description: 'Unix seconds of the answer' }),
        // A row of an older method has its canonical string alone.
        ...Object.fromEntries(shown.map((name) => [name, Type.Optional(SCHEMAS[name])])),
        canonical: Type.String(),
        signature: Type.String({ description: 'Made at that time, over the SHA-256 of canonical' }),
        signingScheme: Type.Literal(SCHEME),
        pubkey: Type.String({ description: 'The key of that time' }),
      }),
    ),
    example: {
      series: code.toLowerCase(),
      domain: feed.subjects[0]!.domain,
      interval: '1m',
      from: 1_794_999_540,
      to: 1_794_999_600,
      count: example.length,
      rows: example,
    },
    methodology: {
      method: `every published answer of ${feed.id}, as it was signed; of an interval its last. Nothing is computed or signed again, and a time without an answer has no row`,
    },
    canonical: spacedLayout(code, (head, body) => rowChecks(feed, code.toLowerCase(), head, body)),
    wish: (query, nowTs) => readSpacedSpan(query, nowTs, days * DAY_SECONDS),
    has: (subject, { from, to }, archive) => archive.hasRows(series(subject), from, to),
    conclude: async (subject, { from, to, interval = '1m', last = Infinity }, archive) => {
      const every = interval as Interval
      const kept = lastOfEach(await archive.rows(series(subject), from, to, INTERVALS[every]), every)
      if (kept.length === 0) return null
      const rows = kept.slice(-last).map((row) => rowOf(feed, row))
      return { series: code.toLowerCase(), domain: subject.domain, interval, from, to, count: rows.length, rows }
    },
    tokens: spacedTokens(code),
    previewWish: lastRows,
    // The signed copies are what is sold, so the free copy leaves them out.
    previewRow: ({ canonical: _, signature: __, signingScheme: ___, pubkey: ____, ...row }) => row,
  }
}

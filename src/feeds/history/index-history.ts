import { type TSchema, Type } from '@sinclair/typebox'
import type { Check } from '../../canonical/check.ts'
import { digest } from '../../canonical/digest.ts'
import { jcs, type Json } from '../../canonical/jcs.ts'
import { verifySignature } from '../../canonical/signature.ts'
import { SCHEME_OF, type SignedRow } from '../../canonical/snapshot.ts'
import { actorId, type AnyFeed } from '../feed.ts'
import type { Keeping } from '../keeping.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import type { AskedFeed, Content } from './asked.ts'
import { spacedAnswer, spacedLayout, spacedTokens } from './spaced-rows.ts'
import {
  FROM,
  INTERVAL_NAMES,
  type Interval,
  isInterval,
  lastOfEach,
  MOST_ROWS,
  readSpacedSpan,
  TO,
} from './time-range.ts'

/** Past answers of an index, each with the signature that it was made with, and one signature over all of them. */

/** Every archive copy is signed by the same key. */
const SCHEME = SCHEME_OF.x402

/** What a row repeats of its canonical string, in this order, where the string has it. */
const SHOWN = ['value', 'unit', 'regime', 'confidence'] as const

/** Rows are as the string says: nothing is shown that was not signed then. */
const rowOf = (feed: AnyFeed, { t, canonical, signature, pubkey }: SignedRow): Content => {
  const values = feed.sale.canonical.read(canonical).values as Content
  const shown = SHOWN.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const]))
  return { t, ...Object.fromEntries(shown), canonical, signature, signingScheme: SCHEME, pubkey }
}

const isRow = (row: Json): row is Content => typeof row === 'object' && row !== null && !Array.isArray(row)

/** Whether one row is what was signed at its time. */
const holds = (feed: AnyFeed, row: Json): boolean => {
  if (!isRow(row)) return false
  const { t, canonical, signature, pubkey } = row
  if (typeof canonical !== 'string' || typeof signature !== 'string' || typeof pubkey !== 'string') return false
  if (!verifySignature(SCHEME, digest(canonical), signature, pubkey)) return false
  try {
    const { envelope } = feed.sale.canonical.read(canonical)
    return envelope.timestamp === t && jcs(rowOf(feed, { t, canonical, signature, pubkey })) === jcs(row)
  } catch {
    return false
  }
}

const rowChecks = (feed: AnyFeed, body: Content): readonly Check[] => {
  const rows = body['rows']
  if (!Array.isArray(rows)) return []
  const wrong = rows.findIndex((row) => !holds(feed, row))
  return [
    {
      what: 'every row bears its original signature and says what was signed',
      ok: wrong < 0,
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

/** A row that was signed by nobody, for documents. */
const exampleRow = (feed: AnyFeed, t: number): Content => {
  const canonical = feed.sale.canonical.write(feed.sale.tokens(feed.example), { timestamp: t, nonce: 482_910 })
  return rowOf(feed, { t, canonical, signature: '…', pubkey: '0'.repeat(64) })
}

/** What a feed whose signed answers are kept sells of them. */
export const indexHistory = (feed: AnyFeed, { days, path }: Extract<Keeping, { readonly kind: 'rows' }>): AskedFeed => {
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
        ...Object.fromEntries(shown.map((name) => [name, SCHEMAS[name]])),
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
    canonical: spacedLayout(code, (_values, body) => rowChecks(feed, body)),
    wish: (query, nowTs) => readSpacedSpan(query, nowTs, days * 86_400),
    has: (subject, { from, to }, archive) => archive.hasRows(series(subject), from, to),
    conclude: async (subject, { from, to, interval = '1m' }, archive) => {
      const found = await archive.rows(series(subject), from, to)
      const kept = isInterval(interval) ? lastOfEach(found, interval satisfies Interval) : found
      if (kept.length === 0) return null
      const rows = kept.map((row) => rowOf(feed, row))
      return { series: code.toLowerCase(), domain: subject.domain, interval, from, to, count: rows.length, rows }
    },
    tokens: spacedTokens(code),
    previewWish: (nowTs) => ({ kind: 'wish', from: nowTs - 4 * 3_600, to: nowTs, interval: '1h' }),
    // The signed copies are what is sold.
    previewRow: ({ canonical: _, signature: __, signingScheme: ___, pubkey: ____, ...row }) => row,
  }
}

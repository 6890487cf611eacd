import { type TSchema, Type } from '@sinclair/typebox'
import { DAY_SECONDS } from '../../time-units.ts'
import { actorId, type AnyFeed } from '../feed.ts'
import type { Keeping } from '../keeping.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import type { ComputedFeed, Content } from './computed.ts'
import { indexHistoryLayout, KEPT_SCHEME, SHOWN_VALUES, signedRow } from './index-history-layout.ts'
import { spacedAnswer, spacedTokens } from './spaced-rows.ts'
import { INTERVAL_NAMES, INTERVALS, type Interval } from './intervals.ts'
import { FROM, lastOfEach, lastRows, MOST_ROWS, readSpacedSpan, TO } from './time-range.ts'

/** Past answers of an index, each with its original signature, and one signature over all of them. */

const SCHEMAS: Readonly<Record<(typeof SHOWN_VALUES)[number], TSchema>> = {
  value: Type.Number(),
  unit: Type.String(),
  regime: Type.String(),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
}

/** A row for documents, without a real signature. */
const exampleRow = (feed: AnyFeed, t: number): Content => {
  const canonical = feed.sale.canonical.write(feed.sale.tokens(feed.example), { timestamp: t, nonce: 482_910 })
  return signedRow(feed.sale.canonical, { t, canonical, signature: '…', pubkey: '0'.repeat(64) })
}

/** The history that is sold of a feed whose signed answers are kept. */
export const indexHistory = (
  feed: AnyFeed,
  { days, path }: Extract<Keeping, { readonly kind: 'rows' }>,
): ComputedFeed => {
  const code = String((feed.sale.tokens(feed.example) as Content)['code'])
  const example = [1_794_999_540, 1_794_999_600].map((t) => exampleRow(feed, t))
  const shown = SHOWN_VALUES.filter((name) => example[0]![name] !== undefined)
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
        signingScheme: Type.Literal(KEPT_SCHEME),
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
    canonical: indexHistoryLayout(feed.sale.canonical, code),
    wish: (query, nowTs) => readSpacedSpan(query, nowTs, days * DAY_SECONDS),
    has: (subject, { from, to }, archive) => archive.hasRows(series(subject), from, to),
    conclude: async (subject, { from, to, interval = '1m', last = Infinity }, archive) => {
      const every = interval as Interval
      const kept = lastOfEach(await archive.rows(series(subject), from, to, INTERVALS[every]), every)
      if (kept.length === 0) return null
      const rows = kept.slice(-last).map((row) => signedRow(feed.sale.canonical, row))
      return { series: code.toLowerCase(), domain: subject.domain, interval, from, to, count: rows.length, rows }
    },
    tokens: spacedTokens(code),
    previewWish: lastRows,
    // The signed copies are what is sold, so the free copy leaves them out.
    previewRow: ({ canonical: _, signature: __, signingScheme: ___, pubkey: ____, ...row }) => row,
  }
}

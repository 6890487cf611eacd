import { isSameDecimal, shifted } from '../decimal-text.ts'
import type { DecimalText } from '../market.ts'
import { type Query, type Source, UnreadableReply } from '../query.ts'
import { decimal, field, items, optional, type Piece, reply, same, text } from '../shape.ts'

export const tradingView: Source = {
  name: 'tradingview',
  origin: 'https://economic-calendar.tradingview.com',
  rate: { requests: 20, perSeconds: 60 },
  timeoutMs: 10_000,
  // A week of five countries is some two hundred rows, each with a paragraph about itself.
  maxBytes: 2_097_152,
  headers: { origin: 'https://www.tradingview.com' },
  rights: 'unlicensed',
  terms: 'https://www.tradingview.com/policies/',
  termsNote:
    'An undocumented service of its own pages: no permission to sell what it tells. Asked with an agreement alone.',
}

/** The countries that are asked for; the euro area has its own rows beside those of its members. */
export const RELEASE_COUNTRIES = ['US', 'EU', 'GB', 'JP', 'CN'] as const
export type ReleaseCountry = (typeof RELEASE_COUNTRIES)[number]

/** One release with what was expected of it and what came, in full units: `177000`, and no `177 K`. */
export interface ToldRelease {
  readonly country: ReleaseCountry
  /** As the vendor calls it: `Non Farm Payrolls`. */
  readonly title: string
  /** Unix milliseconds. */
  readonly at: number
  /** `Q4`, `Nov`; `null` where none is told. */
  readonly period: string | null
  /** `null` before the release, and where the vendor's two spellings of the number contradict each other. */
  readonly actual: DecimalText | null
  readonly forecast: DecimalText | null
  readonly prior: DecimalText | null
  /** `%`; empty where the vendor names none. */
  readonly unit: string
}

const POWERS: Readonly<Record<string, number>> = { K: 3, M: 6, B: 9, T: 12 }

/** As many rows as the service gives at most: a page of that length may have been cut. */
const MOST_ROWS = 2_000

const textOf = (row: Piece, name: string): string => {
  const found = optional(row, name)
  return found === null || found.value === null ? '' : text(found)
}

const numberOf = (row: Piece, name: string): DecimalText | null => {
  const found = optional(row, name)
  return found === null || found.value === null ? null : decimal(found)
}

/** The number in full units. It is told twice, in units of `scale` and in full: both must say the same. */
const valueOf = (row: Piece, name: string, scale: string): DecimalText | null => {
  const [shown, full] = [numberOf(row, name), numberOf(row, `${name}Raw`)]
  const power = scale === '' ? 0 : POWERS[scale]
  if (shown === null || full === null || power === undefined) return null
  return isSameDecimal(shifted(shown, power), full) ? full : null
}

const momentOf = (of: Piece): number => {
  const written = text(of)
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(written) ? Date.parse(written) : Number.NaN
  // Engines read 30 February as a day in March.
  if (Number.isNaN(at) || new Date(at).toISOString() !== written)
    throw new UnreadableReply(`${of.path} is no time: ${written.slice(0, 40)}`)
  return at
}

const read = (body: string, from: number, to: number): readonly ToldRelease[] => {
  const whole = reply(body)
  same(field(whole, 'status'), 'ok')
  const rows = items(field(whole, 'result'))
  // No week passes without a release in five economies.
  if (rows.length === 0) throw new UnreadableReply('no release at all')
  if (rows.length >= MOST_ROWS) throw new UnreadableReply(`${rows.length} rows: the list may be cut`)
  return rows.flatMap((row) => {
    const at = momentOf(field(row, 'date'))
    if (at < from || at > to) throw new UnreadableReply(`${row.path} is of another week: ${new Date(at).toISOString()}`)
    const written = text(field(row, 'country'))
    const country = RELEASE_COUNTRIES.find((each) => each === written)
    if (country === undefined) return []
    const scale = textOf(row, 'scale')
    return [
      {
        country,
        title: text(field(row, 'title')).trim(),
        at,
        period: textOf(row, 'period') || null,
        actual: valueOf(row, 'actual', scale),
        forecast: valueOf(row, 'forecast', scale),
        prior: valueOf(row, 'previous', scale),
        unit: textOf(row, 'unit'),
      },
    ]
  })
}

/**
 * The releases between two moments, Unix milliseconds, both included. Undocumented: the service behind
 * https://www.tradingview.com/economic-calendar/
 */
export const releasesBetween = (from: number, to: number): Query<readonly ToldRelease[]> => {
  const [first, last] = [new Date(from).toISOString(), new Date(to).toISOString()]
  return {
    provider: tradingView,
    path: `/events?from=${first}&to=${last}&countries=${RELEASE_COUNTRIES.join(',')}`,
    read: (body) => read(body, from, to),
  }
}

import type { Bar } from './bars.ts'
import { type Instrument, scaled } from './instruments.ts'
import type { Trade } from './tape.ts'
import type { View } from './view.ts'

/** One request as a provider sees it: the sandbox's own host and the provider's host are already gone. */
export interface Asked {
  readonly host: string
  /** `/0/public/Ticker` */
  readonly path: string
  readonly query: URLSearchParams
  readonly method: string
  readonly headers: Headers
  /** What was posted; empty for a GET. */
  readonly body: string
}

/** One reply, unsent. */
export interface Answer {
  readonly status: number
  readonly body: string
  readonly contentType: string
}

/** How one provider talks: its names, its hosts, its list and its answers. */
export interface Dialect {
  /** As it stands in canonical strings: `gateio`. */
  readonly provider: string
  /** Main and mirror hosts. */
  readonly hosts: readonly string[]
  /** What of the provider is answered, for the table in docs/simulated-world.md. */
  readonly serves: string
  /** Other names that `POST /world` understands. */
  readonly alsoCalled?: readonly string[]
  /** What a venue lists. Absent for central banks and price services. */
  readonly instruments?: readonly Instrument[]
  answer(asked: Asked, view: View): Answer
}

/** Whether an export of a file is a provider. */
export const isDialect = (value: unknown): value is Dialect =>
  typeof value === 'object' && value !== null && 'provider' in value && 'answer' in value

const JSON_TYPE = 'application/json; charset=utf-8'

/** A JSON reply with status 200. */
export const ok = (value: unknown): Answer => failed(200, value)

/** A JSON reply with another status. */
export const failed = (status: number, value: unknown): Answer => ({
  status,
  body: JSON.stringify(value),
  contentType: JSON_TYPE,
})

/** Any other text. */
export const textual = (contentType: string, body: string, status = 200): Answer => ({ status, body, contentType })

/** A whole number from a query, kept between 1 and `most`; `usual` when it is absent or no number. */
export const limitOf = (text: string | null, usual: number, most: number): number => {
  const wanted = text === null || !/^\d+$/.test(text) ? usual : Number(text)
  return Math.min(most, Math.max(1, wanted))
}

/** A number from a query, or `null`. */
export const numberOf = (text: string | null): number | null => {
  const value = text === null || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

/** Finds an instrument by any of its spellings. */
export const directory = (
  instruments: readonly Instrument[],
  spellings: (instrument: Instrument) => readonly string[] = ({ symbol }) => [symbol],
): ((name: string | null) => Instrument | null) => {
  const found = new Map(instruments.flatMap((one) => spellings(one).map((name) => [name, one])))
  return (name) => found.get(name ?? '') ?? null
}

/** A price in ticks as this instrument's venue writes it. */
export const price = ({ priceDecimals }: Instrument, ticks: number): string => scaled(ticks, priceDecimals)

/** A size in lots, likewise. */
export const size = ({ sizeDecimals }: Instrument, lots: number | bigint): string => scaled(lots, sizeDecimals)

/** The last so many, in the order given. */
export const newest = (trades: readonly Trade[], count: number): readonly Trade[] =>
  trades.slice(Math.max(0, trades.length - count))

/** Bars that begin within `[from, to]`: minutes of sixty days, longer ones only of the half hour whose trades are kept. */
export const barsWithin = (
  view: View,
  instrument: Instrument,
  lengthMs: number,
  from: number,
  to: number,
): readonly Bar[] =>
  lengthMs === 60_000
    ? view.minutes(instrument, from, to)
    : view.bars(instrument, lengthMs).filter(({ start }) => start >= from && start <= to)

/** ISO time in UTC with milliseconds and without the zone letter, as some venues write it. */
export const isoWithoutZone = (ms: number): string => new Date(ms).toISOString().slice(0, -1)

declare global {
  interface JSON {
    /** The engine has it, the type library does not yet: a JSON number written digit by digit. */
    rawJSON(text: string): unknown
  }
}

/** A JSON number spelled exactly so, for venues whose spelling a double would lose (`5052540.0`, nanoseconds). */
export const spelled = (digits: string): unknown => JSON.rawJSON(digits)

import type { Bar } from './bars.ts'
import { type Instrument, scaled } from './instruments.ts'
import type { Trade } from './tape.ts'
import type { View } from './view.ts'

/** One request as a provider sees it: the sandbox's own host and the provider's host are already removed. */
export interface Asked {
  readonly host: string
  /** `/0/public/Ticker` */
  readonly path: string
  readonly query: URLSearchParams
  readonly method: string
  readonly headers: Headers
  /** The body of a POST; empty for a GET. */
  readonly body: string
}

/** One reply before it is sent. */
export interface Answer {
  readonly status: number
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly contentType: string
}

/** The interface of one provider: its names, its hosts, its list and its answers. */
export interface Dialect {
  /** The name in canonical strings: `gateio`. */
  readonly provider: string
  /** Main and mirror hosts. */
  readonly hosts: readonly string[]
  /** What its paths begin with, where another provider of the simulation has the same host; all paths if left out. */
  readonly below?: string
  /** Which calls of the provider are simulated, for the table in docs/simulated-world.md. */
  readonly serves: string
  /** Other names that `POST /world` accepts. */
  readonly alsoCalled?: readonly string[]
  /** The instruments of a venue. Absent for central banks and price services. */
  readonly instruments?: readonly Instrument[]
  /** How many calls a provider allows in a UTC day, and its answer to the next one. */
  readonly quota?: { readonly perDay: number; refusal(): Answer }
  answer(asked: Asked, view: View): Answer
}

/** Whether an export is a provider. */
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

/** A reply in another text format. */
export const textual = (contentType: string, body: string, status = 200): Answer => ({ status, body, contentType })

/** A whole number from a query, limited to between 1 and `most`; `usual` when it is absent or not a number. */
export const limitOf = (text: string | null, usual: number, most: number): number => {
  const wanted = text === null || !/^\d+$/.test(text) ? usual : Number(text)
  return Math.min(most, Math.max(1, wanted))
}

/** A number from a query, or `null`. */
export const numberOf = (text: string | null): number | null => {
  const value = text === null || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

/** Finds an instrument by each of its spellings. */
export const directory = (
  instruments: readonly Instrument[],
  spellings: (instrument: Instrument) => readonly string[] = ({ symbol }) => [symbol],
): ((name: string | null) => Instrument | null) => {
  const found = new Map(instruments.flatMap((one) => spellings(one).map((name) => [name, one])))
  return (name) => found.get(name ?? '') ?? null
}

/** A price in ticks in the form that the venue of this instrument writes. */
export const price = ({ priceDecimals }: Instrument, ticks: number): string => scaled(ticks, priceDecimals)

/** A size in lots in the form that the venue writes. */
export const size = ({ sizeDecimals }: Instrument, lots: number | bigint): string => scaled(lots, sizeDecimals)

/** The last `count` trades, in the given order. */
export const newest = (trades: readonly Trade[], count: number): readonly Trade[] =>
  trades.slice(Math.max(0, trades.length - count))

/**
 * Bars that begin within `[from, to]`: minutes of sixty days, longer bars only of the half hour whose trades are kept.
 */
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

/** ISO time in UTC with milliseconds and without the zone letter, the form of some venues. */
export const isoWithoutZone = (ms: number): string => new Date(ms).toISOString().slice(0, -1)

declare global {
  interface JSON {
    /** The engine has this function, its type declarations do not: a JSON number written digit by digit. */
    rawJSON(text: string): unknown
  }
}

/** A JSON number with exactly these digits, for venues whose form a double would change (`5052540.0`, nanoseconds). */
export const spelled = (digits: string): unknown => JSON.rawJSON(digits)

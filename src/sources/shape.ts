/**
 * Reads JSON of providers one field at a time. Every reader throws `Unreadable` with the path of the first missing or
 * wrong value, such as `result.XXBTZUSD.a[0] is missing`. So one log line shows what a provider has changed.
 */
import { decimalText } from './decimal-text.ts'
import type { DecimalText } from './market.ts'
import { exactJson, UnreadableReply } from './query.ts'

/** A part of a reply, and its path in the reply. */
export interface Piece {
  readonly value: unknown
  readonly path: string
}

const shown = (value: unknown): string =>
  (value === undefined ? 'nothing' : (JSON.stringify(value) ?? 'a value')).slice(0, 80)

const wrong = (of: Piece, expected: string): UnreadableReply =>
  new UnreadableReply(
    of.value === undefined ? `${of.path} is missing` : `${of.path} is not ${expected}: ${shown(of.value)}`,
  )

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A parsed value as the first piece. */
export const piece = (value: unknown, path = 'reply'): Piece => ({ value, path })

/** A JSON body as a piece. Its numbers are kept as text (see `exactJson`), so a number is read like a text. */
export const reply = (body: string): Piece => piece(exactJson(body))

/** A field that must be there. Its value may be `null`, which the next reader checks. */
export const field = (of: Piece, name: string): Piece => {
  const found = optional(of, name)
  if (found) return found
  throw wrong({ value: undefined, path: `${of.path}.${name}` }, '')
}

/** A field that may be absent. */
export const optional = (of: Piece, name: string): Piece | null => {
  if (!isRecord(of.value)) throw wrong(of, 'an object')
  return Object.hasOwn(of.value, name) ? { value: of.value[name], path: `${of.path}.${name}` } : null
}

/** The fields of an object, in the order in which they were sent. */
export const entries = (of: Piece): readonly (readonly [string, Piece])[] => {
  if (!isRecord(of.value)) throw wrong(of, 'an object')
  return Object.entries(of.value).map(([name, value]) => [name, { value, path: `${of.path}.${name}` }] as const)
}

/** The elements of a value that must be a list. */
export const items = (of: Piece): readonly Piece[] => {
  if (!Array.isArray(of.value)) throw wrong(of, 'a list')
  return of.value.map((value: unknown, index) => ({ value, path: `${of.path}[${index}]` }))
}

/** One element of a list that must be there, for rows that are read by position. */
export const item = (of: Piece, index: number): Piece => {
  const found = items(of)[index]
  if (found) return found
  throw wrong({ value: undefined, path: `${of.path}[${index}]` }, '')
}

/** The error for a reply in which the venue refuses to answer. */
export const refusal = (words: string): UnreadableReply => new UnreadableReply(`the provider answered: ${words}`)

/**
 * The piece itself, unless it is the provider's error object: an object with a field of this name, whose value is
 * thrown.
 */
export const unrefused = (of: Piece, name: string): Piece => {
  const words = isRecord(of.value) ? optional(of, name) : null
  if (words) throw refusal(shown(words.value))
  return of
}

/** Checks a text that must be this one, such as the instrument in a reply. */
export const same = (of: Piece, expected: string): void => {
  if (of.value !== expected) throw wrong(of, expected)
}

/** A text; after `reply` also a number, as it was written. */
export const text = (of: Piece): string => {
  if (typeof of.value !== 'string') throw wrong(of, 'a text')
  return of.value
}

/** The venue's word for one of a few things, such as `C` for a call. Any other word is refused. */
export const oneOfWords = <W extends string>(of: Piece, words: Readonly<Record<string, W>>): W => {
  const written = text(of)
  const found = Object.hasOwn(words, written) ? words[written] : undefined
  if (found === undefined) throw wrong(of, `one of ${Object.keys(words).join(', ')}`)
  return found
}

/** A value that must be true or false. */
export const flag = (of: Piece): boolean => {
  if (typeof of.value !== 'boolean') throw wrong(of, 'true or false')
  return of.value
}

/** A whole number, sent as a number or as digits. For counts, codes and times, never for prices. */
export const whole = (of: Piece): number => {
  const digits = typeof of.value === 'string' && /^-?\d+$/.test(of.value)
  const read = digits || typeof of.value === 'number' ? Number(of.value) : Number.NaN
  if (!Number.isSafeInteger(read)) throw wrong(of, 'a whole number')
  return read
}

/**
 * A number as plain decimal text. A JSON number that was not read with `reply` is refused, because it has been a float.
 */
export const decimal = (of: Piece): DecimalText => decimalText(text(of), of.path)

/** A price that may be unknown: `null`, an empty text and zero mean that there is none. A negative one is an error. */
export const price = (of: Piece): DecimalText | null => {
  if (of.value === null || of.value === '') return null
  const read = decimal(of)
  if (read.startsWith('-')) throw wrong(of, 'a price')
  return /[1-9]/.test(read) ? read : null
}

/** A number that must be above zero: the price or size of a trade. */
export const positive = (of: Piece): DecimalText => {
  const read = price(of)
  if (read === null) throw wrong(of, 'a number above zero')
  return read
}

/** Seconds, whole or with a fraction, as Unix milliseconds. Fractions of a millisecond are cut off, not rounded. */
export const millisFromSeconds = (of: Piece): number => {
  const [seconds = '', fraction = ''] = decimal(of).split('.')
  return Number(`${seconds}${fraction.slice(0, 3).padEnd(3, '0')}`)
}

/** An ISO 8601 time as Unix milliseconds. A time without a zone is UTC, never the local zone. */
export const millisFromIso = (of: Piece): number => {
  const spelled = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/.exec(text(of))
  if (!spelled) throw wrong(of, 'an ISO 8601 time')
  const [, seconds = '', fraction = '', zone = 'Z'] = spelled
  const read = Date.parse(`${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`)
  // Engines read 30 February as a day in March.
  const isDay = new Date(Date.parse(`${seconds.slice(0, 10)}T00:00:00Z`)).getUTCDate() === Number(seconds.slice(8, 10))
  if (!Number.isFinite(read) || !isDay) throw wrong(of, 'an ISO 8601 time')
  return read
}

import { isDecimal } from './decimal.ts'

/**
 * Writes and reads one position of a canonical string. `write` refuses what `read` could not give back, so that a
 * signed string can always be parsed again.
 */
export interface Token<T> {
  write(value: T): string
  read(text: string): T
}

/** The string does not follow its layout; the message says which position and what was found. */
export class MalformedCanonical extends Error {
  override readonly name = 'MalformedCanonical'
}

const fail = (what: string, found: unknown): never => {
  throw new MalformedCanonical(`${what}, found ${JSON.stringify(found)}`)
}

/** A lone surrogate has no UTF-8 form: two such strings would have the same digest. */
const plain = (text: string): string =>
  /^[^|\r\n]+$/.test(text) && text.isWellFormed() ? text : fail('expected text without a pipe or a line break', text)

/** Any non-empty text without a pipe. */
export const text: Token<string> = { write: plain, read: plain }

const checkedDecimal = (value: string): string => (isDecimal(value) ? value : fail('expected decimal text', value))

/** Decimal text, kept digit by digit. */
export const decimal: Token<string> = { write: checkedDecimal, read: checkedDecimal }

/** A whole number that a double holds exactly. */
export const integer: Token<number> = {
  write: (value) => (Number.isSafeInteger(value) ? String(value) : fail('expected a whole number', value)),
  read: (written) => {
    const value = Number(written)
    return /^(?:0|-?[1-9]\d*)$/.test(written) && Number.isSafeInteger(value)
      ? value
      : fail('expected a whole number', written)
  },
}

/** Names joined by commas: sorted by ASCII, no duplicates, none empty. */
export const list: Token<readonly string[]> = {
  write: (names) => checkedList(names).join(','),
  read: (written) => checkedList(written.split(',')),
}

const checkedList = (names: readonly string[]): readonly string[] => {
  names.forEach((name, at) => {
    if (!/^[^|,\s]+$/.test(name)) fail('expected a name without comma, pipe or blank', name)
    if (at > 0 && !(names[at - 1]! < name)) fail('expected sorted names, each once', names)
  })
  return names.length > 0 ? names : fail('expected at least one name', names)
}

/** One of several fixed words. */
export const oneOf = <const W extends string>(...words: readonly W[]): Token<W> => {
  const check = (word: string): W =>
    (words as readonly string[]).includes(word) ? (word as W) : fail(`expected one of ${words.join(', ')}`, word)
  return { write: check, read: check }
}

/** A word in capitals in the string and in small letters in the body: `INDEX` and `index`. */
export const capitals = <const W extends string>(token: Token<W>): Token<Lowercase<W>> => ({
  write: (word) => token.write(word.toUpperCase() as W),
  read: (written) => token.read(written).toLowerCase() as Lowercase<W>,
})

/** `SHA256:` and the hex of a content hash: the string then covers the whole body. */
export const contentDigest: Token<string> = {
  write: (hash) => `SHA256:${checkedHash(hash)}`,
  read: (written) => checkedHash(written.startsWith('SHA256:') ? written.slice(7) : ''),
}

const checkedHash = (hash: string): string =>
  /^[0-9a-f]{64}$/.test(hash) ? hash : fail('expected SHA256: and 64 hex digits', hash)

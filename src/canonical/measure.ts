import { fixed, isDecimal } from './decimal.ts'
import { MalformedCanonical, type Token } from './token.ts'

/**
 * A measured number, written with a fixed number of decimals. The body repeats it as a JSON number. So only a number
 * that is already rounded to these decimals can be written: the same double is then read back.
 */
export const measure = (places: number): Token<number> => ({
  write: (value) => {
    const text = fixed(value, places)
    if (Number(text) !== value) throw new MalformedCanonical(`expected ${places} decimals, found ${value}`)
    return text
  },
  read: (text) => {
    const value = isDecimal(text) ? Number(text) : Number.NaN
    if (!Number.isFinite(value) || fixed(value, places) !== text)
      throw new MalformedCanonical(`expected a number with ${places} decimals, found ${JSON.stringify(text)}`)
    return value
  },
})

const UNKNOWN = 'NA'

/** A token that may be unknown: `null` is written `NA`. */
export const orUnknown = <T>(token: Token<T>): Token<T | null> => ({
  write: (value) => (value === null ? UNKNOWN : token.write(value)),
  read: (text) => (text === UNKNOWN ? null : token.read(text)),
})

/** A computed number in the form of a body: rounded once to these decimals (methods 0.2). */
export const rounded = (value: number, places: number): number => Number(fixed(value, places))

/** The same for a number that may be unknown. */
export const roundedOrNull = (value: number | null, places: number): number | null =>
  value === null ? null : rounded(value, places)

import { fixed } from './decimal.ts'
import { MalformedCanonical, type Token } from './token.ts'

/** Tokens of computed numbers: a number in the body, and a fixed number of digits in the canonical string. */

const fail = (what: string, found: unknown): never => {
  throw new MalformedCanonical(`${what}, found ${JSON.stringify(found)}`)
}

/** A number that was rounded to so many places before: the string and the body then contain the same value. */
export const measured = (places: number): Token<number> => ({
  write: (value) => {
    const written = fixed(value, places)
    return Number(written) === value ? written : fail(`expected a number of ${places} decimals`, value)
  },
  read: (written) => {
    const value = Number(written)
    return Number.isFinite(value) && Math.abs(value) < 1e21 && fixed(value, places) === written
      ? value
      : fail(`expected a number of ${places} decimals`, written)
  },
})

/** `CONFIDENCE:0.95`: a token with its name. */
export const labelled = <T>(label: string, token: Token<T>): Token<T> => ({
  write: (value) => `${label}:${token.write(value)}`,
  read: (written) =>
    written.startsWith(`${label}:`)
      ? token.read(written.slice(label.length + 1))
      : fail(`expected ${label}: and a value`, written),
})

/**
 * The contribution of one component to an index: its rounded raw value, `null` when missing, and its effective weight.
 */
export interface Reading {
  readonly value: number | null
  readonly weight: number
}

const MISSING = 'NA'

/** Digits of an effective weight (methods 0.2). */
export const WEIGHT_PLACES = 4

const reading = (places: number): Token<Reading> => {
  const value = measured(places)
  const weight = measured(WEIGHT_PLACES)
  const checked = (found: Reading): Reading =>
    found.value !== null || found.weight === 0 ? found : fail('expected no weight on a missing value', found)
  return {
    write: (found) =>
      `${found.value === null ? MISSING : value.write(found.value)}:${weight.write(checked(found).weight)}`,
    read: (written) => {
      const [raw = '', share = '', ...more] = written.split(':')
      if (more.length > 0) fail('expected a value and a weight', written)
      return checked({ value: raw === MISSING ? null : value.read(raw), weight: weight.read(share) })
    },
  }
}

/**
 * `RV:44.2600:0.3000,IV:NA:0.0000`: the components of an index in a fixed order, each with its number of decimals.
 *
 * @param places decimals of the raw values, by key in the order of the string; labels are the keys in capitals
 */
export const readings = <const K extends string>(
  places: Readonly<Record<K, number>>,
): Token<Readonly<Record<K, Reading>>> => {
  const keys = Object.keys(places) as K[]
  const tokens = keys.map((key) => labelled(key.toUpperCase(), reading(places[key])))
  return {
    write: (found) => keys.map((key, at) => tokens[at]!.write(found[key])).join(','),
    read: (written) => {
      const parts = written.split(',')
      if (parts.length !== keys.length) fail(`expected ${keys.length} components`, written)
      return Object.fromEntries(keys.map((key, at) => [key, tokens[at]!.read(parts[at]!)])) as Record<K, Reading>
    },
  }
}

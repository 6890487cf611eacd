import { type Field, note, showValue } from './checks.ts'
import { plainDecimal } from './scale.ts'
import { LIMITS } from './schema.ts'

/** The kinds of value that create bodies are made of. */

/** Text in NFC, not empty unless `mayBeEmpty`, of at most `max` characters (code points). */
export const text =
  ({ max = Infinity, mayBeEmpty = false }: { readonly max?: number; readonly mayBeEmpty?: boolean }): Field<string> =>
  (notes, path, value) => {
    if (typeof value !== 'string') return note(notes, path, 'wrong_type', `must be a string, got ${showValue(value)}`)
    if (!value.isWellFormed()) return note(notes, path, 'malformed_text', 'holds half a surrogate pair')
    const normal = value.normalize('NFC')
    if (!mayBeEmpty && normal.trim() === '') return note(notes, path, 'empty', 'must not be empty')
    const length = [...normal].length
    if (length > max) return note(notes, path, 'too_long', `has ${length} characters, at most ${max} are allowed`)
    return normal
  }

export const flag: Field<boolean> = (notes, path, value) =>
  typeof value === 'boolean' ? value : note(notes, path, 'wrong_type', `must be true or false, got ${showValue(value)}`)

export const integer =
  ({ min, max }: { readonly min: number; readonly max: number }): Field<number> =>
  (notes, path, value) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
      return note(notes, path, 'wrong_type', `must be an integer, got ${showValue(value)}`)
    }
    if (value < min) return note(notes, path, 'too_small', `is ${value}, at least ${min} is required`)
    if (value > max) return note(notes, path, 'too_large', `is ${value}, at most ${max} is allowed`)
    return value
  }

/** A moment in Unix seconds from `earliest` to `latest`, both included. */
export const moment =
  ({ earliest, latest }: { readonly earliest: number; readonly latest: number }): Field<number> =>
  (notes, path, value) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
      return note(notes, path, 'wrong_type', `must be a time in whole Unix seconds, got ${showValue(value)}`)
    }
    if (value < earliest)
      return note(notes, path, 'too_soon', `is ${value}, must be ${earliest} or later (Unix seconds)`)
    if (value > latest) return note(notes, path, 'too_late', `is ${value}, must be ${latest} or earlier (Unix seconds)`)
    return value
  }

/** A finite number that can be written as plain decimal text within the length limit. */
export const number: Field<number> = (notes, path, value) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return note(notes, path, 'wrong_type', `must be a finite number, got ${showValue(value)}`)
  }
  if (plainDecimal(value).length > LIMITS.decimalChars) {
    return note(notes, path, 'too_long', `is ${value}, at most ${LIMITS.decimalChars} characters without exponent`)
  }
  return value
}

export const positive: Field<number> = (notes, path, value) => {
  if (typeof value === 'number' && value <= 0)
    return note(notes, path, 'not_positive', `must be above zero, got ${value}`)
  return number(notes, path, value)
}

export const choice =
  <C extends string>(choices: readonly C[]): Field<C> =>
  (notes, path, value) =>
    choices.find((one) => one === value) ??
    note(notes, path, 'unknown_value', `must be one of ${choices.join(', ')}, got ${showValue(value)}`)

/** `item` for each of at most `max` elements; further ones are counted and not read. */
export const list =
  <T>(
    item: Field<T>,
    { min, max }: { readonly min: number; readonly max: number },
  ): Field<readonly (T | undefined)[]> =>
  (notes, path, value) => {
    if (!Array.isArray(value)) return note(notes, path, 'wrong_type', `must be an array, got ${showValue(value)}`)
    const count = value.length
    if (count < min) note(notes, path, 'too_few', `has ${count} items, at least ${min} are required`)
    if (count > max) note(notes, path, 'too_many', `has ${count} items, at most ${max} are allowed`)
    return value.slice(0, max).map((one: unknown, i) => item(notes, `${path}.${i}`, one))
  }

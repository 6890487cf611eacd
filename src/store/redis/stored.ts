import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import type { Json } from '../../canonical/jcs.ts'

/**
 * Records in Redis are read by their schema, or not at all. A record without a version has the first version; later
 * ones carry it as `$v`, and earlier ones are converted when they are read (decision 0036).
 */

/** The stored record was not written by a release of this service, or this release cannot read it. It is not used. */
export class UnreadableRecord extends Error {
  override readonly name = 'Unreadable'
  /**
   * @param kind of the record; never a key, which may name a payment
   * @param why what is wrong with it, without its content
   */
  constructor(
    readonly kind: string,
    readonly why: string,
  ) {
    super(`a stored ${kind} cannot be read: ${why}`)
  }
}

/** Is called with records that cannot be read and were left out. */
export type ReportUnreadable = (problem: UnreadableRecord) => void

export const untold: ReportUnreadable = () => {}

export interface Stored<T> {
  readonly kind: string
  /** Checks a record whose parts were read already. Throws `UnreadableRecord`. */
  check(record: unknown): T
  /** Reads a record from JSON. Throws `UnreadableRecord`. */
  parse(text: string): T
  write(record: T): string
}

/** A record that can be made again. One of another version is read as `null`, as if it did not exist. */
export interface Remade<T> extends Omit<Stored<T>, 'check' | 'parse'> {
  parse(text: string): T | null
}

/** Converts a record to the form of the next version. A record on which it throws is unreadable. */
export type Lift = (record: Readonly<Record<string, unknown>>) => unknown

/** Any JSON value: the result of parsing. */
export const AnyJson = Type.Unsafe<Json>(Type.Unknown())

/** The schema of a read-only list. */
export const listOf = <S extends TSchema>(schema: S) => Type.Unsafe<readonly Static<S>[]>(Type.Array(schema))

/** The schema of one of several words. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>(Type.Union(words.map((word) => Type.Literal(word))))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parsed = (kind: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableRecord(kind, 'it is not JSON')
  }
}

/** Compiled at the first use: a process reads only some kinds. */
const checkOf = <S extends TSchema>(kind: string, schema: S) => {
  let compiled: TypeCheck<S> | null = null
  return (record: unknown): Static<S> => {
    const check = (compiled ??= TypeCompiler.Compile(schema))
    if (check.Check(record)) return record
    const first = check.Errors(record).First()
    throw new UnreadableRecord(kind, `${first?.path || 'it'}: ${first?.message ?? 'is not as its schema says'}`)
  }
}

/** No field of our records begins with `$`. */
const VERSION = '$v'

/** The version of a record, and its other fields. */
const versioned = (record: unknown): { readonly version: unknown; readonly rest: unknown } => {
  if (!isRecord(record) || record[VERSION] === undefined) return { version: 1, rest: record }
  const { [VERSION]: version, ...rest } = record
  return { version, rest }
}

const writer =
  (version: number) =>
  (record: unknown): string =>
    JSON.stringify(version > 1 && isRecord(record) ? { [VERSION]: version, ...record } : record)

/** A lift relies on the members that its version had, and throws without them. */
const lifted = (kind: string, lift: Lift, record: unknown): unknown => {
  try {
    return lift(record as Readonly<Record<string, unknown>>)
  } catch (problem) {
    if (problem instanceof UnreadableRecord) throw problem
    throw new UnreadableRecord(kind, 'it cannot be converted to the form of today')
  }
}

/**
 * A list carries no version, so it has no lifts: a new form of a list needs a key of its own. Throws at such a definition.
 *
 * @param lifts convert from each earlier version to the next one, the earliest first
 */
export const stored = <S extends TSchema>(kind: string, schema: S, lifts: readonly Lift[] = []): Stored<Static<S>> => {
  if (lifts.length > 0 && schema['type'] === 'array') throw new Error(`${kind}: a list carries no version to lift from`)
  const current = lifts.length + 1
  const check = checkOf(kind, schema)
  return {
    kind,
    check,
    write: writer(current),
    parse: (text) => {
      const { version, rest } = versioned(parsed(kind, text))
      if (version === current) return check(rest)
      const from = lifts.slice(Number(version) - 1)
      if (!Number.isSafeInteger(version) || Number(version) < 1 || Number(version) > current || !isRecord(rest))
        throw new UnreadableRecord(
          kind,
          `its version is ${Number.isSafeInteger(version) ? String(version) : 'not a number'}, and ${current} is the last one known`,
        )
      return check(from.reduce<unknown>((record, lift) => lifted(kind, lift, record), rest))
    },
  }
}

/** @param version of the present form; it is raised with every change */
export const remade = <S extends TSchema>(kind: string, schema: S, version = 1): Remade<Static<S>> => {
  const check = checkOf(kind, schema)
  return {
    kind,
    write: writer(version),
    parse: (text) => {
      const said = versioned(parsed(kind, text))
      return said.version === version ? check(said.rest) : null
    },
  }
}

/** Reads one of many: a record that cannot be read is reported and left out, so that it does not hide the others. */
export const orTold = <T>(told: ReportUnreadable, read: () => T): T | null => {
  try {
    return read()
  } catch (problem) {
    if (!(problem instanceof UnreadableRecord)) throw problem
    told(problem)
    return null
  }
}

/** Whether a command was refused because its key holds another type. */
export const isOtherType = (problem: unknown): boolean =>
  problem instanceof Error && problem.message.startsWith('WRONGTYPE ')

/** The same for a record that is read by a command: its key may hold another type. Rejects with `UnreadableRecord`. */
export const ofKind = <T>(kind: string, command: Promise<T>): Promise<T> =>
  command.catch((problem: unknown) => {
    throw isOtherType(problem) ? new UnreadableRecord(kind, 'its key holds another type') : problem
  })

/** `orTold` for a record that is read by a command. */
export const orToldLater = <T>(told: ReportUnreadable, command: Promise<T>): Promise<T | null> =>
  command.catch((problem: unknown) =>
    orTold(told, () => {
      throw problem
    }),
  )

/** As Lua and JavaScript write numbers. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/

/** A number from a hash or a score, of either sign. Throws `UnreadableRecord`. */
export const readNumber = (kind: string, field: string, text: string | null | undefined): number => {
  const number = NUMBER.test(text ?? '') ? Number(text) : Number.NaN
  if (!Number.isFinite(number)) throw new UnreadableRecord(kind, `${field} is not a number`)
  return number
}

/** A count or a time: a whole number from 0 on. Throws `UnreadableRecord`. */
export const readWholeNumber = (kind: string, field: string, text: string | null | undefined): number => {
  const number = readNumber(kind, field, text)
  if (!Number.isSafeInteger(number) || number < 0) throw new UnreadableRecord(kind, `${field} is not a whole number`)
  return number
}

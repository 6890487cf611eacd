import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import type { Json } from '../../canonical/jcs.ts'

/**
 * Records as they lie in Redis: read by their schema, or not at all. A record that says no version is of the first; a later
 * one says it as `$v`, and earlier ones are lifted as they are read (decision 0036).
 */

/** What lies there is nothing that a release of ours has written, or that this one can read. Nothing is made of it. */
export class UnreadableRecord extends Error {
  override readonly name = 'Unreadable'
  /**
   * @param kind of the record; never a key, which may name a payment
   * @param why what is wrong of it, without what it says
   */
  constructor(
    readonly kind: string,
    readonly why: string,
  ) {
    super(`a stored ${kind} cannot be read: ${why}`)
  }
}

/** Hears of records that cannot be read and were left out. */
export type ReportUnreadable = (problem: UnreadableRecord) => void

export const untold: ReportUnreadable = () => {}

export interface Stored<T> {
  readonly kind: string
  /** A record whose parts were read already. Throws `Unreadable`. */
  check(record: unknown): T
  /** A record that lies there as JSON. Throws `Unreadable`. */
  parse(text: string): T
  write(record: T): string
}

/** One that can be made again. What was written by another version is `null`, as if it were not there. */
export interface Remade<T> extends Omit<Stored<T>, 'check' | 'parse'> {
  parse(text: string): T | null
}

/** Brings a record to the form of the next version. What it stumbles over makes the record unreadable. */
export type Lift = (record: Readonly<Record<string, unknown>>) => unknown

/** Anything that JSON can say, which is what was parsed. */
export const AnyJson = Type.Unsafe<Json>(Type.Unknown())

/** A list that nobody changes, as a schema. */
export const listOf = <S extends TSchema>(schema: S) => Type.Unsafe<readonly Static<S>[]>(Type.Array(schema))

/** One of a few words, as a schema. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>(Type.Union(words.map((word) => Type.Literal(word))))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parsed = (kind: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableRecord(kind, 'it is no JSON')
  }
}

/** Compiled at its first use: a process reads some kinds of all. */
const checkOf = <S extends TSchema>(kind: string, schema: S) => {
  let compiled: TypeCheck<S> | null = null
  return (record: unknown): Static<S> => {
    const check = (compiled ??= TypeCompiler.Compile(schema))
    if (check.Check(record)) return record
    const first = check.Errors(record).First()
    throw new UnreadableRecord(kind, `${first?.path || 'it'}: ${first?.message ?? 'is not as its schema says'}`)
  }
}

/** No field of ours begins so. */
const VERSION = '$v'

/** The version that a record says, and what it says apart from that. */
const versioned = (record: unknown): { readonly version: unknown; readonly rest: unknown } => {
  if (!isRecord(record) || record[VERSION] === undefined) return { version: 1, rest: record }
  const { [VERSION]: version, ...rest } = record
  return { version, rest }
}

const writer =
  (version: number) =>
  (record: unknown): string =>
    JSON.stringify(version > 1 && isRecord(record) ? { [VERSION]: version, ...record } : record)

/** A lift takes for granted what its version had. */
const lifted = (kind: string, lift: Lift, record: unknown): unknown => {
  try {
    return lift(record as Readonly<Record<string, unknown>>)
  } catch (problem) {
    if (problem instanceof UnreadableRecord) throw problem
    throw new UnreadableRecord(kind, 'it cannot be brought to the form of today')
  }
}

/** @param lifts from each earlier version to the next one, the first first */
export const stored = <S extends TSchema>(kind: string, schema: S, lifts: readonly Lift[] = []): Stored<Static<S>> => {
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
          `its version is ${Number.isSafeInteger(version) ? String(version) : 'no number'}, and ${current} is the last one known`,
        )
      return check(from.reduce<unknown>((record, lift) => lifted(kind, lift, record), rest))
    },
  }
}

/** @param version of the form that is written now; raised with every change to it */
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

/** Reads one of many: what cannot be read is told of and left out, so that it hides no other. */
export const orTold = <T>(told: ReportUnreadable, read: () => T): T | null => {
  try {
    return read()
  } catch (problem) {
    if (!(problem instanceof UnreadableRecord)) throw problem
    told(problem)
    return null
  }
}

/** Whether a command was refused because a record of another type lies under its key. */
export const isOtherType = (problem: unknown): boolean =>
  problem instanceof Error && problem.message.startsWith('WRONGTYPE ')

/** The same of one that is read by a command: another type may lie under its key. Rejects with `Unreadable`. */
export const ofKind = <T>(kind: string, command: Promise<T>): Promise<T> =>
  command.catch((problem: unknown) => {
    throw isOtherType(problem) ? new UnreadableRecord(kind, 'something of another type lies there') : problem
  })

/** `orTold` of what is read by a command. */
export const orToldLater = <T>(told: ReportUnreadable, command: Promise<T>): Promise<T | null> =>
  command.catch((problem: unknown) =>
    orTold(told, () => {
      throw problem
    }),
  )

/** As Lua and JavaScript write numbers. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/

/** A number of a hash, of whatever sign. Throws `Unreadable`. */
export const readNumber = (kind: string, field: string, text: string | null | undefined): number => {
  const number = NUMBER.test(text ?? '') ? Number(text) : Number.NaN
  if (!Number.isFinite(number)) throw new UnreadableRecord(kind, `${field} is no number`)
  return number
}

/** A count or a time: a whole number from 0 on. Throws `Unreadable`. */
export const readWholeNumber = (kind: string, field: string, text: string | null | undefined): number => {
  const number = readNumber(kind, field, text)
  if (!Number.isSafeInteger(number) || number < 0) throw new UnreadableRecord(kind, `${field} is no whole number`)
  return number
}

import { expect } from 'bun:test'
import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Body } from '../hands.ts'

/** One fault as one family meets it. */
export interface FaultRow {
  readonly family: string
  readonly path: string
  readonly actor: string
  readonly fault: string
  /** What was sold, in words, once the fault shows in the answer; `null` before that. Throws on a wrong answer. */
  readonly sold: (body: Body) => string | null
}

/** A row whose answer is refused: nothing is sold, and nobody is asked to pay. */
export interface RefusedRow extends Omit<FaultRow, 'sold'> {
  /** Why the last tick published nothing. */
  readonly reason: RegExp
}

/** What a family never says, whatever one venue tells: the claims that this answer breaks. */
export type Holds<Answer> = (now: Answer, honest: Answer) => readonly string[]

/** A claim about a number: no more than so far from what it was. */
export const within = (what: string, now: number | null, honest: number | null, most: number): readonly string[] => {
  if (now === null || honest === null) return now === honest ? [] : [`${what} is ${now}, was ${honest}`]
  return Math.abs(now - honest) <= most ? [] : [`${what} is ${now}, was ${honest}: more than ${most} apart`]
}

/** The same about a number that an answer may not know: an expiry that is gone may have been its only near one. */
export const unlessUnknown = (what: string, now: number | null, honest: number | null, most: number) =>
  now === null ? [] : within(what, now, honest, most)

/** A claim about what may be one of few. */
export const isOneOf = (what: string, now: string, allowed: readonly string[]): readonly string[] =>
  allowed.includes(now) ? [] : [`${what} is ${now}, not ${allowed.join(' or ')}`]

/** One family of answers about one coin, and its last answer while the world was right. */
export interface FaultFamily<Answer> {
  readonly id: string
  readonly path: string
  readonly actor: string
  /** The answer that later ones are held against. */
  learn(body: Body): void
  /** Whether it is again as it was: the claims hold and no venue is missing. */
  isWhole(body: Body): boolean
  row(fault: string, sold: (now: Answer, honest: Answer) => string | false): FaultRow
  refused(fault: string, reason: RegExp): RefusedRow
}

export const faultFamily = <Schema extends TSchema>(
  { id, path, actor }: Pick<FaultFamily<unknown>, 'id' | 'path' | 'actor'>,
  schema: Schema,
  { holds, isWhole }: { readonly holds: Holds<Static<Schema>>; readonly isWhole: (now: Static<Schema>) => boolean },
): FaultFamily<Static<Schema>> => {
  let learned: Static<Schema> | null = null
  const read = (body: Body): Static<Schema> => Value.Parse(schema, body)
  const honest = (): Static<Schema> => {
    if (learned === null) throw new Error(`${id} was not learned yet`)
    return learned
  }
  return {
    id,
    path,
    actor,
    learn: (body) => void (learned = read(body)),
    isWhole: (body) => isWhole(read(body)) && (learned === null || holds(read(body), honest()).length === 0),
    row: (fault, sold) => ({
      family: id,
      path,
      actor,
      fault,
      sold: (body) => {
        const now = read(body)
        expect({ family: id, fault, broken: holds(now, honest()) }).toEqual({ family: id, fault, broken: [] })
        return sold(now, honest()) || null
      },
    }),
    refused: (fault, reason) => ({ family: id, path, actor, fault, reason }),
  }
}

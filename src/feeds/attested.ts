import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { SECOND_MS } from '../time-units.ts'
import { word } from './answer-fields.ts'
import { actorId, type TickContext } from './feed.ts'
import type { InputValue } from './rules/condition.ts'

/**
 * Inputs that are attestations of this service. An answer repeats the published values, and names for each the actor, the
 * time and the content hash, so that a buyer can hold it against the single endpoint.
 */

/** The part of a sold feed that other feeds repeat. */
export interface Repeatable<P extends TObject = TObject> {
  readonly id: string
  /** Fields of its answer, as they are published. */
  readonly published: P
  readonly sellableSeconds: number
}

/** The last answer of a feed about one subject. */
export interface PublishedAnswer<V> {
  readonly values: V
  /** Unix seconds. */
  readonly timestamp: number
  readonly actor: string
  readonly contentHash: string
}

/** An input counts as missing when it is this many times older than it may be to be sold. */
const INPUT_AGES = 2

const ANY_CARRY = Type.Object({})

/**
 * The last answer about the subject with this key; `null` if there is none, it is too old, or it does not hold the fields
 * that are published now. Its actor must be named in `after`.
 *
 * @param mostSeconds how old it may be
 */
export const publishedAnswer = <P extends TObject>(
  { earlier, now, noteLife }: Pick<TickContext, 'earlier' | 'now' | 'noteLife'>,
  from: Repeatable<P>,
  key: string,
  mostSeconds = INPUT_AGES * from.sellableSeconds,
): PublishedAnswer<Static<P>> | null => {
  noteLife?.(actorId(from, { key }), mostSeconds)
  const found = earlier({ id: from.id, carry: ANY_CARRY }, key)
  if (!found || found.contentHash === undefined || now / SECOND_MS - found.timestamp > mostSeconds) return null
  const { content, timestamp, contentHash } = found
  return Value.Check(from.published, content)
    ? { values: content, timestamp, actor: actorId(from, { key }), contentHash }
    : null
}

/** One input as a body shows it. */
export interface ShownInput<V extends InputValue = InputValue> {
  /** As it was published; `null` if it is missing. */
  value: V | null
  /** Unix seconds of the answer that it is from. */
  timestamp: number | null
  actor: string
  contentHash: string | null
}

/** The schema of one input. */
export const shownInput = <V extends TSchema>(value: V, description: string) =>
  Type.Object(
    {
      value: Type.Union([value, Type.Null()], { description: 'As it was published; null if it is missing' }),
      timestamp: Type.Union([Type.Integer(), Type.Null()], { description: 'Unix seconds of the answer it is from' }),
      actor: Type.String({ description: 'Who published it' }),
      contentHash: Type.Union([Type.String(), Type.Null()], { description: 'Of the answer it is from' }),
    },
    { description },
  )

/** The schema of an input that is one of a closed set of words. */
export const shownWord = <const W extends string>(words: readonly W[], description: string) =>
  shownInput(word(words, ''), description)

/**
 * One value of an attestation.
 *
 * @param actor who should have published it, where there is no attestation
 */
export const inputFrom = <A, V extends InputValue>(
  found: PublishedAnswer<A> | null,
  actor: string,
  value: (values: A) => V | null,
): ShownInput<V> => {
  const shown = found && value(found.values)
  if (found === null || shown === null) return { value: null, timestamp: null, actor, contentHash: null }
  return { value: shown, timestamp: found.timestamp, actor: found.actor, contentHash: found.contentHash }
}

/** Unix seconds of the oldest of these attestations. One must be there. */
export const oldestOf = (inputs: readonly Pick<ShownInput, 'timestamp'>[]): number =>
  Math.min(...inputs.flatMap(({ timestamp }) => timestamp ?? []))

/** What a body says of its inputs as a whole. */
export const inputStanding = (
  inputs: Readonly<Record<string, { readonly value: unknown; readonly timestamp: number | null }>>,
) => {
  const missing = missingInputs(inputs)
  return { degraded: missing.length > 0, missing, observed_at: oldestOf(Object.values(inputs)) }
}

/** The fields of that. */
export const INPUT_STANDING = {
  degraded: Type.Boolean({ description: 'An input is missing' }),
  missing: Type.Array(Type.String(), { description: 'Inputs without a value' }),
  observed_at: Type.Integer({ description: 'Unix seconds of the oldest input; max_age counts from it' }),
}

/** The names of the inputs that are missing. */
export const missingInputs = (inputs: Readonly<Record<string, { readonly value: unknown }>>): string[] =>
  Object.entries(inputs).flatMap(([name, { value }]) => (value === null ? [name] : []))

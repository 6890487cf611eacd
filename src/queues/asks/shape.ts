import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'

/** A schema whose valid values have this type. */
export type SchemaOf<T> = TSchema & { readonly static: T }

/** A message from a queue does not fit its lane: another release or another program wrote it. */
export class BadMessage extends Error {
  override readonly name = 'BadMessage'
}

/** A question and its answer. */
export interface AskShape {
  readonly wish: SchemaOf<{ readonly what: string }>
  readonly result: TSchema
  /** Paths of the parts in which two questions with one answer may differ: `copies`, `creator/payer`. */
  readonly varying: readonly string[]
}

/** Defines one question and its answer. A question with a field that is not named here is refused. */
export const askShape = <What extends string, Fields extends TProperties, Result extends TSchema>(
  what: What,
  fields: Fields,
  result: Result,
  varying: readonly string[] = [],
) => ({
  wish: Type.Object({ what: Type.Literal(what), ...fields }, { additionalProperties: false }),
  result,
  varying,
})

/** The schema of jobs of a lane: the actor that is asked, and one of these questions. */
export const jobShape = <Shapes extends Readonly<Record<string, AskShape>>>(shapes: Shapes) => {
  type Wish = Static<Shapes[keyof Shapes]['wish']>
  const wishes = Object.values(shapes).map(({ wish }) => wish)
  return Type.Object(
    { actor: Type.String(), wish: Type.Unsafe<Wish>(Type.Union(wishes)) },
    { additionalProperties: false },
  )
}

const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>()

const checkOf = (schema: TSchema): TypeCheck<TSchema> => {
  const known = compiled.get(schema)
  if (known) return known
  const made = TypeCompiler.Compile(schema)
  compiled.set(schema, made)
  return made
}

/**
 * Checks a message against its schema. Throws `BadMessage`, which names the wrong place and not the value: a question
 * may carry a payment.
 */
export function readMessage<S extends TSchema>(name: string, schema: S, value: unknown): Static<S>
export function readMessage(name: string, schema: TSchema, value: unknown): unknown {
  const check = checkOf(schema)
  if (check.Check(value)) return value
  const first = check.Errors(value).First()
  throw new BadMessage(`${name} cannot be read: ${first?.path || 'it'}: ${first?.message ?? 'not as its schema says'}`)
}

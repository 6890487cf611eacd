import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'

/** A schema of this type: what it lets through is one. */
export type SchemaOf<T> = TSchema & { readonly static: T }

/** What came over a queue is not what its lane carries: it was put there by another release, or by nobody of ours. */
export class BadMessage extends Error {
  override readonly name = 'BadMessage'
}

/** What may be asked and what is answered. */
export interface AskShape {
  readonly wish: SchemaOf<{ readonly what: string }>
  readonly result: TSchema
  /** Parts of the question in which two that share an answer may differ, as paths: `copies`, `creator/payer`. */
  readonly varying: readonly string[]
}

/** One ask. A question with a field that is not named here is another question, and refused. */
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

/** What jobs of a lane carry: the actor that is asked, and one of these questions. */
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
 * What came, as its schema says. Throws `BadMessage`, which says where it is wrong and nothing of what it holds: a
 * question may carry a payment.
 */
export function readMessage<S extends TSchema>(name: string, schema: S, value: unknown): Static<S>
export function readMessage(name: string, schema: TSchema, value: unknown): unknown {
  const check = checkOf(schema)
  if (check.Check(value)) return value
  const first = check.Errors(value).First()
  throw new BadMessage(`${name} cannot be read: ${first?.path || 'it'}: ${first?.message ?? 'not as its schema says'}`)
}

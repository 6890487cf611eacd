import { type TSchema, Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { holesOf } from '../../feeds/subject.ts'
import { createComponents } from '../discovery/components.ts'
import { guardsTaken } from '../wire/guard-parameters.ts'
import { ANY_CASE } from '../wire/query.ts'
import { type ToolItem, wordsIn } from './items.ts'

/** What a tool takes, in JSON Schema, from what its routes take. */

type Schema = Readonly<Record<string, Json>>

export interface InputSchema {
  readonly type: 'object'
  readonly properties: Record<string, Schema>
  readonly required?: string[]
  readonly additionalProperties: false
  readonly [keyword: string]: Json | undefined
}

/** A request header as the name of an argument: `x_manage_token`. */
export const argumentOf = (header: string): string => header.toLowerCase().replaceAll('-', '_')

/** What a model has a use for: whether a text is well written is told by the answer. */
const plain = (schema: TSchema): Schema => {
  const { title, examples, default: _usual, pattern, [ANY_CASE]: _case, ...kept } = schema
  const written = createComponents().of(Type.Unsafe(kept)) as Schema
  const { enum: words, description } = written
  if (!Array.isArray(words) || typeof description !== 'string') return written
  // The words are said once.
  return { ...written, description: description.replace(`one of ${words.join(', ')}; `, '') }
}

const TEXT = Type.String()

/** The arguments of an item. A guard means the same everywhere: the instructions of the server explain it once. */
const argumentsOf = (item: ToolItem): ReadonlyMap<string, Schema> => {
  const [{ query, words, headers = {}, guards }] = item.routes
  const chosen = wordsIn(item)
  const hole = (name: string): Schema => {
    const among = chosen.get(name)
    return among ? { type: 'string', enum: [...among] } : plain(words?.[name] ?? TEXT)
  }
  return new Map([
    ...holesOf(item.form).map((name) => [name, hole(name)] as const),
    ...Object.entries(query ?? {}).map(([name, schema]) => [name, plain(schema)] as const),
    ...Object.entries(headers).map(
      ([name, description]) => [argumentOf(name), plain(Type.String({ description }))] as const,
    ),
    ...guardsTaken(guards).map((name) => [name, plain(TEXT)] as const),
  ])
}

/** What every call of an item must have. */
const neededBy = ({ form, routes: [{ needs = [], body }] }: ToolItem): readonly string[] => [
  ...holesOf(form),
  ...needs,
  ...(body ? ['body'] : []),
]

/** What several items take under one name: what any of them allows, and all that they say of it. */
const eitherOf = (schemas: readonly Schema[]): Schema => {
  const [first = {}, ...more] = schemas
  const words = schemas.map((schema) => schema['enum'])
  const texts = [
    ...new Set(schemas.flatMap(({ description }) => (typeof description === 'string' ? [description] : []))),
  ]
  const told = texts.filter((text) => !texts.some((other) => other !== text && other.startsWith(text)))
  return {
    ...Object.fromEntries(
      Object.entries(first).filter(([keyword, value]) =>
        more.every((other) => JSON.stringify(other[keyword]) === JSON.stringify(value)),
      ),
    ),
    ...(words.every(Array.isArray) && { enum: [...new Set(words.flat())] }),
    ...(told.length > 0 && { description: told.join(' | ') }),
  }
}

/** Names of items, by their first words where all of those are meant. */
const named = (some: readonly string[], all: readonly string[]): string => {
  const first = (item: string): string => item.split('/', 1)[0]!
  const whole = (word: string): boolean => all.every((item) => first(item) !== word || some.includes(item))
  return [...new Set(some.map((item) => (whole(first(item)) ? first(item) : item)))].join(', ')
}

/**
 * Of a tool with one item nobody needs to name it.
 *
 * @param items the items of the tool by their names
 */
export const inputSchemaOf = (items: ReadonlyMap<string, ToolItem>): InputSchema => {
  const all = [...items.keys()]
  const taken = [...items].flatMap(([item, what]) =>
    [...argumentsOf(what)].map(([name, schema]) => ({ name, schema, item })),
  )
  const described = [...Map.groupBy(taken, ({ name }) => name)].map(([name, of]): [string, Schema] => {
    const schema = eitherOf(of.map((each) => each.schema))
    if (of.length === all.length) return [name, schema]
    const { description = '' } = schema
    const whose = named(
      of.map(({ item }) => item),
      all,
    )
    return [name, { ...schema, description: `For ${whose}. ${description}`.trim() }]
  })
  const [first = [], ...more] = [...items.values()].map(neededBy)
  const needed = first.filter((name) => more.every((names) => names.includes(name)))
  const required = all.length > 1 ? ['item', ...needed] : needed
  const takesBody = [...items.values()].some(({ routes: [{ body }] }) => body !== undefined)
  return {
    type: 'object',
    properties: {
      ...(all.length > 1 && { item: { type: 'string', enum: all } }),
      ...Object.fromEntries(described),
      ...(takesBody && { body: { type: 'object', description: BODY } }),
    },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/** The schemas of bodies alone are a fifth of the list, and few calls need one. */
const BODY = 'Its schema and an example: claros_list. Tried free of charge: claros_preview'

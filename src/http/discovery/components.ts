import type { TSchema } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'

/** Schemas as OpenAPI 3.1 spells them: JSON Schema 2020-12, each named one written once. */
export interface Components {
  /** The schema, or a pointer to it if it has a title. */
  of(schema: TSchema): Json
  /** All that were pointed to, by name. */
  named(): Readonly<Record<string, Json>>
}

type Node = Readonly<Record<string, Json>>

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = new Set(['items', 'additionalProperties', 'not', 'contains', 'propertyNames'])
const LIST = new Set(['anyOf', 'allOf', 'oneOf', 'prefixItems'])
const BY_NAME = new Set(['properties', 'patternProperties'])

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** TypeBox writes tuples as older drafts did. Their length is fixed, so nothing stands behind their members. */
const inThisDraft = ({ additionalItems: _none, ...node }: Node): Node =>
  Array.isArray(node['items']) ? { ...node, prefixItems: node['items'], items: {} } : node

/** The one value that a schema allows, if it says nothing else. */
const wordOf = (schema: Json): Json | undefined => {
  if (!isNode(schema)) return undefined
  const { const: word, type, ...more } = schema
  if (Object.keys(more).length > 0) return undefined
  return type === 'null' ? null : word
}

/** Alternatives that are words become an `enum`, which is what generators make types of. */
const withWords = ({ anyOf, ...node }: Node): Node => {
  if (!Array.isArray(anyOf)) return node
  const words = (anyOf as readonly Json[]).map(wordOf)
  if (words.some((word) => word === undefined)) return { ...node, anyOf }
  const types = [...new Set(words.map((word) => (word === null ? 'null' : typeof word)))]
  return { ...node, type: types.length === 1 ? types[0]! : types, enum: words as Json[] }
}

/** @throws Error if two different schemas have one name */
export const createComponents = (): Components => {
  const named = new Map<string, { readonly text: string; readonly schema: Json }>()

  const pointTo = (name: string, schema: Json): Json => {
    const text = JSON.stringify(schema)
    const before = named.get(name)
    if (before && before.text !== text) throw new Error(`two schemas are called ${name}`)
    named.set(name, { text, schema })
    return { $ref: `#/components/schemas/${name}` }
  }

  const within = (keyword: string, value: Json): Json => {
    if (ONE.has(keyword)) return written(value)
    if (LIST.has(keyword) && Array.isArray(value)) return value.map(written)
    if (BY_NAME.has(keyword) && isNode(value))
      return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, written(schema)]))
    return value
  }

  const written = (schema: Json): Json => {
    if (!isNode(schema)) return schema
    const { title, ...node } = withWords(inThisDraft(schema))
    const inside = Object.fromEntries(Object.entries(node).map(([keyword, value]) => [keyword, within(keyword, value)]))
    return typeof title === 'string' ? pointTo(title, inside) : inside
  }

  return {
    // TypeBox keeps its own data under symbols. Without these a schema is plain JSON Schema.
    of: (schema) => written(JSON.parse(JSON.stringify(schema)) as Json),
    named: () => Object.fromEntries([...named].map(([name, { schema }]) => [name, schema])),
  }
}

import type { TSchema } from '@sinclair/typebox'

/**
 * Every path of a body, those of its objects and lists included: `a`, `a.b`, `a[]`, `a[].b`. Members of a list count
 * together.
 */
export const fieldPaths = (body: unknown): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (value: unknown, at: string): void => {
    if (at !== '') found.add(at)
    if (Array.isArray(value)) {
      found.add(`${at}[]`)
      for (const each of value) visit(each, `${at}[]`)
    } else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) visit(each, at === '' ? name : `${at}.${name}`)
  }
  visit(body, '')
  return found
}

/** The alternatives of a schema, or itself. */
const alternatives = (schema: TSchema): readonly TSchema[] => {
  const parts = (schema['anyOf'] ?? schema['allOf'] ?? schema['oneOf']) as readonly TSchema[] | undefined
  return parts ? parts.flatMap(alternatives) : [schema]
}

/** What a schema says of `name` (`[]`: the members of a list); `open` if it leaves names to whoever fills it. */
const inside = (schema: TSchema, name: string): readonly TSchema[] | 'open' => {
  const found = alternatives(schema).map((each): TSchema | 'open' | undefined => {
    if (name === '[]') return each['items'] as TSchema | undefined
    const properties = each['properties'] as Readonly<Record<string, TSchema>> | undefined
    const patterns = Object.values((each['patternProperties'] ?? {}) as Readonly<Record<string, TSchema>>)
    return properties?.[name] ?? patterns[0] ?? (each['additionalProperties'] === true ? 'open' : undefined)
  })
  return found.includes('open') ? 'open' : found.filter((each) => each !== undefined && each !== 'open')
}

/** Whether a schema has room for this path, in the form of `fieldPaths`. */
export const hasField = (schema: TSchema, path: string): boolean => {
  let at: readonly TSchema[] = [schema]
  for (const name of path.split('.').flatMap((part) => part.split(/(?=\[\])/))) {
    const next = at.map((each) => inside(each, name))
    if (next.includes('open')) return true
    at = next.filter((each) => each !== 'open').flat()
    if (at.length === 0) return false
  }
  return true
}

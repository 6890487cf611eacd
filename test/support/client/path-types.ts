import openapiTS, { astToString } from 'openapi-typescript'

/** The types of paths that the client package carries, made from the service's own OpenAPI document. */

const HEAD = `/** Generated from /openapi.json: UPDATE_GOLDEN=1 node launch.mjs test test/client/schema.test.ts */

`

/** What an operation does not have needs no word, and neither do remarks on what the type says. */
const NEEDLESS = /^ +(?:\w+\?: never|headers: \{\n *\[name: string\]: unknown;\n *\});\n| *\/\*\*[^]*?\*\/\n/gm

type Node = Readonly<Record<string, unknown>>

const nodeOf = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {}

/** Words for people: names of fields, with the same spelling, hold schemas. */
const isForPeople = (key: string, value: unknown): boolean =>
  ['example', 'examples', 'description', 'title', 'default'].includes(key) && !('type' in nodeOf(value))

const bare = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (isForPeople(key, each) ? [] : [[key, bare(each)]])),
  )
}

const SUCCESS = /^2/

const schemasOf = (content: unknown): Node =>
  Object.fromEntries(Object.entries(nodeOf(content)).map(([kind, each]) => [kind, { schema: nodeOf(each)['schema'] }]))

/** What a client sends and what it gets for it. Problems have one shape, which its errors carry. */
const operation = (value: unknown): Node => {
  const { parameters = [], requestBody, responses } = nodeOf(value)
  const answers = Object.entries(nodeOf(responses)).filter(([status]) => SUCCESS.test(status))
  return {
    parameters,
    ...(requestBody !== undefined && { requestBody }),
    responses: Object.fromEntries(
      answers.map(([status, answer]) => [status, { description: '', content: schemasOf(nodeOf(answer)['content']) }]),
    ),
  }
}

const isPaid = (value: unknown): boolean => '402' in nodeOf(nodeOf(value)['responses'])

/** The paid operations and the free copies of their answers. */
const sold = (paths: Node): Node => {
  const isSold = (path: string): boolean => Object.values(nodeOf(paths[path])).some(isPaid)
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) => {
      const isFree = path.endsWith('/preview') && isSold(path.slice(0, -'/preview'.length))
      const kept = Object.entries(nodeOf(methods)).filter(([, each]) => isFree || isPaid(each))
      return kept.length === 0 ? [] : [[path, Object.fromEntries(kept.map(([name, each]) => [name, operation(each)]))]]
    }),
  )
}

/** The components that a value names, and those that these name. */
const named = (value: unknown, all: Node, found: Set<string> = new Set()): ReadonlySet<string> => {
  for (const [, kind, name] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
    const key = `${kind}/${name}`
    if (found.has(key)) continue
    found.add(key)
    named(nodeOf(all[kind!])[name!] ?? null, all, found)
  }
  return found
}

/** @param document `/openapi.json` as text */
export const pathTypes = async (document: string): Promise<string> => {
  const { openapi, info, paths, components } = JSON.parse(document) as Node
  const all = nodeOf(components)
  const kept = bare(sold(nodeOf(paths)))
  const names = named(kept, all)
  const of = (kind: string): unknown =>
    bare(Object.fromEntries(Object.entries(nodeOf(all[kind])).filter(([name]) => names.has(`${kind}/${name}`))))
  const text = JSON.stringify({
    openapi,
    info: { title: '', version: nodeOf(info)['version'] },
    paths: kept,
    components: { parameters: of('parameters'), schemas: of('schemas') },
  })
  const types = astToString(await openapiTS(text, { alphabetize: true }))
  return (
    HEAD +
    types
      .replaceAll(NEEDLESS, '')
      .replaceAll(/^ *parameters: \{\n *\};\n/gm, '')
      .replaceAll(/^ +/gm, (indent) => ' '.repeat(indent.length / 4))
  )
}

import { holesOf } from '../../feeds/subject.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { type BrokenRule, problem, type Problem } from '../wire/problem.ts'
import { checkQuery } from '../wire/query.ts'
import { argumentOf } from './input-schema.ts'
import { type ToolItem, routeAt } from './items.ts'
import type { SkillTool } from './skill-tools.ts'
import type { Arguments, ToolRequest } from './tool.ts'

/**
 * The request that a call stands for. Only what keeps an address from being written is judged here; the words in it are
 * judged by the route, as for every other client.
 */

type Word = string | null

/** A value as it stands in an address; models write numbers as numbers. `null`: it has no such form, nor has half a character. */
const wordOf = (value: Arguments[string]): Word => {
  if (typeof value === 'string') return value.isWellFormed() ? value : null
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

const isGiven = (value: Arguments[string] | undefined): boolean => value !== undefined && value !== null && value !== ''

/** Names in one answer. */
const MOST_NAMED = 100

const oneOf = (path: string, among: Iterable<string>): BrokenRule => ({
  path,
  rule: 'one_of',
  message: `one of ${[...among].slice(0, MOST_NAMED).join(', ')}`,
})

const notText = (path: string): BrokenRule => ({ path, rule: 'text', message: 'must be a text or a number' })

interface Words {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly broken: readonly BrokenRule[]
}

/** Takes the arguments apart. What the route does not know becomes a parameter, which it refuses by name. */
const sorted = ({ form, routes: [{ headers: read = {}, body, words }] }: ToolItem, args: Arguments): Words => {
  const params: Record<string, string> = {}
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  const broken: BrokenRule[] = []
  const holes = holesOf(form)
  const named = new Map(Object.keys(read).map((header) => [argumentOf(header), header]))
  for (const name of holes)
    if (!isGiven(args[name]))
      broken.push({
        path: `path.${name}`,
        rule: 'missing',
        message: words?.[name]?.description ?? `${name} is required`,
      })
  for (const [name, value] of Object.entries(args)) {
    if (name === 'item' || (name === 'body' && body) || !isGiven(value)) continue
    const header = named.get(name)
    const isHole = holes.includes(name)
    const word = wordOf(value)
    if (word === null) broken.push(notText(`${isHole ? 'path' : header ? 'header' : 'query'}.${name}`))
    else if (isHole) params[name] = word
    else if (header === undefined) query.set(name, word)
    else if (/^[\x21-\x7e]+$/.test(word)) headers[header] = word
    else broken.push({ path: `header.${header}`, rule: 'one_line', message: 'must be ASCII text without spaces' })
  }
  return { params, query, headers, broken }
}

const refused = (details: readonly BrokenRule[]): Problem =>
  problem('invalid_request', 'The arguments break rules. Nothing was charged.', { details })

/** All that is wrong, where an address cannot be written: the route never sees this call. */
const allBroken = (route: Endpoint, { params, query, broken }: Words): Problem => {
  const known = new Set(broken.map(({ path }) => path))
  const others = checkQuery(route, query, params)?.details ?? route.breaks?.({ params, query }) ?? []
  return refused([...broken, ...others.flatMap((each) => ('rule' in each && !known.has(each.path) ? [each] : []))])
}

/** The form with its words; `null` if they would lead to another path. */
const filled = (form: string, params: Words['params']): string | null => {
  const path = form.replace(/\{(\w+)\}/g, (_hole, name: string) => encodeURIComponent(params[name] ?? ''))
  return new URL(path, 'http://localhost').pathname === path ? path : null
}

export const itemRequest = ({ items, inputSchema }: SkillTool, args: Arguments): ToolRequest | Problem => {
  const { item: name } = args
  const [only, ...others] = items.values()
  const isOnly = name === undefined && others.length === 0
  const item = isOnly ? only : typeof name === 'string' ? items.get(name.toLowerCase()) : undefined
  if (!item) {
    const taken = Object.keys(inputSchema.properties)
    const unknown = Object.keys(args)
      .filter((each) => !taken.includes(each))
      .map((each): BrokenRule => ({
        path: `arguments.${each}`,
        rule: 'unknown_argument',
        message: `not an argument of this tool; there are: ${taken.join(', ')}`,
      }))
    return refused([oneOf('arguments.item', items.keys()), ...unknown])
  }
  const words = sorted(item, args)
  const [first] = item.routes
  if (words.broken.length > 0) return allBroken(first, words)
  const path = filled(item.form, words.params)
  if (path === null) return allBroken(first, { ...words, broken: [notPlain] })
  const route = routeAt(item, path.toLowerCase())
  if (!route) {
    const paths = item.routes.map((each) => each.path)
    return allBroken(first, { ...words, broken: [oneOf('path', paths)] })
  }
  const asked = words.query.toString()
  return {
    method: route.method,
    target: asked === '' ? path : `${path}?${asked}`,
    headers: { ...words.headers, ...(route.body && { 'content-type': 'application/json' }) },
    ...(route.body && { body: args['body'] === undefined ? '' : JSON.stringify(args['body']) }),
  }
}

const notPlain: BrokenRule = { path: 'path', rule: 'plain_path', message: 'these words lead to another path' }

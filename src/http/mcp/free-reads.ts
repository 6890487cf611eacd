import { templatePattern } from '../../feeds/subject.ts'
import { KEYS_PATH } from '../../canonical/key-document.ts'
import { skillOf, toolNameOf } from '../discovery/skills.ts'
import { type Endpoint, isPriced } from '../wire/endpoint.ts'
import { problem, type Problem } from '../wire/problem.ts'
import { reads } from './free-tool.ts'
import type { ToolRequest } from './tool.ts'

/** What may be read by its path: it costs nothing, and it is no document about the whole service. */

const isRead = ({ method, path }: Endpoint): boolean =>
  method === 'GET' && (path === KEYS_PATH || skillOf(path) !== undefined)

const isCopy = ({ path }: Endpoint): boolean => /\/(?:preview|methodology)$/.test(path)

const pathOf = (target: string): string => target.split('?', 1)[0]!.toLowerCase()

const brokenPath = (rule: string, message: string): Problem =>
  problem('invalid_request', message, { details: [{ path: 'arguments.path', rule, message }] })

/** The forms of the free paths that are no copies of sold ones. */
export const freePaths = (endpoints: readonly Endpoint[]): readonly string[] =>
  endpoints.filter((each) => isRead(each) && !isPriced(each) && !isCopy(each)).map(({ path }) => path)

/** The route that a path leads to. Exact paths come before templates, as in the router. */
export const routeFinder = (endpoints: readonly Endpoint[]) => {
  const exact = new Map(endpoints.map((each) => [`${each.method} ${each.path}`, each]))
  const open = endpoints
    .filter(({ path }) => path.includes('{'))
    .map((endpoint) => ({ endpoint, shape: templatePattern(endpoint.path) }))
  return (method: Endpoint['method'], target: string): Endpoint | undefined => {
    const path = pathOf(target)
    return (
      exact.get(`${method} ${path}`) ??
      open.find(({ endpoint, shape }) => endpoint.method === method && shape.test(path))?.endpoint
    )
  }
}

export type RouteFinder = ReturnType<typeof routeFinder>

/** What stands in an address as it is. The gate refuses all else, but `new Request` would make something of it first. */
const WRITTEN = /^\/[\w.~,:@!$&'()*+;=/-]*(?:\?[\w.~,:@!$&'()*+;=/?%-]*)?$/

const isWritten = (target: string): boolean =>
  WRITTEN.test(target) && new URL(target, 'http://localhost').pathname === target.split('?', 1)[0]

const NOT_A_PATH = 'path is a path of this service: /dlc/oracle/announcements'

export const freeRead = (route: RouteFinder, target: string): ToolRequest | Problem => {
  if (!isWritten(target)) return brokenPath('plain_path', NOT_A_PATH)
  const found = route('GET', target)
  if (!found || !isRead(found)) return brokenPath('known', 'Nothing free is read at this path; claros_list names all.')
  if (!isPriced(found)) return reads(target)
  const skill = skillOf(found.path)
  return brokenPath(
    'free',
    `This path is sold${skill ? ` by the tool ${toolNameOf(skill)}` : ''}; claros_preview shows it.`,
  )
}

/** The free copy of a path; the path itself if it is one. With a body: what would come of it. */
export const freeCopy = (
  route: RouteFinder,
  target: string,
  body: Readonly<Record<string, unknown>> | undefined,
): ToolRequest | Problem => {
  if (!isWritten(target)) return brokenPath('plain_path', NOT_A_PATH)
  const [path = '', ...query] = target.split('?')
  const method = body === undefined ? 'GET' : 'POST'
  const isFree = (each: string): boolean => {
    const found = route(method, each)
    return found !== undefined && !isPriced(found) && skillOf(found.path) !== undefined
  }
  const copy = [`${path}/preview`, path].find(isFree)
  if (copy === undefined)
    return brokenPath('has_preview', 'This path has no free copy; claros_list names those that have.')
  const asked = [copy, ...query].join('?')
  if (body === undefined) return reads(asked)
  return { method, target: asked, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

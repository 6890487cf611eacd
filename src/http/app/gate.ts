import { SHORTEST_HOST } from '../../listening.ts'
import { PREFLIGHT } from '../wire/headers.ts'
import { problem, type Problem } from '../wire/problem.ts'

/**
 * Checks every request before the router. Prices do not depend on it.
 *
 * The list of hosts is needed for correct routing. The router finds the path at a fixed position of the address, which
 * a Host of one letter moves: `GET /abc/oracle/price/btc/usd` with `Host: x` reaches the route of
 * `/oracle/price/btc/usd`, while a parser of the address sees another path. Prices belong to routes, so nothing would
 * be sold too cheap. But a request that two readers read differently must not get further.
 */
export interface Gate {
  /** The longest accepted address. */
  readonly maxUrl: number
  readonly hosts: ReadonlySet<string>
  /** Whether a Host without port, in lower case, is another name of ours. */
  isOwnHost(name: string): boolean
  /** Paths of routes without parameters, which are known to be plain. */
  readonly paths: ReadonlySet<string>
  /**
   * Paths that are answered under any Host, for balancers that ask by address. They never reach the router, and an address
   * that could be read in two ways is refused here too.
   */
  readonly anyHost: ReadonlySet<string>
  /** Host headers that were accepted lately, with the start that an address must have with them. */
  readonly known: Map<string, string>
}

const MAX_URL = 2_048

/** At most so many are kept, since a client may write any port behind our host. */
const MOST_KNOWN = 100

export interface GateOptions {
  readonly hosts: readonly string[]
  readonly isOwnHost?: (name: string) => boolean
  readonly paths?: readonly string[]
  readonly anyHost?: readonly string[]
}

export const createGate = ({ hosts, isOwnHost = () => false, paths = [], anyHost = [] }: GateOptions): Gate => ({
  maxUrl: MAX_URL,
  hosts: new Set(hosts.map((host) => host.toLowerCase())),
  isOwnHost,
  paths: new Set(paths),
  anyHost: new Set(anyHost),
  known: new Map(),
})

/** An accepted request, in the form that the router gets. */
export interface Passed {
  readonly kind: 'passed'
  readonly request: Request
  readonly path: string
  /** After the question mark, as written. */
  readonly query: string
}

/** A path that is answered under any Host, asked under one that is not ours. */
export interface Anybody {
  readonly kind: 'anybody'
  readonly path: string
}

const invalidPath = (rule: string, message: string): Problem =>
  problem('invalid_request', message, { details: [{ path: 'path', rule, message }] })

/** No path of ours needs escaping, so an escape is an attack or a mistake. */
const PLAIN_PATH = /^\/[A-Za-z0-9._~,:@!$&'()*+;=/-]*$/

/** A number that is no port stays in the text; no accepted host has such a name. */
const withoutPort = (host: string): string =>
  host.replace(/:(\d{1,5})$/, (whole, port: string) => (Number(port) <= 65_535 ? '' : whole))

/** The runtime leaves it out of the address. */
const withoutDefaultPort = (host: string): string => host.replace(/:80$/, '')

/** A name or an address with or without a port, and nothing that could belong to a path. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::\d{1,5})?$|^\[[0-9a-f:.]+\](?::\d{1,5})?$/

/** The path, if it is answered under any Host and the whole address is Host and path. */
const anybodyOf = ({ anyHost }: Gate, { method, url }: Request, header: string): Anybody | null => {
  const host = header.toLowerCase()
  if ((method !== 'GET' && method !== 'HEAD') || !PLAIN_HOST.test(host)) return null
  const authority = withoutDefaultPort(host)
  const rest = url.slice(url.indexOf('://') + 3)
  const path = rest.slice(authority.length)
  return rest.slice(0, authority.length).toLowerCase() === authority && anyHost.has(path)
    ? { kind: 'anybody', path }
    : null
}

/** The host part of an address with this Host header, in lower case; `null` for a host that is not ours. */
const authorityOf = ({ hosts, isOwnHost, known }: Gate, header: string): string | null => {
  const before = known.get(header)
  if (before !== undefined) return before
  const host = header.toLowerCase()
  const name = withoutPort(host)
  if (!hosts.has(host) && !hosts.has(name) && !(name.length >= SHORTEST_HOST && isOwnHost(name))) return null
  const authority = withoutDefaultPort(host)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(header, authority)
  return authority
}

export const pass = (gate: Gate, request: Request): Passed | Anybody | Problem | Response => {
  const header = request.headers.get('host') ?? ''
  const authority = authorityOf(gate, header)
  const { url } = request
  if (authority === null)
    return (
      anybodyOf(gate, request, header) ?? problem('misdirected_request', 'This service does not answer for that Host.')
    )
  if (url.length > gate.maxUrl) return problem('uri_too_long', `Addresses are at most ${gate.maxUrl} characters long.`)
  const from = url.indexOf('://') + 3
  const start = url.indexOf('/', from)
  const isSame = start === from + authority.length && url.startsWith(authority, from)
  if (start < 0 || !(isSame || url.slice(from, start).toLowerCase() === authority))
    return problem('misdirected_request', 'The address and the Host header disagree.')
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: PREFLIGHT })

  const mark = url.indexOf('?', start)
  const path = mark < 0 ? url.slice(start) : url.slice(start, mark)
  const query = mark < 0 ? '' : url.slice(mark + 1)
  if (gate.paths.has(path)) return { kind: 'passed', request, path, query }
  if (!PLAIN_PATH.test(path) || path.includes('//'))
    return invalidPath('plain_path', 'Paths hold letters, digits and -._~ between single slashes, without escapes.')
  if (path.length > 1 && path.endsWith('/')) return problem('not_found', 'Paths here do not end with a slash.')
  const folded = /^\/(?:oracle|dlc|insurance)\//i.test(path) ? path.toLowerCase() : path
  if (folded === path) return { kind: 'passed', request, path, query }
  const moved = new Request(url.slice(0, start) + folded + (mark < 0 ? '' : url.slice(mark)), request)
  return { kind: 'passed', request: moved, path: folded, query }
}

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
  /** Paths of routes without parameters, which are known to be plain. */
  readonly paths: ReadonlySet<string>
  /** Host headers that were accepted lately, with the start that an address must have with them. */
  readonly known: Map<string, string>
}

/** The shortest Host the router reads correctly (found by trying; see test/http/app/gate.test.ts). */
export const SHORTEST_HOST = 4

const MAX_URL = 2_048

/** At most so many are kept, since a client may write any port behind our host. */
const MOST_KNOWN = 100

export const createGate = (hosts: readonly string[], paths: readonly string[] = []): Gate => ({
  maxUrl: MAX_URL,
  hosts: new Set(hosts.map((host) => host.toLowerCase())),
  paths: new Set(paths),
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

const invalidPath = (rule: string, message: string): Problem =>
  problem('invalid_request', message, { details: [{ path: 'path', rule, message }] })

/** No path of ours needs escaping, so an escape is an attack or a mistake. */
const PLAIN_PATH = /^\/[A-Za-z0-9._~,:@!$&'()*+;=/-]*$/

/** A number that is no port stays in the text; no accepted host has such a name. */
const withoutPort = (host: string): string =>
  host.replace(/:(\d{1,5})$/, (whole, port: string) => (Number(port) <= 65_535 ? '' : whole))

/** The host part of an address with this Host header, in lower case; `null` for a host that is not ours. */
const authorityOf = ({ hosts, known }: Gate, header: string): string | null => {
  const before = known.get(header)
  if (before !== undefined) return before
  const host = header.toLowerCase()
  if (!hosts.has(host) && !hosts.has(withoutPort(host))) return null
  // The runtime leaves the default port out of the address.
  const authority = host.replace(/:80$/, '')
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(header, authority)
  return authority
}

export const pass = (gate: Gate, request: Request): Passed | Problem | Response => {
  const authority = authorityOf(gate, request.headers.get('host') ?? '')
  const { url } = request
  if (authority === null) return problem('misdirected_request', 'This service does not answer for that Host.')
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

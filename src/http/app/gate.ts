import { PREFLIGHT } from '../wire/headers.ts'
import { problem, type Problem } from '../wire/problem.ts'

/**
 * What stands before the router: every request passes here first, and nothing that is sold hangs on what it decides.
 *
 * The Host list matters more than it seems. The router finds the path at a fixed place of the address, which a Host of
 * one letter moves: `GET /abc/oracle/price/btc/usd` with `Host: x` reaches the route of `/oracle/price/btc/usd`, while
 * everything that parses the address sees another path. Prices hang on routes here, so nothing would be given away;
 * but a request that two readers read differently has no business behind this line.
 */
export interface Gate {
  /** Longest address that is read. */
  readonly maxUrl: number
  readonly hosts: ReadonlySet<string>
  /** Paths of routes without holes: known to be plain. */
  readonly paths: ReadonlySet<string>
  /** Host headers that were let through lately, with what an address has to begin with then. */
  readonly known: Map<string, string>
}

/** The shortest Host the router reads correctly (found by trying; see test/http/app/gate.test.ts). */
export const SHORTEST_HOST = 4

const MAX_URL = 2_048

/** Anybody may write any port behind a host of ours. */
const MOST_KNOWN = 100

export const createGate = (hosts: readonly string[], paths: readonly string[] = []): Gate => ({
  maxUrl: MAX_URL,
  hosts: new Set(hosts.map((host) => host.toLowerCase())),
  paths: new Set(paths),
  known: new Map(),
})

/** A request that may go on, in the form in which it goes on. */
export interface Passed {
  readonly kind: 'passed'
  readonly request: Request
  readonly path: string
  /** After the question mark, as written. */
  readonly query: string
}

const invalidPath = (rule: string, message: string): Problem =>
  problem('invalid_request', message, { details: [{ path: 'path', rule, message }] })

/** Nothing in our paths needs escaping, so an escape is a trick or a mistake. */
const PLAIN_PATH = /^\/[A-Za-z0-9._~,:@!$&'()*+;=/-]*$/

/** A number that is no port stays: nobody is called that. */
const withoutPort = (host: string): string =>
  host.replace(/:(\d{1,5})$/, (whole, port: string) => (Number(port) <= 65_535 ? '' : whole))

/** What stands in an address under this Host header, in lower case; `null` for a host that is not ours. */
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
  const folded = /^\/(?:oracle|dlc)\//i.test(path) ? path.toLowerCase() : path
  if (folded === path) return { kind: 'passed', request, path, query }
  const moved = new Request(url.slice(0, start) + folded + (mark < 0 ? '' : url.slice(mark)), request)
  return { kind: 'passed', request: moved, path: folded, query }
}

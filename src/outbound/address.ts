import { isIP } from 'node:net'
import { isPublic } from './public-address.ts'

/**
 * Checks the text of an address. The parsed URL is checked, since that is what would be called: `https://0x7f.1`,
 * `https://①②⑦.1` and `https://%31%32%37.1` are all 127.0.0.1.
 */

/** The published reason codes. `address` is found when the name is resolved, the others in the text. */
export type AddressRule =
  'unreadable' | 'too_long' | 'scheme' | 'credentials' | 'fragment' | 'port' | 'host' | 'address'

export interface AddressRefusal {
  readonly rule: AddressRule
  /** For the customer. It never says what a name resolved to: that would let anybody map a private network. */
  readonly message: string
}

export interface OutboundPolicy {
  /** `host:port`, exact: may be called by plain http, on any port, at any address. Only for the demo and tests. */
  readonly allow: readonly string[]
}

/** An address that may be called once the IP addresses of its host were checked. */
export interface Target {
  readonly url: URL
  /** Without brackets and never empty. */
  readonly host: string
  readonly port: number
  /** The host is an IP address itself; nothing needs resolving. */
  readonly literal: boolean
  /** The configuration allows it: its IP addresses are not checked. */
  readonly exempt: boolean
}

export type CheckedAddress =
  { readonly ok: true; readonly target: Target } | { readonly ok: false; readonly refusal: AddressRefusal }

const MAX_CHARS = 2048

/** Also the reason for names that resolve to such an address. */
export const NOT_PUBLIC = 'must lead to the public internet'

/** The parser drops or changes white space, line breaks and backslashes, so two readers could see two addresses. */
const PLAIN = /^https?:\/\/(?!\/)[^\s\\\p{Cc}]+$/iu

/**
 * Ports above 1023 on which databases, caches, brokers and control planes listen by default. They do not speak https,
 * but some execute what they can read of the received bytes as a command.
 */
const SERVICE_PORTS = new Set([
  1433, 1521, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4190, 5060, 5061, 5432, 5672, 5900, 5984, 6000,
  6379, 6443, 6667, 6697, 8086, 9042, 9092, 9200, 9300, 10250, 11211, 16379, 26379, 27017,
])

const isPortAllowed = (port: number): boolean => port === 443 || (port > 1023 && !SERVICE_PORTS.has(port))

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Suffixes of names that are resolved only on a local network; RFC 6761, RFC 6762, RFC 8375, and common usage. */
const LOCAL_ENDS = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'arpa',
]

/**
 * Whether anyone on the internet could resolve this name. A name that ends with the dot of the root is refused.
 * Certificates and Host headers are written without it, and it would allow a second spelling of `localhost`.
 */
const isPublicName = (host: string): boolean => {
  const labels = host.split('.')
  return (
    host.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    !LOCAL_ENDS.includes(labels.at(-1)!)
  )
}

/** Reads an address from a customer, or returns the rule that it breaks. It resolves no name: `visit.ts` does. */
export const checkAddress = (text: string, policy: OutboundPolicy): CheckedAddress => {
  const refuse = (rule: AddressRule, message: string): CheckedAddress => ({ ok: false, refusal: { rule, message } })
  if (text.length > MAX_CHARS) return refuse('too_long', `has more than ${MAX_CHARS} characters`)
  const url = URL.parse(text)
  if (url && url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('scheme', 'must be an https URL')
  if (!url || !PLAIN.test(text)) return refuse('unreadable', 'must be an absolute URL without spaces and backslashes')
  // The text is checked too, because the parser removes an empty name before the @.
  const authority = text.slice(text.indexOf('//') + 2).split(/[/?#]/, 1)[0]!
  if (url.username !== '' || url.password !== '' || authority.includes('@')) {
    return refuse('credentials', 'must not hold credentials')
  }
  if (text.includes('#')) return refuse('fragment', 'must not have a fragment: it is never sent')

  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const literal = isIP(host) !== 0
  const target: Target = { url, host, port, literal, exempt: policy.allow.includes(`${url.hostname}:${port}`) }
  if (target.exempt) return { ok: true, target }
  if (url.protocol !== 'https:') return refuse('scheme', 'must be an https URL')
  if (!isPortAllowed(port)) return refuse('port', 'must use port 443, or one above 1023 that is no database by habit')
  if (literal) return isPublic(host) ? { ok: true, target } : refuse('address', NOT_PUBLIC)
  return isPublicName(host) ? { ok: true, target } : refuse('host', 'must name a host of the public internet')
}

import { percentDecoded } from './percent-decoded.ts'

/** Addresses of a primary that Sentinels know. A wrong one is described without its text, which may hold a password. */

export interface RedisPlace {
  readonly host: string
  readonly port: number
}

/** As a plain object that both ioredis and BullMQ accept. */
export interface SentinelAddress {
  readonly sentinels: readonly RedisPlace[]
  readonly name: string
  readonly username?: string
  readonly password?: string
  readonly db?: number
  readonly tls?: object
  readonly sentinelTLS?: object
  readonly enableTLSForSentinelMode?: boolean
  readonly sentinelUsername?: string
  readonly sentinelPassword?: string
  readonly sentinelCommandTimeout: number
  readonly connectTimeout: number
}

export const SENTINEL_FORM =
  'redis+sentinel://[user:password@]a:26379,b:26379/name[/db][?sentinel_password=…] (rediss+sentinel:// with TLS)'

const URL_OF_SENTINELS =
  /^redis(s?)\+sentinel:\/\/(?:([^@/?#]*)@)?([^@/?#]+)\/([A-Za-z0-9._-]+)(?:\/(\d{1,4}))?\/?(?:\?([^#]*))?$/

/** Of the primary and its replicas themselves, or of the Sentinels. */
const SENTINEL_WORDS = ['sentinel_username', 'sentinel_password'] as const

/** `null` for a word that is unknown or repeated, and for one that cannot be decoded. A plus sign is one. */
const wordsOf = (query: string): ReadonlyMap<string, string> | null => {
  const pairs = query === '' ? [] : query.split('&').map((each) => /^([^=]*)=(.*)$/.exec(each)?.slice(1))
  const words = new Map<string, string>()
  for (const [word = '', text] of pairs.map((pair) => pair ?? [])) {
    const value = text === undefined ? null : percentDecoded(text)
    if (value === null || words.has(word) || !SENTINEL_WORDS.some((each) => each === word)) return null
    words.set(word, value)
  }
  return words
}

const PLACE = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?$/

const placeOf = (text: string): RedisPlace | null => {
  const [, host, port = '26379'] = PLACE.exec(text.trim()) ?? []
  return host === undefined || Number(port) > 65_535 || Number(port) === 0
    ? null
    : { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

export const showPlace = ({ host, port }: RedisPlace): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

export const isSentinelUrl = (url: string): boolean => /^rediss?\+sentinel:/.test(url)

/** What is missing in an address that is refused, as the end of a sentence. */
export const sentinelFault = (url: string): string => {
  const [, rest = ''] = /^[^/]*\/\/(?:[^@/?#]*@)?(.*)$/.exec(url) ?? []
  const [, hosts = '', name = ''] = /^([^/?#]*)\/?([^/?#]*)/.exec(rest) ?? []
  if (name === '') return ': the name of the primary is missing, as "sentinel monitor NAME …" gives it'
  return hosts.split(',').some((each) => placeOf(each) === null) ? ': a host or a port is wrong' : ''
}

/**
 * The credentials are those of the primary and its replicas. Sentinels have their own, if any.
 *
 * @returns `null` for any other text
 */
export const sentinelAddress = (url: string): SentinelAddress | null => {
  const [, secure, login = '', hosts = '', name = '', db, query = ''] = URL_OF_SENTINELS.exec(url) ?? []
  const places = hosts.split(',').map(placeOf)
  const sentinels = places.filter((place) => place !== null)
  const colon = login.indexOf(':')
  const [username, password] = [
    percentDecoded(colon < 0 ? login : login.slice(0, colon)),
    percentDecoded(colon < 0 ? '' : login.slice(colon + 1)),
  ]
  const words = wordsOf(query)
  if (name === '' || sentinels.length < places.length || username === null || password === null || !words) return null
  const [sentinelUsername, sentinelPassword] = SENTINEL_WORDS.map((word) => words.get(word))
  return {
    sentinels,
    name,
    ...(username && { username }),
    ...(password && { password }),
    ...(db && { db: Number(db) }),
    ...(secure && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    ...(sentinelUsername && { sentinelUsername }),
    ...(sentinelPassword && { sentinelPassword }),
    // A Sentinel whose machine is gone must not keep the next one from being asked.
    connectTimeout: 2_000,
    sentinelCommandTimeout: 2_000,
    // Not `failoverDetector`: when it hears of the new primary while its connection is being made anew, ioredis gives that
    // connection up for ever. A primary that is cut off is left when its silence has lasted too long (`socketTimeout`).
  }
}

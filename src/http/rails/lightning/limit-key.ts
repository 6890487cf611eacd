import { type IpGroups, ipGroups } from './ip-groups.ts'

/**
 * The keys under which an address is counted. IPv4 as it is, and by its first 24 bits; IPv6 by its first 64 bits, since
 * a household or a server gets all of a /64 (RFC 6177) and could use each address once, and by its first 48.
 */

/** All unreadable addresses share one bucket, so they cannot fill the memory. */
const UNREADABLE = 'unreadable'

const bytes = (groups: readonly number[]): readonly number[] => groups.flatMap((group) => [group >> 8, group & 255])

const prefix = (groups: readonly number[], length: number): string =>
  `${groups
    .slice(0, length)
    .map((group) => group.toString(16))
    .join(':')}::/${length * 16}`

interface Keys {
  readonly near: string
  readonly wide: string
}

const NO_KEYS: Keys = { near: UNREADABLE, wide: UNREADABLE }

const keysIn = (read: IpGroups): Keys => {
  if (read.version === 6) return { near: prefix(read.groups, 4), wide: prefix(read.groups, 3) }
  const four = bytes(read.groups)
  return { near: four.join('.'), wide: `${four.slice(0, 3).join('.')}.0/24` }
}

/** Written once for an address that was read, and forgotten with it: each sale asks for them several times. */
const written = new WeakMap<IpGroups, Keys>()

const keysOf = (address: string): Keys => {
  const read = ipGroups(address)
  if (!read) return NO_KEYS
  const before = written.get(read)
  if (before) return before
  const keys = keysIn(read)
  written.set(read, keys)
  return keys
}

/** `203.0.113.7`, `2001:db8:1:2::/64`. */
export const limitKey = (address: string): string => keysOf(address).near

/** The network around it: `203.0.113.0/24`, `2001:db8:1::/48`. */
export const wideKey = (address: string): string => keysOf(address).wide

import { ipGroups } from './ip-groups.ts'

/**
 * Under which name an address is counted. IPv4 as it is; IPv6 by its first 64 bits, since a household or a server gets
 * all of a /64 (RFC 6177) and could use each address once.
 */

/** What cannot be read shares one bucket: strict, and it cannot fill the memory. */
const UNREADABLE = 'unreadable'

const dotted = (groups: readonly number[]): string => groups.flatMap((group) => [group >> 8, group & 255]).join('.')

export const limitKey = (address: string): string => {
  const read = ipGroups(address)
  if (!read) return UNREADABLE
  if (read.version === 4) return dotted(read.groups)
  return `${read.groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

import { ipGroups } from '../rails/lightning/ip-groups.ts'

/**
 * The network of a client, for limits by network and to recognize a buyer. Addresses outside the public internet have
 * no network: many unrelated clients may share them, for example behind a proxy of the operator. Ranges for
 * documentation count as public, since they stand for public ones.
 */

/** `[first 32 bits, length of the prefix]`, of IPv4 ranges that are not on the public internet. */
const NO_NETWORK: readonly (readonly [number, number])[] = [
  // Unspecified, "this network".
  [0x00_00_00_00, 8],
  // Private (RFC 1918), carriers' shared space (RFC 6598).
  [0x0a_00_00_00, 8],
  [0xac_10_00_00, 12],
  [0xc0_a8_00_00, 16],
  [0x64_40_00_00, 10],
  // Loopback, link-local.
  [0x7f_00_00_00, 8],
  [0xa9_fe_00_00, 16],
  // Multicast; reserved, broadcast.
  [0xe0_00_00_00, 4],
  [0xf0_00_00_00, 4],
]

const isIn = (bits: number, [start, length]: readonly [number, number]): boolean =>
  Math.floor(bits / 2 ** (32 - length)) === Math.floor(start / 2 ** (32 - length))

const hex = (groups: readonly number[]): string => groups.map((group) => group.toString(16).padStart(4, '0')).join('')

/**
 * `4:cb0071` for 203.0.113.7 (/24), `6:20010db80001` for 2001:db8:1::7 (/48). `null` for an address that is not
 * public, or is no address.
 */
export const clientNetwork = (address: string): string | null => {
  const read = ipGroups(address)
  if (!read) return null
  if (read.version === 4) {
    const bits = read.groups[0] * 65_536 + read.groups[1]
    return NO_NETWORK.some((range) => isIn(bits, range)) ? null : `4:${hex(read.groups).slice(0, 6)}`
  }
  // 2000::/3 is the range for global use (RFC 4291, 2.4). Loopback, fc00::/7 and the like are outside of it.
  return read.groups[0]! >> 13 === 1 ? `6:${hex(read.groups.slice(0, 3))}` : null
}

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Which IP addresses belong to the public internet. Everything a registry has set aside (private, loopback, link-local,
 * carrier NAT, benchmarks, documentation, multicast, tunnels that carry an IPv4 address inside) does not.
 */

/**
 * What has been given out of IPv6 for global use; RFC 4291 section 2.4. ipaddr.js calls everything `unicast` that no
 * registry names, the old IPv4-compatible `::127.0.0.1` among it.
 */
const GLOBAL_IPV6 = ipaddr.IPv6.parse('2000::')
const GLOBAL_IPV6_BITS = 3

/** Looks public and is not: Azure answers its own machines there, with their secrets. */
const PLATFORM = new Set(['168.63.129.16'])

/** Judges one plain address (no brackets, no zone). What cannot be read is not public. */
export const isPublic = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes('%')) return false
  // `process` turns an IPv4-mapped address into the IPv4 address that would be reached.
  const read = ipaddr.process(address)
  if (read.range() !== 'unicast' || PLATFORM.has(read.toString())) return false
  return read instanceof ipaddr.IPv4 || read.match(GLOBAL_IPV6, GLOBAL_IPV6_BITS)
}

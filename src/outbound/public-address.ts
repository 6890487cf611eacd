import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Which IP addresses belong to the public internet. Excluded are all ranges that a registry has reserved: private,
 * loopback, link-local, carrier NAT, benchmarks, documentation, multicast, tunnels that carry an IPv4 address inside.
 */

/**
 * The part of IPv6 that is assigned for global use; RFC 4291 section 2.4. ipaddr.js also returns `unicast` for ranges
 * that no registry lists, such as the old IPv4-compatible `::127.0.0.1`.
 */
const GLOBAL_IPV6 = ipaddr.IPv6.parse('2000::')
const GLOBAL_IPV6_BITS = 3

/**
 * This address looks public but is not: Azure offers its virtual machines their own configuration there, with secrets.
 */
const PLATFORM = new Set(['168.63.129.16'])

/** Checks one plain address (no brackets, no zone). An address that cannot be read is not public. */
export const isPublic = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes('%')) return false
  // `process` turns an IPv4-mapped address into the IPv4 address that would be called.
  const read = ipaddr.process(address)
  if (read.range() !== 'unicast' || PLATFORM.has(read.toString())) return false
  return read instanceof ipaddr.IPv4 || read.match(GLOBAL_IPV6, GLOBAL_IPV6_BITS)
}

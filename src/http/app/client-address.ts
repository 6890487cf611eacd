import { ipGroups } from '../rails/lightning/ip-groups.ts'

/** Some proxies write the port as well: `203.0.113.7:4711`, `[2001:db8::7]:4711`. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry

/** The address of a socket that was closed meanwhile. */
const UNKNOWN = '0.0.0.0'

/**
 * The client's address behind `proxies` proxies of the operator. Each of them adds the address of its peer at the right
 * end, so the client is that many entries from the right. Entries further left may be forged. If the list is too short,
 * or has no address at that place, the request did not come through all proxies: then our own peer is the client.
 *
 * @param forwarded X-Forwarded-For, several headers joined by commas
 * @param peer the other end of the socket
 */
export const clientAddress = (forwarded: string | null, proxies: number, peer: string | undefined): string => {
  const entry = proxies > 0 ? withoutPort(forwarded?.split(',').at(-proxies)?.trim() ?? '') : ''
  return entry !== '' && ipGroups(entry) ? entry : (peer ?? UNKNOWN)
}

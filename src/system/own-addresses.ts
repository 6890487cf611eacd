import { hostname, networkInterfaces } from 'node:os'
import { inAddress, isLoopback, isLoopbackName, isName, listensEverywhere, spelledHost } from '../listening.ts'

/** The names under which this machine reaches what listens on `host`, as they stand in a Host header. */

/** Addresses come and go while a process runs. Anybody may ask for one that is not ours, so it is looked seldom. */
const LOOK_AGAIN_MS = 1_000

const interfaceAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => inAddress(address)))

const everyName = (host: string): ReadonlySet<string> =>
  new Set([host, 'localhost', hostname(), ...interfaceAddresses()].map((name) => name.toLowerCase()))

/**
 * Whether a Host without its port, in lower case, is one of them. Where `host` is a name, every address of the machine is:
 * what the name leads to is one of them, and others do not reach this process.
 *
 * @param nowMs a clock that never goes back
 */
export const ownAddresses = (host: string, nowMs: () => number): ((name: string) => boolean) => {
  if (!listensEverywhere(host) && !isName(host)) {
    const names = new Set([spelledHost(host), ...(isLoopback(host) ? ['localhost'] : [])])
    return (name) => names.has(name)
  }
  let names = everyName(host)
  let lookedAt = nowMs()
  return (name) => {
    if (names.has(name) || isLoopbackName(name)) return true
    const now = nowMs()
    if (now - lookedAt < LOOK_AGAIN_MS) return false
    lookedAt = now
    names = everyName(host)
    return names.has(name)
  }
}

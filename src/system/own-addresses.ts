import { hostname, networkInterfaces } from 'node:os'
import { inAddress, isLoopback, listensEverywhere } from '../listening.ts'

/** The names under which this machine reaches what listens on `host`, as they stand in a Host header. */

/** Addresses come and go while a process runs. Anybody may ask for one that is not ours, so it is looked seldom. */
const LOOK_AGAIN_MS = 1_000

const interfaceAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => inAddress(address)))

const everyName = (): ReadonlySet<string> =>
  new Set(['localhost', hostname(), ...interfaceAddresses()].map((name) => name.toLowerCase()))

/**
 * Whether a Host without its port, in lower case, is one of them.
 *
 * @param nowMs a clock that never goes back
 */
export const ownAddresses = (host: string, nowMs: () => number): ((name: string) => boolean) => {
  if (!listensEverywhere(host)) {
    const names = new Set([inAddress(host).toLowerCase(), ...(isLoopback(host) ? ['localhost'] : [])])
    return (name) => names.has(name)
  }
  let names = everyName()
  let lookedAt = nowMs()
  return (name) => {
    if (names.has(name) || isLoopback(name)) return true
    const now = nowMs()
    if (now - lookedAt < LOOK_AGAIN_MS) return false
    lookedAt = now
    names = everyName()
    return names.has(name)
  }
}

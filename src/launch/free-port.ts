import { createServer, type Server } from 'node:net'
import type { Random } from '../ports.ts'

/** Another program has the port. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken'
}

/**
 * Below the ports that systems lend to outgoing connections, so that none of those takes one before its server does.
 */
const [LOWEST, HIGHEST] = [20_000, 32_767]
const TRIES = 100

const hold = (port: number): Promise<Server | null> =>
  new Promise((held) => {
    const probe = createServer()
    probe.once('error', () => held(null))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => held(probe))
  })

/** A port for each name, no two the same, that were free a moment ago. */
export const freePorts = async <Name extends string>(
  random: Random,
  ...names: readonly Name[]
): Promise<Record<Name, number>> => {
  const held = new Map<number, Server>()
  for (let tried = 0; held.size < names.length; tried++) {
    if (tried === TRIES * names.length) throw new PortTaken(`too few free ports between ${LOWEST} and ${HIGHEST}`)
    const port = random.integer(LOWEST, HIGHEST)
    const probe = held.has(port) ? null : await hold(port)
    if (probe) held.set(port, probe)
  }
  await Promise.all([...held.values()].map((probe) => new Promise((closed) => probe.close(closed))))
  const ports = [...held.keys()]
  return Object.fromEntries(names.map((name, at) => [name, ports[at]])) as Record<Name, number>
}

/**
 * Takes a port for a moment and alone. Servers share theirs with each other, so the system would let them share it with
 * those of another instance as well, and every second buyer would reach the wrong one.
 */
export const refuseTakenPort = (host: string, port: number, advice: string): Promise<void> =>
  new Promise((free, fail) => {
    if (port === 0) return free()
    const probe = createServer()
    probe.once('error', (problem: { code?: string }) => {
      // Any other fault of the address is reported by the server itself.
      if (problem.code === 'EADDRINUSE') fail(new PortTaken(`port ${port} on ${host} is taken. ${advice}`))
      else free()
    })
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => free()))
  })

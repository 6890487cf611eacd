import { createServer, type Server } from 'node:net'
import type { Random } from '../ports.ts'

/** Another program uses the port, or there is no such address. The message says what to do. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken'
}

/**
 * Below the range from which systems take ports for outgoing connections. Such a connection could take the port before
 * its server does.
 */
const [LOWEST, HIGHEST] = [20_000, 32_767]
const TRIES = 100

const hold = (port: number): Promise<Server | null> =>
  new Promise((held) => {
    const probe = createServer()
    probe.once('error', () => held(null))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => held(probe))
  })

/** A different port for each name. Each was free a moment ago. */
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

const OTHER_HOST = 'Listen on 0.0.0.0 for every address, or on one that "ip address" shows.'

/** By the code of the system. */
const FAULTS: Readonly<Record<string, (advice: string) => string>> = {
  EADDRINUSE: (advice) => `is taken. ${advice}`,
  EADDRNOTAVAIL: () => `cannot be used: this machine has no such address. ${OTHER_HOST}`,
  ENOTFOUND: () => `cannot be used: nobody knows that name. ${OTHER_HOST}`,
}

/**
 * Checks that a port is free by listening on it alone for a moment. Servers share their port with each other, so the
 * system would let them share it with another instance as well, and every second buyer would reach the wrong one.
 */
export const refuseTakenPort = (host: string, port: number, advice: string): Promise<void> =>
  new Promise((free, fail) => {
    if (port === 0) return free()
    const probe = createServer()
    probe.once('error', (problem: { code?: string }) => {
      const fault = FAULTS[problem.code ?? '']
      // The server itself reports any other fault of the address.
      if (fault === undefined) free()
      else fail(new PortTaken(`port ${port} on ${host} ${fault(advice)}`))
    })
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => free()))
  })

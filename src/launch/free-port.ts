import { createServer } from 'node:net'

/** Another program has the port. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken'
}

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((found, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => found(port))
    })
  })

/**
 * Takes a port for a moment and alone. Servers share theirs with each other, so the system would let them share it with
 * those of another instance as well, and every second buyer would reach the wrong one.
 */
export const refuseTakenPort = (host: string, port: number, advice: string): Promise<void> =>
  new Promise((free, fail) => {
    if (port === 0) return free()
    const probe = createServer()
    probe.once('error', (problem: { code?: string }) => {
      // Whatever else is wrong with the address, the server has a sentence for it.
      if (problem.code === 'EADDRINUSE') fail(new PortTaken(`port ${port} on ${host} is taken. ${advice}`))
      else free()
    })
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => free()))
  })

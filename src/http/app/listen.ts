import type { App } from './app.ts'
import { isFarTooLong } from '../wire/body.ts'
import { clientAddress } from './client-address.ts'
import { soon } from '../wire/soon.ts'

/** A listening server that can stop without dropping a request. */
export interface HttpListener {
  readonly port: number
  /** Answers with `connection: close` for half a second at least, so that clients reconnect elsewhere, then stops. */
  drain(): Promise<void>
}

/** The port is taken, or may not be used. The message says what to do. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen'
}

/**
 * Half a second, in parts. Each part ends with a turn of the event loop. So a process that gets little CPU time still
 * reads the requests that have arrived, and takes longer.
 */
const DRAIN = { parts: 10, partMs: 50, quietTurns: 5, mostTurns: 1_000 } as const
/**
 * The runtime would refuse longer bodies with its own text, so it is told to accept any length. A body that is not read
 * stays in the socket and costs no memory (test/http/long-bodies.test.ts).
 */
const ANY_LENGTH = Number.MAX_SAFE_INTEGER

/** Where to listen, and which proxies to trust about the client's address. */
export interface ListenOptions {
  readonly hostname: string
  readonly port: number
  readonly share: boolean
  /** Number of the operator's proxies in front; X-Forwarded-For is trusted for that many entries. */
  readonly trustProxy: number
}

/** Whether the rest of the body is not read: then the connection ends with the answer. */
const isCutOff = (request: Request): boolean => request.headers.has('transfer-encoding') || isFarTooLong(request)

/** Several processes may listen on one port: the kernel spreads connections over them. */
export const listen = (app: App, options: ListenOptions): HttpListener => {
  const { hostname, port, share, trustProxy } = options
  let draining = false
  let asked = 0
  const serve = () =>
    Bun.serve({
      hostname,
      port,
      reusePort: share,
      maxRequestBodySize: ANY_LENGTH,
      // Longer than settling a payment may take.
      idleTimeout: 60,
      // The runtime's own page about what is thrown would show source and paths.
      development: false,
      fetch: (request, server) => {
        asked++
        const peer = server.requestIP(request)?.address
        const forwarded = trustProxy > 0 ? request.headers.get('x-forwarded-for') : null
        return soon(app(request, clientAddress(forwarded, trustProxy, peer)), (response) => {
          if (draining || isCutOff(request)) response.headers.set('connection', 'close')
          return response
        })
      },
    })
  try {
    const server = serve()
    return {
      port: server.port!,
      drain: async () => {
        draining = true
        for (let part = 0; part < DRAIN.parts; part++) await Bun.sleep(DRAIN.partMs)
        // Connections in the accept queue are reset when the socket closes. Turns of the event loop accept and read them
        // first: a process that was stopped for a while finds many.
        for (let turn = 0, quiet = 0; turn < DRAIN.mostTurns && quiet < DRAIN.quietTurns; turn++) {
          const before = asked
          await new Promise((done) => setImmediate(done))
          quiet = asked === before ? quiet + 1 : 0
        }
        await server.stop()
      },
    }
  } catch (problem) {
    const { code } = problem as { code?: string }
    const why =
      code === 'EADDRINUSE'
        ? 'is taken'
        : code === 'EACCES'
          ? 'may not be used by this user'
          : `cannot be used (${code ?? String(problem)})`
    throw new CannotListen(
      `port ${port} on ${hostname} ${why}. Set PORT or ADMIN_PORT to a free one, or stop what listens there.`,
    )
  }
}

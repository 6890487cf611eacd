import type { App } from './app.ts'
import { isFarTooLong } from '../wire/body.ts'
import { clientAddress } from './client-address.ts'
import { soon } from '../wire/soon.ts'

/** A listening server that can leave without dropping a request. */
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
 * Half a second, in parts: each ends when the loop has come around, so that a process that gets little of its machine reads
 * what has arrived meanwhile, and takes longer.
 */
const DRAIN = { parts: 10, partMs: 50 } as const
/**
 * The runtime refuses longer bodies in words of its own, so it takes any: what nobody reads stays in the socket and costs
 * no memory (test/http/long-bodies.test.ts).
 */
const ANY_LENGTH = Number.MAX_SAFE_INTEGER

/** Where to listen, and whom to believe about the client's address. */
export interface ListenOptions {
  readonly hostname: string
  readonly port: number
  readonly share: boolean
  /** So many proxies of ours stand in front; X-Forwarded-For is believed that far. */
  readonly trustProxy: number
}

/** What is left of such a body is not taken: the connection ends with the answer. */
const isCutOff = (request: Request): boolean => request.headers.has('transfer-encoding') || isFarTooLong(request)

/** Several processes may listen on one port: the kernel spreads connections over them. */
export const listen = (app: App, options: ListenOptions): HttpListener => {
  const { hostname, port, share, trustProxy } = options
  let draining = false
  const serve = () =>
    Bun.serve({
      hostname,
      port,
      reusePort: share,
      maxRequestBodySize: ANY_LENGTH,
      // Longer than settling a payment may take.
      idleTimeout: 60,
      fetch: (request, server) => {
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
        // What waits in the accept queue is reset when the socket closes: a few turns of the loop take it in first.
        for (let turn = 0; turn < 3; turn++) await new Promise((done) => setImmediate(done))
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

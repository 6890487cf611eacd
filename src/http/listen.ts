import type { App } from './app.ts'

/** A listening server that can leave without dropping a request. */
export interface Listening {
  readonly port: number
  /** Answers with `connection: close` for half a second, so that clients reconnect elsewhere, then stops. */
  drain(): Promise<void>
}

/** The port is taken, or may not be used. The message says what to do. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen'
}

const DRAIN_MS = 500
/** Largest body that is read; bodies of this service are small JSON. */
const MAX_BODY = 65_536

/** Where to listen, and whom to believe about the client's address. */
export interface ListenOptions {
  readonly hostname: string
  readonly port: number
  readonly share: boolean
  /** A proxy of ours stands in front: the last entry of X-Forwarded-For is what it saw. */
  readonly trustProxy: boolean
}

const clientOf = (request: Request, peer: string | undefined, trustProxy: boolean): string => {
  const forwarded = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || peer || '0.0.0.0'
}

/** Several processes may listen on one port: the kernel spreads connections over them. */
export const listen = (app: App, options: ListenOptions): Listening => {
  const { hostname, port, share, trustProxy } = options
  let draining = false
  const serve = () =>
    Bun.serve({
      hostname,
      port,
      reusePort: share,
      maxRequestBodySize: MAX_BODY,
      // Longer than settling a payment may take.
      idleTimeout: 60,
      fetch: async (request, server) => {
        const response = await app(request, clientOf(request, server.requestIP(request)?.address, trustProxy))
        if (draining) response.headers.set('connection', 'close')
        return response
      },
    })
  try {
    const server = serve()
    return {
      port: server.port!,
      drain: async () => {
        draining = true
        await Bun.sleep(DRAIN_MS)
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

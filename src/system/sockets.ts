import type { ProviderAccess, Sockets } from '../ports.ts'

/** Settings of the connection to providers that push data. */
export interface SocketsOptions {
  /** Every socket is opened at `<upstreamOrigin>/<host><path>` instead of the provider, `http` read as `ws`. */
  readonly upstreamOrigin?: string | undefined
  /** Replaces a provider's origin, by provider name: mirrors and migrations. */
  readonly origins?: Readonly<Record<string, string>>
}

const urlOf = (provider: ProviderAccess, path: string, { upstreamOrigin, origins }: SocketsOptions): string => {
  const origin = origins?.[provider.name] ?? provider.origin
  return upstreamOrigin ? `${upstreamOrigin.replace(/^http/, 'ws')}/${new URL(origin).host}${path}` : origin + path
}

/** The real connection to providers that push data. */
export const createSockets = (options: SocketsOptions): Sockets => ({
  open: (provider, path, events) => {
    const socket = new WebSocket(urlOf(provider, path, options), { headers: { ...provider.headers } })
    let isOver = false
    /** True once: the runtime reports an error and also the end of the connection that follows from it. */
    const isFirstEnd = (): boolean => {
      const first = !isOver
      isOver = true
      return first
    }
    const fail = (reason: string): void => {
      if (!isFirstEnd()) return
      socket.terminate()
      events.closed(reason)
    }
    socket.binaryType = 'nodebuffer'
    socket.addEventListener('open', () => {
      if (!isOver) events.opened()
    })
    socket.addEventListener('message', ({ data }: MessageEvent<string | Buffer>) => {
      if (isOver) return
      if (data.length > provider.maxBytes) return fail(`frame above ${provider.maxBytes} bytes`)
      events.frame(typeof data === 'string' ? data : data.toString('utf8'))
    })
    // The runtime emits this event, but the types of the web standard do not list it.
    socket.addEventListener('pong' as 'message', () => {
      if (!isOver) events.pong()
    })
    socket.addEventListener('error', () => fail('connection failed'))
    socket.addEventListener('close', ({ code }) => fail(`closed with ${code}`))
    // A socket that is still opening, or has ended, cannot send.
    const isOpen = () => !isOver && socket.readyState === WebSocket.OPEN
    return {
      send: (text) => {
        if (isOpen()) socket.send(text)
      },
      ping: () => {
        if (isOpen()) socket.ping()
      },
      close: () => {
        if (isFirstEnd()) socket.terminate()
      },
    }
  },
})

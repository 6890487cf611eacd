/** A relay before a relay: it passes everything on, and says besides whatever it was told to say. */
export interface RelayBetween {
  readonly url: string
  /** Said to whoever sends an event, with `ID` replaced by the id of that event. */
  readonly says: (string | Uint8Array)[]
  /** What came from behind, in order. */
  readonly heard: string[]
  stop(): Promise<void>
}

interface Line {
  behind: WebSocket | null
}

export const relayBetween = (upstream: string): RelayBetween => {
  const says: RelayBetween['says'] = []
  const heard: string[] = []
  const server = Bun.serve<Line>({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request, self) =>
      self.upgrade(request, { data: { behind: null } }) ? undefined : new Response('a relay', { status: 426 }),
    websocket: {
      message: async (socket, message) => {
        const text = String(message)
        const isFirst = socket.data.behind === null
        const behind = (socket.data.behind ??= new WebSocket(upstream))
        if (isFirst)
          behind.addEventListener('message', ({ data }) => {
            heard.push(String(data))
            socket.send(String(data))
          })
        if (behind.readyState === WebSocket.CONNECTING)
          await new Promise((resolve) => behind.addEventListener('open', resolve, { once: true }))
        const [what, event] = JSON.parse(text) as [string, { readonly id?: string }]
        if (what === 'EVENT')
          for (const each of says) socket.send(typeof each === 'string' ? each.replaceAll('ID', event.id ?? '') : each)
        behind.send(text)
      },
      close: ({ data }) => data.behind?.close(),
    },
  })
  return { url: `ws://127.0.0.1:${server.port}`, says, heard, stop: () => server.stop(true) }
}

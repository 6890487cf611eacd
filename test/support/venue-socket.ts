import { createServer, type Socket as TcpSocket } from 'node:net'

/** A provider's socket that does what a test tells it to. Answers `ping` with `pong`. */
export interface VenueSocket {
  readonly origin: string
  /** Frames of clients, `ping` left out. */
  readonly received: readonly string[]
  /** How many connections were ever taken. */
  readonly taken: () => number
  readonly connected: () => number
  /** To everybody who is connected. */
  say(...frames: readonly string[]): void
  /** Hangs up on everybody. */
  drop(): void
  /** Open sockets stay open, and nothing is answered any more; new ones likewise, until thawed. */
  freeze(): void
  thaw(): void
  /** What everybody is told who comes anew. */
  greet(...frames: readonly string[]): void
  stop(): Promise<void>
}

export const startVenueSocket = (): VenueSocket => {
  const open = new Set<Bun.ServerWebSocket<undefined>>()
  const received: string[] = []
  let taken = 0
  let isFrozen = false
  let greetings: readonly string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request, self) => (self.upgrade(request) ? undefined : new Response('not a socket', { status: 400 })),
    websocket: {
      open: (socket) => {
        open.add(socket)
        taken++
        if (!isFrozen) for (const frame of greetings) socket.send(frame)
      },
      close: (socket) => void open.delete(socket),
      message: (socket, message) => {
        if (String(message) !== 'ping') received.push(String(message))
        else if (!isFrozen) socket.send('pong')
      },
    },
  })
  return {
    origin: `ws://127.0.0.1:${server.port}`,
    received,
    taken: () => taken,
    connected: () => open.size,
    say: (...frames) => {
      for (const socket of open) for (const frame of frames) socket.send(frame)
    },
    drop: () => {
      for (const socket of open) socket.terminate()
    },
    freeze: () => void (isFrozen = true),
    thaw: () => void (isFrozen = false),
    greet: (...frames) => void (greetings = frames),
    stop: () => server.stop(true),
  }
}

/** A peer below the protocol: takes connections, makes the handshake or not, and never says another word. */
export interface DeadSocket {
  readonly origin: string
  readonly taken: () => number
  stop(): void
}

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

export const startDeadSocket = async (shakesHands: boolean): Promise<DeadSocket> => {
  let taken = 0
  const open = new Set<TcpSocket>()
  const server = createServer((socket) => {
    taken++
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    socket.once('data', (head) => {
      if (!shakesHands) return
      const key = /sec-websocket-key: (.+)\r\n/i.exec(head.toString('latin1'))?.[1] ?? ''
      const accept = new Bun.CryptoHasher('sha1').update(key.trim() + MAGIC).digest('base64')
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      )
    })
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    origin: `ws://127.0.0.1:${port}`,
    taken: () => taken,
    stop: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

import { afterEach, describe, expect, test } from 'bun:test'
import { socketSource } from '../../src/sources/liquidations/liquidation.ts'
import { createSockets } from '../../src/system/sockets.ts'

const source = { ...socketSource({ name: 'test', origin: 'wss://ws.example.com:8443', terms: '' }), maxBytes: 50 }

let stop = async (): Promise<void> => {}
afterEach(() => stop())

const startServer = (greeting: string | Uint8Array) => {
  const paths: string[] = []
  const heard: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request, self) => {
      const { pathname, search } = new URL(request.url)
      paths.push(pathname + search)
      return self.upgrade(request) ? undefined : new Response()
    },
    websocket: {
      open: (socket) => void socket.send(greeting),
      message: (_socket, message) => void heard.push(String(message)),
    },
  })
  stop = () => server.stop(true)
  return { paths, heard, origin: `http://127.0.0.1:${server.port}` }
}

/** Everything that happens on one socket, as lines; waits for the last of them. */
const listen = (options: Parameters<typeof createSockets>[0], path: string, last: RegExp) => {
  const lines: string[] = []
  let done: () => void
  const finished = new Promise<void>((ready) => {
    done = ready
  })
  const note = (line: string) => {
    lines.push(line)
    if (last.test(line)) done()
  }
  const socket = createSockets(options).open(source, path, {
    opened: () => note('opened'),
    frame: (text) => note(`frame ${text}`),
    pong: () => note('pong'),
    closed: (reason) => note(`closed: ${reason}`),
  })
  return { socket, lines, finished }
}

describe('sockets', () => {
  test('go through the upstream origin, host and port of the provider first', async () => {
    const { paths, origin } = startServer('hello')
    const { lines, finished, socket } = listen({ upstreamOrigin: origin }, '/ws?a=1', /frame/)
    await finished
    expect([lines, paths]).toEqual([['opened', 'frame hello'], ['/ws.example.com:8443/ws?a=1']])
    socket.close()
  })

  test('go where the operator says', async () => {
    const { paths, origin } = startServer('hello')
    const { finished, socket } = listen({ origins: { test: origin.replace('http', 'ws') } }, '/ws', /frame/)
    await finished
    expect(paths).toEqual(['/ws'])
    socket.close()
  })

  test('send, ping, and read bytes as text', async () => {
    const { heard, origin } = startServer(new TextEncoder().encode('zwölf'))
    const { lines, finished, socket } = listen({ upstreamOrigin: origin }, '/', /pong/)
    while (lines.length < 2) await Bun.sleep(1)
    socket.send('ask')
    socket.ping()
    await finished
    expect([lines, heard]).toEqual([['opened', 'frame zwölf', 'pong'], ['ask']])
    socket.close()
  })

  test('end at a frame beyond the limit, once', async () => {
    const { origin } = startServer('x'.repeat(51))
    const { lines, finished } = listen({ upstreamOrigin: origin }, '/', /closed/)
    await finished
    await Bun.sleep(20)
    expect(lines).toEqual(['opened', 'closed: frame above 50 bytes'])
  })

  test('that nobody answers are closed, and a closed one says nothing more', async () => {
    const dead = listen({ upstreamOrigin: 'http://127.0.0.1:1' }, '/', /closed/)
    await dead.finished
    dead.socket.send('into nothing')
    dead.socket.ping()
    expect(dead.lines).toEqual(['closed: connection failed'])
    const { origin } = startServer('hello')
    const { lines, socket } = listen({ upstreamOrigin: origin }, '/', /never/)
    socket.close()
    await Bun.sleep(30)
    expect(lines).toEqual([])
  })
})

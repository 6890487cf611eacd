import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { createVisitor, MAX_ANSWER_BYTES, type Visitor, type VisitRequest } from '../../src/outbound/visit.ts'
import { systemClock } from '../../src/system/clock.ts'
import { onLinux } from '../support/needs.ts'

/** Visits to a server that answers as badly as the path says, over the exact exception for it. */

const listen = async (server: Server, host: string, port = 0): Promise<number> => {
  await new Promise<void>((ready, failed) => server.once('error', failed).listen(port, host, ready))
  return (server.address() as { port: number }).port
}

/** Writes for as long as the other side takes it. */
const pour = (socket: Socket, head: string, piece: string): void => {
  socket.write(head)
  const on = (): void => {
    while (!socket.destroyed && socket.write(piece)) sent += piece.length
  }
  socket.on('drain', on)
  on()
}
const drip = (socket: Socket, head: string, piece: string): void => {
  socket.write(head)
  const timer = setInterval(() => socket.write(piece), 5)
  socket.on('close', () => clearInterval(timer))
}
let sent = 0
let closed = 0
let messages = 0

const MISBEHAVIOUR: Readonly<Record<string, (socket: Socket) => void>> = {
  silent: () => undefined,
  hangup: (socket) => void socket.end(),
  junk: (socket) => void socket.end('hello there\r\n\r\n'),
  cut: (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'),
  slowhead: (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-a: ', 'b'),
  slowbody: (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n', 'b'),
  continues: (socket) => drip(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n'),
  switches: (socket) => void socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhello'),
  hugehead: (socket) => pour(socket, 'HTTP/1.1 200 OK\r\n', `x-a: ${'b'.repeat(4000)}\r\n`),
  hugeline: (socket) => pour(socket, 'HTTP/1.1 200 OK\r\nx-a: ', 'b'.repeat(65_536)),
  endless: (socket) => pour(socket, 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n', 'b'.repeat(65_536)),
  endlesschunks: (socket) =>
    pour(socket, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', `10000\r\n${'b'.repeat(65_536)}\r\n`),
}

const bad = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.on('close', () => closed++)
  socket.once('data', (head) => {
    messages++
    MISBEHAVIOUR[head.toString().split(' ')[1]!.slice(1)]?.(socket)
  })
})

const requests: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = []
const good = createHttpServer((request, response) => {
  let body = ''
  request.on('data', (piece: Buffer) => (body += piece.toString()))
  request.on('end', () => {
    requests.push({ method: request.method!, url: request.url!, headers: request.headers, body })
    const [, kind, value] = request.url!.split('/')
    if (kind === 'status') response.writeHead(Number(value), { location: `http://127.0.0.1:${badPort}/redirected` })
    if (kind === 'bytes') return response.end('x'.repeat(Number(value)))
    if (kind === 'later') response.writeHead(503, { 'retry-after': '120', 'set-cookie': 'a=b', 'content-type': 'a/b' })
    return response.end('ok ✓')
  })
})

let goodPort = 0
let badPort = 0
let visitor: Visitor

beforeAll(async () => {
  goodPort = await listen(good, '127.0.0.1')
  badPort = await listen(bad, '127.0.0.1')
  const allow = [`127.0.0.1:${goodPort}`, `127.0.0.1:${badPort}`, `hooks.example.com:${goodPort}`]
  visitor = createVisitor({ allow, clock: systemClock, resolve: async () => ['127.0.0.1'] })
})
afterAll(() => void (good.close(), bad.close()))

const get = (url: string, limits: Partial<VisitRequest> = {}) =>
  visitor.visit({ url, method: 'GET', timeLimitMs: 60_000, maxBytes: MAX_ANSWER_BYTES, ...limits })
const fromGood = (path: string, limits?: Partial<VisitRequest>) => get(`http://127.0.0.1:${goodPort}/${path}`, limits)
const fromBad = (path: string, limits?: Partial<VisitRequest>) => get(`http://127.0.0.1:${badPort}/${path}`, limits)

describe('a visit', () => {
  test('brings back status, text and the few headers that matter', async () => {
    expect(await fromGood('')).toEqual({ kind: 'answered', status: 200, headers: {}, body: 'ok ✓' })
    const later = { 'retry-after': '120', 'content-type': 'a/b' }
    expect(await fromGood('later')).toEqual({ kind: 'answered', status: 503, headers: later, body: 'ok ✓' })
  })

  test('sends method, path, headers and the exact bytes of the body, under the real host name', async () => {
    const body = '{"a": "ü ✓",  "b":1}'
    const url = `http://hooks.example.com:${goodPort}/in/ä?q=1%202`
    await get(url, { method: 'POST', headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' }, body })
    expect(requests.at(-1)).toMatchObject({ method: 'POST', url: '/in/%C3%A4?q=1%202', body })
    expect(requests.at(-1)!.headers).toMatchObject({
      host: `hooks.example.com:${goodPort}`,
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
      'content-length': String(Buffer.byteLength(body)),
      'accept-encoding': 'identity',
      connection: 'close',
    })
  })

  test('follows no redirect', async () => {
    const before = closed
    for (const status of [301, 302, 303, 307, 308])
      expect(await fromGood(`status/${status}`)).toMatchObject({ kind: 'answered', status })
    expect(closed).toBe(before)
  })

  test('takes an answer of exactly the limit, and none that is a byte longer', async () => {
    expect(await fromGood(`bytes/${MAX_ANSWER_BYTES}`)).toMatchObject({ kind: 'answered', status: 200 })
    expect(await fromGood(`bytes/${MAX_ANSWER_BYTES + 1}`)).toEqual({ kind: 'too_large', status: 200 })
    expect(await fromGood('bytes/11', { maxBytes: 10 })).toEqual({ kind: 'too_large', status: 200 })
    // However much a caller would take.
    const greedy = { maxBytes: 10_000_000 }
    expect(await fromGood(`bytes/${MAX_ANSWER_BYTES + 1}`, greedy)).toEqual({ kind: 'too_large', status: 200 })
  })

  test.each(['endless', 'endlesschunks'])('leaves a body without end early: %s', async (path) => {
    sent = 0
    expect(await fromBad(path)).toEqual({ kind: 'too_large', status: 200 })
    // What the two sockets' buffers hold comes on top of the limit.
    expect(sent).toBeLessThan(16_000_000)
  })

  test.each(['hugehead', 'hugeline', 'hangup', 'junk', 'cut', 'switches'])(
    'takes a broken answer for none: %s',
    async (path) => {
      sent = 0
      expect(await fromBad(path)).toEqual({ kind: 'unreachable' })
      expect(sent).toBeLessThan(8_000_000)
    },
  )

  test.each(['silent', 'slowhead', 'slowbody', 'continues'])(
    'ends when its time is over, however busy the line: %s',
    async (path) => {
      expect(await fromBad(path, { timeLimitMs: 80 })).toEqual({ kind: 'timeout' })
    },
  )

  test('closes every connection it made', async () => {
    const before = closed
    await fromBad('slowbody', { timeLimitMs: 20 })
    await fromBad('endless')
    while (closed < before + 2) await new Promise((done) => setImmediate(done))
  })

  test('reveals nothing about the network when nothing listens', async () => {
    const port = await listen(createServer().unref(), '127.0.0.1')
    const nobody = createServer()
    const free = await listen(nobody, '127.0.0.1')
    await new Promise((done) => nobody.close(done))
    expect(free).not.toBe(port)
    const lonely = createVisitor({ allow: [`127.0.0.1:${free}`], clock: systemClock })
    const request = { url: `http://127.0.0.1:${free}/`, method: 'GET', timeLimitMs: 60_000, maxBytes: 10 } as const
    expect(await lonely.visit(request)).toEqual({ kind: 'unreachable' })
  })

  test('never throws, whatever it is asked to send', async () => {
    expect(await fromGood('', { headers: { 'x-a': 'b\r\nx-c: d' } })).toEqual({ kind: 'unreachable' })
  })
})

describe('which address is called', () => {
  // Other systems have to be told first that all of 127/8 is theirs.
  const linuxTest = test.skipIf(!onLinux())

  linuxTest(
    'exactly the one that was judged: the name is resolved once, and a second answer never counts',
    async () => {
      const callers: string[] = []
      const other = createHttpServer((_request, response) => (callers.push('second'), response.end()))
      await listen(other, '127.0.0.2', goodPort)
      const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2']]
      let asked = 0
      const rebound = createVisitor({
        allow: [`hooks.example.com:${goodPort}`],
        clock: systemClock,
        resolve: async () => answers[asked++]!,
      })
      const url = `http://hooks.example.com:${goodPort}/`
      const request = { url, method: 'GET', timeLimitMs: 60_000, maxBytes: 100 } as const
      expect(await rebound.visit(request)).toMatchObject({ kind: 'answered', body: 'ok ✓' })
      expect([asked, callers]).toEqual([1, []])
      // The next visit asks anew and opens a connection of its own.
      expect(await rebound.visit(request)).toMatchObject({ kind: 'answered', body: '' })
      expect([asked, callers]).toEqual([2, ['second']])
      other.close()
    },
  )

  test('another address of the name when the first accepts no connection', async () => {
    const allow = [`hooks.example.com:${goodPort}`]
    const resolve = async () => ['::1', '127.0.0.1']
    const patient = createVisitor({ allow, clock: systemClock, resolve })
    const url = `http://hooks.example.com:${goodPort}/`
    const request = { url, method: 'GET', timeLimitMs: 60_000, maxBytes: 100 } as const
    expect(await patient.visit(request)).toMatchObject({ kind: 'answered', body: 'ok ✓' })
  })

  test('no other one once a connection was made: the message may have been read', async () => {
    const allow = [`hooks.example.com:${badPort}`]
    const careful = createVisitor({ allow, clock: systemClock, resolve: async () => ['127.0.0.1', '127.0.0.1'] })
    const before = messages
    const url = `http://hooks.example.com:${badPort}/hangup`
    const request = { url, method: 'POST', body: '{}', timeLimitMs: 60_000, maxBytes: 100 } as const
    expect(await careful.visit(request)).toEqual({ kind: 'unreachable' })
    expect(messages).toBe(before + 1)
  })
})

import { CONNECTIONS, type Generator } from './generator.ts'
import { percentile } from './table.ts'

/** A small load generator on raw sockets, for machines without wrk. */

interface Line {
  /** The part of an answer that has arrived, if it came in pieces. */
  carry: Buffer | null
  sentAt: number
  inFlight: boolean
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const PATIENCE_MS = 10_000

/** Status and full length of the answer that starts here; `null` if its head is not complete. */
const readHead = (bytes: Buffer): { readonly status: number; readonly length: number } | null => {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const length = /content-length: (\d+)/i.exec(head)
  if (!length) throw new Error(`an answer without a length: ${head}`)
  return { status: Number(head.slice(9, 12)), length: end + 4 + Number(length[1]) }
}

export const ownLoad: Generator = async ({ port, what, seconds }) => {
  const host = `Host: 127.0.0.1:${port}\r\n`
  const constant = typeof what === 'string' ? `GET ${what} HTTP/1.1\r\n${host}\r\n` : null
  const list =
    typeof what === 'string' ? [] : what.map(({ path, header }) => `GET ${path} HTTP/1.1\r\n${host}${header}\r\n\r\n`)
  const latencies: number[] = []
  let at = 0
  let ok = 0
  let failed = 0
  let open = CONNECTIONS
  let finish = () => {}
  const finished = new Promise<void>((done) => (finish = done))
  let exhausted = false
  let deadline = Number.POSITIVE_INFINITY
  const left = (line: Line) => {
    line.inFlight = false
    if (--open === 0) finish()
  }
  const next = (socket: Bun.Socket<Line>) => {
    const request = constant ?? list[at++]
    const now = performance.now()
    if (request === undefined) exhausted = true
    if (now >= deadline || request === undefined) {
      left(socket.data)
      socket.end()
      return
    }
    socket.data.sentAt = now
    socket.data.inFlight = true
    // A request is shorter than any socket buffer, and the buffer is empty.
    if (socket.write(request) !== request.length) throw new Error('a request did not fit into the socket')
  }
  const lost = (socket: Bun.Socket<Line>) => {
    if (!socket.data.inFlight) return
    failed++
    left(socket.data)
  }
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      Bun.connect<Line>({
        hostname: '127.0.0.1',
        port,
        data: { carry: null, sentAt: 0, inFlight: false },
        socket: {
          data: (socket, chunk) => {
            const line = socket.data
            const bytes = line.carry ? Buffer.concat([line.carry, chunk]) : chunk
            const head = readHead(bytes)
            if (!head || bytes.length < head.length) {
              line.carry = Buffer.from(bytes)
              return
            }
            line.carry = null
            const now = performance.now()
            if (now < deadline) {
              latencies.push(now - line.sentAt)
              if (head.status < 400) ok++
              else failed++
            }
            next(socket)
          },
          close: lost,
          error: lost,
        },
      }),
    ),
  )
  deadline = performance.now() + seconds * 1000
  sockets.forEach(next)
  await Promise.race([finished, Bun.sleep(seconds * 1000 + PATIENCE_MS)])
  for (const socket of sockets) socket.terminate()
  return { ok, failed, seconds, p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99), exhausted }
}

import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { triesAll } from '../draws.ts'
import { onLinux } from '../needs.ts'
import type { TestStack } from '../stack.ts'
import { until } from '../until.ts'

/** Several server processes on one port are replaced one by one, and nobody who buys there notices. */

/** Each of the two is replaced once at least. */
const ROLLS = triesAll ? 4 : 2
/** An answer, and whether the server wants this connection to end. */
interface Answer {
  readonly status: number
  readonly length: number
  readonly closes: boolean
}

type Ask = (path: string) => Promise<Answer>

const opened = (host: string, port: number): Promise<Socket> =>
  new Promise((ready, fail) => {
    const socket = connect(port, host, () => ready(socket))
    socket.once('error', fail)
  })

/** A connection that ended before the first byte of an answer: the request may be sent again (RFC 9110, 9.2.2). */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** Reads one answer off a connection. Throws `NoAnswer` where nothing came; any other end is a dropped request. */
const readAnswer = (socket: Socket): Promise<Answer> =>
  new Promise((ready, fail) => {
    let got = ''
    const settle = (end: () => void) => {
      socket.removeAllListeners()
      end()
    }
    socket.on('data', (piece: Buffer) => {
      got += piece.toString('latin1')
      const head = got.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(got)?.[1] ?? Number.NaN)
      if (got.length < head + 4 + length) return
      const closes = /\r\nconnection: close/i.test(got.slice(0, head))
      settle(() => ready({ status: Number(got.slice(9, 12)), length, closes }))
    })
    const ended = (why: string) => fail(got === '' ? new NoAnswer(why) : new Error(`${why} after ${got.length} bytes`))
    socket.on('error', (problem) => settle(() => ended(problem.message)))
    socket.on('close', () => settle(() => ended('closed')))
  })

/** Requests that were sent a second time. */
const again: Record<'socket' | 'fetch', string[]> = { socket: [], fetch: [] }

/** Asks a second time where nothing came back, and only there. */
const askingAgain =
  (by: keyof typeof again, once: Ask): Ask =>
  (path) =>
    once(path).catch((problem: unknown) => {
      if (!(problem instanceof NoAnswer)) throw problem
      again[by].push(problem.message)
      return once(path)
    })

/**
 * The runtime's client, on connections that it keeps or on a new one each time. On a kept one it asks again by itself
 * after a reset.
 */
const withFetch = (keepalive: boolean) => (): Ask =>
  askingAgain('fetch', async (path) => {
    const response = await fetch(stack.baseUrl + path, { keepalive }).catch((problem: unknown) => {
      throw (problem as { code?: unknown }).code === 'ECONNRESET' ? new NoAnswer(String(problem)) : problem
    })
    const body = await response.text()
    return { status: response.status, length: body.length, closes: response.headers.get('connection') === 'close' }
  })

/**
 * A strict client: one connection, kept until the server says that it closes. Nothing comes back where the kernel resets
 * what waits to be accepted when a process closes its socket of a shared port; and a client that the machine held up for
 * longer than the server waits finds its connection closed.
 */
const withSocket = (): Ask => {
  let kept: Socket | null = null
  const once: Ask = async (path) => {
    const { hostname, port, host } = new URL(stack.baseUrl)
    const socket = (kept ??= await opened(hostname === 'localhost' ? '127.0.0.1' : hostname, Number(port)))
    try {
      const answered = readAnswer(socket)
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
      const answer = await answered
      if (answer.closes) {
        kept = null
        socket.destroy()
      }
      return answer
    } catch (problem) {
      kept = null
      socket.destroy()
      throw problem
    }
  }
  return askingAgain('socket', once)
}

/** Those who ask without a pause, who think between two requests, and who come anew each time. */
const CLIENTS: readonly { readonly kind: string; readonly number: number; readonly pauseMs: number; open(): Ask }[] = [
  { kind: 'socket', number: 2, pauseMs: 0, open: withSocket },
  { kind: 'thinking socket', number: 6, pauseMs: 100, open: withSocket },
  { kind: 'fetch', number: 2, pauseMs: 0, open: withFetch(true) },
  { kind: 'thinking fetch', number: 8, pauseMs: 350, open: withFetch(true) },
  { kind: 'new connection', number: 3, pauseMs: 5, open: withFetch(false) },
]

/** Too long for one write to a socket, so that a process is told to end while it is being sent. */
const LONG = '/.well-known/x402'

let stack: TestStack

const servers = () => stack.children.filter((child) => child.name.startsWith('server-'))

/** Sockets of this machine that listen on the port: one for each process that shares it. */
const listeners = (): ReadonlySet<string> => {
  const port = Number(new URL(stack.baseUrl).port).toString(16).toUpperCase().padStart(4, '0')
  const rows = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
  // Columns: local address, state (0A listens), inode.
  return new Set(rows.filter((row) => row[1]?.endsWith(`:${port}`) && row[3] === '0A').map((row) => row[9]!))
}

/** Clients of all kinds, at it until they are told to stop. */
const startClients = () => {
  const paths = ['/health', '/oracle/price/btc/usd/preview', LONG]
  const failed: string[] = []
  const reconnected = { asked: 0 }
  let answered = 0
  let running = true
  const client = async (number: number, { kind, pauseMs, open }: (typeof CLIENTS)[number]): Promise<void> => {
    const ask = open()
    let answeredAt = performance.now()
    for (let n = number; running; n++) {
      const path = paths[n % paths.length]!
      const idle = Math.round(performance.now() - answeredAt)
      try {
        const { status, length, closes } = await ask(path)
        if (closes) reconnected.asked++
        if (status === 200 && length > 20) answered++
        else failed.push(`${kind}, ${path}: status ${status}, ${length} characters`)
      } catch (problem) {
        failed.push(`${kind}, ${path}, after ${idle} ms of quiet: ${String(problem).slice(0, 80)}`)
      }
      answeredAt = performance.now()
      if (pauseMs > 0) await Bun.sleep(pauseMs)
    }
  }
  const clients = CLIENTS.flatMap((kind) => Array.from({ length: kind.number }, (_, number) => client(number, kind)))
  return {
    failed,
    reconnected,
    answered: () => answered,
    stop: async () => {
      running = false
      await Promise.all(clients)
    },
  }
}

export const rollingRestart = (running: () => TestStack): void =>
  describe.skipIf(!onLinux())('a rolling restart', () => {
    beforeAll(() => {
      stack = running()
    })

    test(`of two processes on one port, ${ROLLS} times, drops no request`, async () => {
      await until('two processes listen', () => listeners().size === 2)
      const clients = startClients()
      const replaced = new Set<number>()
      for (let roll = 0; roll < ROLLS; roll++) {
        const server = servers()[roll % 2]!
        const before = server.pid
        const sockets = listeners()
        replaced.add(before)
        process.kill(before, 'SIGTERM')
        await until('another process listens', () => {
          const now = listeners()
          return server.pid !== before && now.size === 2 && [...now].some((socket) => !sockets.has(socket))
        })
        // Both are asked for a moment before the next one goes.
        const asked = clients.answered()
        await until('both are at work', () => clients.answered() > asked + 200)
      }
      await clients.stop()
      expect({ failed: clients.failed.length, first: clients.failed.slice(0, 5) }).toEqual({ failed: 0, first: [] })
      // At most once for each of those clients and each restart: more would be a server that does not say goodbye.
      const strict = CLIENTS.filter(({ open }) => open === withSocket).reduce((sum, { number }) => sum + number, 0)
      expect(again.socket.length).toBeLessThanOrEqual(strict * ROLLS)
      // What waits to be accepted at the moment of closing: one connection at a restart, if any.
      expect(again.fetch.length).toBeLessThanOrEqual(ROLLS)
      expect(replaced.size).toBe(ROLLS)
      expect(clients.answered()).toBeGreaterThan(ROLLS * 200)
      // Those who were asked to reconnect are what makes it work: without them this test shows nothing.
      expect(clients.reconnected.asked).toBeGreaterThan(0)
    }, 120_000)
  })

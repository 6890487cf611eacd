import type { Counts } from './counts.ts'
import { definedIn } from './defined-in.ts'
import { type Fault, type Faults, seen } from './faults.ts'
import { forcedIn } from './forced.ts'
import type { Market } from './market.ts'
import { isPushDialect, type PushDialect } from './push/push-dialect.ts'

/** The providers that push data, over real sockets on the sandbox's port. */
export interface Pushing {
  /** `upgraded`: the request has become a socket; a response: it is refused; `null`: it does not ask for a socket. */
  upgrade(request: Request, server: Upgrader): 'upgraded' | Response | null
  readonly handler: Bun.WebSocketHandler<Listener>
  /** Sends what happened in the seconds since the last call. */
  tick(): void
}

/** A connected client. */
export interface Listener {
  readonly dialect: PushDialect
  readonly subscribed: Set<string>
  /** The number of frames of this connection that were counted. */
  counted: number
}

/** The part of a server that turns requests into sockets. */
export interface Upgrader {
  upgrade(request: Request, options: { readonly data: Listener }): boolean
}

const DIALECTS: readonly PushDialect[] = await definedIn('push', isPushDialect)

const BY_HOST: ReadonlyMap<string, PushDialect> = new Map(
  DIALECTS.flatMap((dialect) => dialect.hosts.map((host) => [host, dialect])),
)

/** After the clock has jumped, the hours in between are not sent: a real socket would have been closed. */
const MOST_SECONDS = 5

/** Faults that affect all replies of a provider also affect its sockets: they stay open and send nothing. */
const isMute = ({ halt, status, endless }: Fault): boolean => halt === true || status !== undefined || endless === true

/** The text that a host in maintenance sends instead of a frame. */
const GARBAGE = '<!DOCTYPE html>'

/** A provider with a delay sends frames of so long ago, with the times of then. */
const late = (fault: Fault): Fault =>
  fault.delayMs === undefined ? fault : { ...fault, staleMs: (fault.staleMs ?? 0) + fault.delayMs }

type Open = Bun.ServerWebSocket<Listener>

export const createPushing = (market: Market, faults: Faults, counts: Counts): Pushing => {
  const open = new Set<Open>()
  let told = Math.floor(market.advance() / 1000) - 1

  const isFrozen = ({ provider }: PushDialect): boolean => faults.of(provider).freezeSocket === true

  const tell = (second: number, now: number): void => {
    for (const dialect of DIALECTS) {
      const listeners = [...open].filter(({ data }) => data.dialect === dialect)
      if (!dialect.frames || listeners.length === 0 || isFrozen(dialect)) continue
      const forced = forcedIn(market, dialect.provider, second)
      for (const socket of listeners)
        for (const frame of dialect.frames(forced, socket.data.subscribed, now)) socket.send(frame)
    }
  }

  const tellBooks = (socket: Open): void => {
    const { data } = socket
    const fault = faults.of(data.dialect.provider)
    if (!data.dialect.books || isFrozen(data.dialect) || isMute(fault)) return
    if (fault.garbage === true) return void socket.send(GARBAGE)
    for (const frame of data.dialect.books(seen(late(fault), market), data.subscribed, () => ++data.counted))
      socket.send(frame)
  }

  return {
    upgrade: (request, server) => {
      if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return null
      const { pathname, search } = new URL(request.url)
      const [, host = ''] = pathname.split('/', 2)
      const dialect = BY_HOST.get(host.toLowerCase())
      const path = pathname.slice(host.length + 1) + search
      const subscribed = dialect?.opened(path) ?? null
      if (!dialect || subscribed === null) return new Response(`no socket at ${host}${path}`, { status: 404 })
      counts.note(dialect.provider, path)
      const { halt, status } = faults.of(dialect.provider)
      if (halt === true || status !== undefined) return new Response('', { status: status ?? 503 })
      const data: Listener = { dialect, subscribed: new Set(subscribed), counted: 0 }
      return server.upgrade(request, { data }) ? 'upgraded' : new Response('not a handshake', { status: 400 })
    },

    handler: {
      open: (socket) => void open.add(socket),
      close: (socket) => void open.delete(socket),
      message: (socket, message) => {
        const { dialect, subscribed } = socket.data
        if (isFrozen(dialect)) return
        const { replies, subscribes } = dialect.said(String(message))
        for (const topic of subscribes) subscribed.add(topic)
        for (const reply of replies) socket.send(reply)
      },
    },

    tick: () => {
      const now = market.advance()
      // The present second is sent once it has ended.
      const last = Math.floor(now / 1000) - 1
      for (const socket of open) if (faults.of(socket.data.dialect.provider).halt === true) socket.close(1012)
      for (let second = Math.max(told + 1, last - MOST_SECONDS + 1); second <= last; second++) tell(second, now)
      if (last > told) open.forEach(tellBooks)
      told = Math.max(told, last)
    },
  }
}

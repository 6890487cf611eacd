import { alive, type AnyStream, missed, rejoined, type Streamed } from '../../feeds/stream.ts'
import type { Log, Socket, Sockets } from '../../ports.ts'

/** One connection of a collector: from opening it until it is given up. */
export interface StreamConnection {
  /** Enters the events since the last call and returns the state of the stream. */
  gather(now: number): Streamed<unknown>
  /** Why this connection must be closed; `null` while it works. Sends a ping when it is time. */
  judge(now: number): string | null
  /** Whether anything was ever heard on it. */
  readonly isHeard: boolean
  close(): void
}

export interface Hearing {
  readonly stream: AnyStream
  readonly sockets: Sockets
  readonly log: Log
  now(): number
}

/** Events of a burst are entered together: one by one, the whole hour would be copied for each of them. */
const LUMP = 1_000
/** After so many unreadable messages without an event between the connection is closed. */
const MOST_UNREADABLE = 50
/** A burst is read to its end. A venue that sends so much every ten seconds would take all the time of a worker. */
export const MOST_FRAMES = 100_000
const FLOOD_MS = 10_000

/** @param before the stored stream when the connection was opened, whichever worker wrote it */
export const openStreamConnection = (
  { stream, sockets, log, now }: Hearing,
  before: Streamed<unknown>,
): StreamConnection => {
  const startedAt = now()
  let record = before
  let pending: unknown[] = []
  let isHeard = false
  let openedAt: number | null = null
  let askedAt = startedAt
  let unreadable = 0
  let over: string | null = null
  let [counted, frames] = [0, 0]
  const readNext = stream.reader()

  const enter = (at: number): void => {
    if (pending.length === 0) return
    record = { ...record, gathered: stream.enter(pending, record.gathered, at) }
    pending = []
  }
  const sign = (at: number): void => {
    record = isHeard ? alive(record, at) : rejoined(record, at, stream.keepMs)
    isHeard = true
  }
  const read = (frame: string, at: number): void => {
    try {
      const heard = readNext(frame, at)
      sign(at)
      if (heard.kind === 'refused') log.warn('stream.refused', { stream: stream.id, words: heard.words })
      if (heard.kind === 'broken') over ??= heard.words
      if ((heard.kind !== 'events' && heard.kind !== 'unchanged') || heard.events.length === 0) return
      // What is heard between events says nothing of whether they can be read.
      unreadable = 0
      if (heard.kind === 'events') record = { ...record, spokeAt: at }
      pending.push(...heard.events)
      if (pending.length >= LUMP) enter(at)
    } catch (problem) {
      // The unreadable message may have been an event, so a gap is marked before the next one, though the one before it may
      // have come in the same millisecond.
      if (isHeard) record = alive(missed(record, Math.max(at, record.heardAt + 1), stream.keepMs), at)
      if (unreadable++ === 0) log.warn('stream.unreadable', { stream: stream.id, message: String(problem) })
      if (unreadable >= MOST_UNREADABLE) over ??= `${unreadable} unreadable frames without an event between`
    }
  }

  const isFlood = (at: number): boolean => {
    const span = Math.floor(at / FLOOD_MS)
    if (span !== counted) [counted, frames] = [span, 0]
    return ++frames > MOST_FRAMES
  }

  const askForSign = (at: number): void => {
    askedAt = at
    if (stream.heartbeat === undefined) socket.ping()
    else socket.send(stream.heartbeat)
  }

  const socket: Socket = sockets.open(stream.source, stream.path, {
    opened: () => {
      openedAt = now()
      for (const frame of stream.subscribe) socket.send(frame)
      // The first sign of life ends the gap, so a ping is sent at once.
      askForSign(openedAt)
    },
    frame: (text) => {
      const at = now()
      if (isFlood(at)) over ??= `more than ${MOST_FRAMES} frames in ${FLOOD_MS / 1000} s`
      if (over === null) read(text, at)
    },
    pong: () => sign(now()),
    closed: (reason) => {
      over ??= reason
    },
  })

  return {
    get isHeard() {
      return isHeard
    },
    gather: (at) => {
      enter(at)
      return record
    },
    judge: (at) => {
      if (over !== null) return over
      if (openedAt === null)
        return at - startedAt > stream.source.timeoutMs ? `not open after ${stream.source.timeoutMs} ms` : null
      const heardAt = isHeard ? record.heardAt : openedAt
      if (at - heardAt > stream.linkMs) return `no sign of life for ${stream.linkMs} ms`
      // A subscription can end while its socket lives. A new subscription gets the full time again.
      if (isHeard && at - Math.max(record.spokeAt, openedAt) > stream.speechMs)
        return `no event for ${stream.speechMs} ms`
      if (at - askedAt > stream.linkMs / 3) askForSign(at)
      return null
    },
    close: () => socket.close(),
  }
}

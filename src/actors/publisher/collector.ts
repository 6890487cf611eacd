import type { AnyStream } from '../../feeds/stream.ts'
import type { Clock, Log, Random, Sockets } from '../../ports.ts'
import { boardLease } from '../../store/redis/names.ts'
import type { Store } from '../../store/store.ts'
import type { Backoff } from './backoff.ts'
import { openStreamConnection, type StreamConnection } from './listening.ts'
import { streamedIn, streamWriter } from './stream-parts.ts'
import { createVenueCalls, type VenueCalls } from './venue-calls.ts'

/**
 * The actor of a stream. Every worker tries to get the lease; the one that holds it has the socket. When it dies the
 * lease expires, another worker goes on from the stored state, and the time between is marked as a gap.
 */
export interface Collector {
  /** Closes the socket, writes what it has, and releases the lease at once. */
  close(): Promise<void>
}

export interface Collecting {
  readonly store: Pick<Store, 'boards' | 'leases' | 'health'>
  readonly sockets: Sockets
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** The name of this process, unique among all workers. */
  readonly holder: string
  /** Why this clock must not be used for times; `null` while it may. */
  clockFault(): string | null
  readonly pace?: Pace
}

/** The intervals of a collector. */
export interface Pace {
  /** After a holder has died, another takes over within this time. */
  readonly leaseMs: number
  /** How often lease, clock and connection are checked. */
  readonly beatMs: number
  /** The store is written at most this often. */
  readonly flushMs: number
  /** A holder that heard nothing for this long leaves the stream to others for a while: they may reach the venue. */
  readonly unheardMs: number
  readonly backoff: Backoff
}

const PACE: Pace = {
  leaseMs: 9_000,
  beatMs: 100,
  flushMs: 1_000,
  unheardMs: 60_000,
  backoff: { firstMs: 500, longestMs: 30_000 },
}

/** So many times the lease lasts the while. */
const LEFT_LEASES = 3
/** While the stream works, its health is written this often, for operators. */
const HEALTH_MS = 10_000

export const startCollector = (stream: AnyStream, context: Collecting): Collector => {
  const { store, clock, log, holder, pace = PACE } = context
  const lease = boardLease(stream.id)
  const calls = createVenueCalls(pace.backoff, context.random)
  const stopping = new AbortController()

  // While this clock is wrong another worker collects.
  const holds = async (): Promise<boolean> =>
    context.clockFault() === null && (await store.leases.hold(lease, holder, pace.leaseMs))

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        if (
          (await holds()) &&
          (await collect(stream, { ...context, calls, pace, lease }, stopping.signal)) === 'deaf'
        ) {
          await store.leases.release(lease, holder)
          await clock.sleep(LEFT_LEASES * pace.leaseMs, stopping.signal)
        }
      } catch (problem) {
        // Most likely the store does not answer. The first worker that reaches it again goes on, and the gap is marked.
        log.warn('stream.interrupted', { stream: stream.id, message: String(problem) })
      }
      await clock.sleep(pace.leaseMs / 3, stopping.signal)
    }
  }
  const ended = run()
  return {
    close: async () => {
      stopping.abort()
      await ended
      await store.leases
        .release(lease, holder)
        .catch((problem: unknown) => log.warn('stream.not_released', { stream: stream.id, message: String(problem) }))
    },
  }
}

interface Held extends Collecting {
  readonly calls: VenueCalls
  readonly pace: Pace
  readonly lease: string
}

/**
 * Listens for as long as the lease is held. Throws when the store does not answer.
 *
 * @returns `deaf` where nothing was heard for long, and another may hear more
 */
const collect = async (stream: AnyStream, context: Held, stop: AbortSignal): Promise<'deaf' | 'left'> => {
  const { store, sockets, clock, log, holder, calls, pace, lease } = context
  let heldAt = clock.now()
  const [stored] = await store.boards.read([stream.id])
  const known = streamedIn(stream, stored)
  const [found] = stored ? [stored] : await store.boards.readHeads([stream.id])
  if (found && !known) log.warn('stream.forgotten', { stream: stream.id, message: 'what is stored cannot be read' })
  let record = known ?? stream.empty
  let written = record
  const write = streamWriter(stream, store.boards, holder, found?.at ?? 0, () =>
    log.warn('stream.rewritten', { stream: stream.id, message: 'the store had lost what it had taken' }),
  )
  const flushMs = Math.min(pace.flushMs, stream.flushMs ?? Infinity)
  let flushedAt = 0
  let tellAt = 0
  let connection: StreamConnection | null = null
  const heardMs = Math.min(stream.linkMs, pace.unheardMs / 2)
  let [openedAt, heardAt] = [heldAt, heldAt]
  log.info('stream.taken', { stream: stream.id, since: record.since })

  const flush = async (now: number): Promise<boolean> => {
    record = connection?.gather(now) ?? record
    if (record === written) return true
    flushedAt = now
    const isWritten = await write(record, now)
    if (isWritten) written = record
    return isWritten
  }
  const giveUp = async (reason: string, now: number): Promise<void> => {
    record = connection?.gather(now) ?? record
    connection?.close()
    connection = null
    log.warn('stream.dropped', { stream: stream.id, reason, failures: calls.failed(now) })
    await store.health.failed(stream.id, now, reason)
  }

  try {
    while (!stop.aborted) {
      const now = clock.now()
      // This process slept for longer than its lease. Another may have collected meanwhile, so the memory is out of
      // date.
      if (now - heldAt > pace.leaseMs || context.clockFault() !== null) return 'left'
      // After the clock was set back, the time since then is not known.
      if (now < heldAt || now - heldAt > pace.leaseMs / 3) {
        if (!(await store.leases.hold(lease, holder, pace.leaseMs))) return 'left'
        // The store answered so late that the lease had ended: another may have collected, and what was heard meanwhile
        // is later than this turn, as if the venue's clock were wrong.
        if (clock.now() - Math.min(heldAt, now) > pace.leaseMs) return 'left'
        heldAt = now
      }
      // One that says no more than that it refuses, time and again, is not heard either.
      if (connection?.isHeard && now - openedAt >= heardMs) heardAt = now
      // The clock may have been set back.
      if (Math.abs(now - heardAt) > pace.unheardMs) return 'deaf'
      if (!connection && calls.isFree(now)) {
        calls.called(now)
        openedAt = now
        connection = openStreamConnection({ stream, sockets, log, now: () => clock.now() }, record)
      }
      const reason = connection?.judge(now) ?? null
      if (reason !== null) await giveUp(reason, now)
      if ((now < flushedAt || now - flushedAt >= flushMs) && !(await flush(now))) return 'left'
      if (connection?.isHeard && now >= tellAt) {
        tellAt = now + HEALTH_MS
        await store.health.succeeded(stream.id, now)
      }
      await clock.sleep(pace.beatMs, stop)
    }
    // Who follows reads all of it, and begins anew if a part is spoilt. A clock that is wrong now would age all of it.
    const now = clock.now()
    if (context.clockFault() !== null || now - heldAt > pace.leaseMs) return 'left'
    if (!(await write.all(connection?.gather(now) ?? record, now)))
      log.warn('stream.not_written', { stream: stream.id, message: 'another holds it' })
    return 'left'
  } catch (problem) {
    // What was heard went nowhere: called again at once, the venue would be called for nothing, time and again.
    if (connection) calls.failed(clock.now())
    throw problem
  } finally {
    connection?.close()
    log.info('stream.left', { stream: stream.id })
  }
}

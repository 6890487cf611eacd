import type { Redis } from 'ioredis'
import type { RedisClient } from './client.ts'
import { names } from './names.ts'
import type { OnePrimary } from './one-primary.ts'
import { isUnknownScript, type ScriptCall, scriptsSentBy, sendAtOnce } from './script.ts'

/**
 * What must not be lost with the primary waits for a replica, on a store that has some. Scripts and the `WAIT` behind
 * them travel in one pipeline of one connection: on another connection `WAIT` says yes at once. That connection has
 * nothing else to do, because `WAIT` holds up everything behind it, and sends nothing again by itself. All calls of one
 * turn of the event loop share one `WAIT`, and so do those that come while it runs.
 *
 * `WAIT` counts what its own connection has written. A script may find a change of another process that no replica has
 * yet, and what is answered rests on that as well; so each pipeline ends in a write of its own.
 */

/**
 * It was done, and too few replicas have it: it may be lost with the primary. As after a lost reply the caller does not
 * know, and does nothing that rests on it. The message is that of a store with too few replicas (`refusal.ts`).
 */
export class NotLasting extends Error {
  override readonly name = 'NotLasting'
}

/** Longer than a replica pauses while it forks. The write probe waits for two of these: one that runs, and its own. */
const WAIT_MS = 400
/** Calls in one pipeline: Redis runs them without serving anybody else in between. */
const MOST = 128

interface Waiting {
  readonly call: ScriptCall
  /** Redis did not know the script: its source is sent. */
  readonly isNew: boolean
  readonly done: PromiseWithResolvers<unknown>
}

interface Lasting {
  send(call: ScriptCall): Promise<unknown>
  /** The number of the server over which is read: see `one-primary.ts`. */
  era(): number
  /** Resolves when replicas have everything that the primary of this era has by now. */
  all(era: number): Promise<void>
}

/** Connections whose store has replicas. */
const lastingOf = new WeakMap<RedisClient, Lasting>()

interface Read {
  readonly era: number
  readonly done: PromiseWithResolvers<void>
}

/** @param wanted how many replicas must have it */
const createLasting = (own: Redis, place: OnePrimary, wanted: number, isPatient: boolean): Lasting => {
  let waiting: Waiting[] = []
  let bare: Read[] = []
  let isRunning = false

  /** Throws unless replicas have what this pipeline wrote. */
  const assertLasting = (
    written: readonly [Error | null, unknown] | undefined,
    waited: readonly [Error | null, unknown] | undefined,
  ): void => {
    const problem = written?.[0] ?? waited?.[0]
    if (problem) throw problem
    const copies = Number(waited?.[1])
    // Not a number is no copy either.
    if (!(copies >= wanted)) throw new NotLasting(`NOREPLICAS ${copies} of ${wanted} replicas have the change.`)
  }

  const connected = async (): Promise<void> => {
    if (own.status !== 'ready' && own.status !== 'end')
      await new Promise<void>((go) => {
        const either = (): void => {
          own.off('ready', either)
          own.off('end', either)
          go()
        }
        own.on('ready', either)
        own.on('end', either)
      })
    await place.known()
  }

  const flush = async (): Promise<void> => {
    const batch = waiting.splice(0, MOST)
    const asked = bare.splice(0)
    const behind = waiting.length
    try {
      // No client waits for a worker: it sends nothing before it is connected.
      if (isPatient) await connected()
      if (!place.isOne()) throw new NotLasting('NOREPLICAS It is not known yet which primary has the change.')
      const pipeline = own.pipeline()
      for (const { call, isNew } of batch)
        if (isNew) pipeline.eval(call.source, call.keys, ...call.rest)
        else pipeline.evalsha(call.hash, call.keys, ...call.rest)
      pipeline.set(names.writeProbe(), '1')
      pipeline.call('WAIT', wanted, WAIT_MS)
      const replies = (await pipeline.exec()) ?? []
      let lost: unknown = null
      try {
        assertLasting(replies.at(-2), replies.at(-1))
      } catch (problem) {
        lost = problem
      }
      place.waited(lost === null)
      for (const [at, { call, done }] of batch.entries()) {
        const [problem, reply] = replies[at]!
        if (isUnknownScript(problem)) waiting.push({ call, isNew: true, done })
        else if (problem) done.reject(problem)
        else if (lost !== null) done.reject(lost)
        else done.resolve(reply)
      }
      for (const { era, done } of asked)
        if (lost !== null) done.reject(lost)
        else if (era === place.era()) done.resolve()
        else done.reject(new NotLasting('NOREPLICAS What was read is of another primary.'))
      // Who waited behind this waits no longer: each would wait in vain as well, and the last one for all of them.
      if (lost !== null) for (const { done } of waiting.splice(0, behind)) done.reject(lost)
    } catch (problem) {
      for (const { done } of [...batch, ...asked]) done.reject(problem)
    }
  }
  const run = async (): Promise<void> => {
    while (waiting.length > 0 || bare.length > 0) await flush()
    isRunning = false
  }
  const soon = (): void => {
    if (isRunning) return
    isRunning = true
    setImmediate(() => void run())
  }
  return {
    send: (call) => {
      const done = Promise.withResolvers<unknown>()
      waiting.push({ call, isNew: false, done })
      soon()
      return done.promise
    },
    era: place.era,
    all: (era) => {
      const done = Promise.withResolvers<void>()
      bare.push({ era, done })
      soon()
      return done.promise
    },
  }
}

/**
 * From now on what must last waits for replicas, when it is asked for over `redis`.
 *
 * @param own a second connection to the same store, which this module alone uses and which sends nothing again
 */
export const waitForReplicas = (
  redis: Redis,
  own: Redis,
  place: OnePrimary,
  wanted: number,
  isPatient: boolean,
): void => void lastingOf.set(redis, createLasting(own, place, wanted, isPatient))

/**
 * A script whose result must last, or is answered from: see `script.ts`. `run` rejects with `NotLasting`, or with the
 * error of a lost connection, when it is not known whether it will.
 */
export const lastingScript = scriptsSentBy((redis, call) => lastingOf.get(redis)?.send(call) ?? sendAtOnce(redis, call))

/**
 * What was read lasts; rejects with `NotLasting` when that is not known.
 *
 * @param rests whether anything rests on what was found: only then it is waited for
 */
export const readLasting = async <T>(
  redis: RedisClient,
  read: () => Promise<T>,
  rests: (found: T) => boolean = () => true,
): Promise<T> => {
  const lasting = lastingOf.get(redis)
  if (!lasting) return read()
  const era = lasting.era()
  const found = await read()
  if (rests(found)) await lasting.all(era)
  return found
}

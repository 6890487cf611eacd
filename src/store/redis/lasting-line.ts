import type { Redis } from 'ioredis'
import type { OnePrimary } from './one-primary.ts'
import { isUnknownScript, type ScriptCall } from './script.ts'

/**
 * Scripts and the `WAIT` behind them, in one pipeline of one connection: on another connection `WAIT` says yes at once. That
 * connection has nothing else to do, because `WAIT` holds up everything behind it, and sends nothing again by itself. All
 * calls of one turn of the event loop share one `WAIT`, and so do those that come while it runs.
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

/** It was not done: there was no connection over which to send it. The message is that of a lost one. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
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

interface Read {
  readonly era: number
  readonly done: PromiseWithResolvers<void>
}

/** What waits for the replicas of one primary. */
export interface LastingLine {
  /** Rejects with what Redis said of this script, or with `NotLasting`. */
  send(call: ScriptCall): Promise<unknown>
  /** The number of the server over which is read: see `one-primary.ts`. */
  era(): number
  /** Resolves when replicas have everything that the primary of this era has by now. */
  all(era: number): Promise<void>
  /** Whoever waits for its connection waits no longer. */
  close(): void
}

export interface LineParts {
  /** A connection that this line alone uses. */
  readonly own: Redis
  readonly place: OnePrimary
  /** How many replicas must have it. */
  readonly wanted: number
  /** No client waits: nothing is sent before it is connected. */
  readonly isPatient: boolean
  /** A key that may be written at this primary. */
  probeKey(): string
  /** It was refused there. */
  onRefusedKey?(key: string): void
}

/** What a server of a cluster says that has not done it, because another one serves it. */
export const ELSEWHERE = /^(?:MOVED|ASK|TRYAGAIN) /

export const createLine = ({ own, place, wanted, isPatient, probeKey, onRefusedKey }: LineParts): LastingLine => {
  let waiting: Waiting[] = []
  let bare: Read[] = []
  let isRunning = false
  const closed = Promise.withResolvers<void>()
  let isClosed = false

  /** `null` when replicas have what this pipeline wrote. Whatever it is: the scripts before it were run. */
  const lossOf = (
    written: readonly [Error | null, unknown] | undefined,
    waited: readonly [Error | null, unknown] | undefined,
  ): NotLasting | null => {
    const problem = written?.[0] ?? waited?.[0]
    if (problem) return new NotLasting(problem.message)
    const copies = Number(waited?.[1])
    // Not a number is no copy either.
    return copies >= wanted ? null : new NotLasting(`NOREPLICAS ${copies} of ${wanted} replicas have the change.`)
  }

  const connected = async (): Promise<void> => {
    if (isClosed || own.status === 'ready' || own.status === 'end') return place.known()
    const connecting = Promise.withResolvers<void>()
    for (const event of ['ready', 'end']) own.once(event, connecting.resolve)
    await Promise.race([connecting.promise, closed.promise])
    for (const event of ['ready', 'end']) own.off(event, connecting.resolve)
    await place.known()
  }

  const flush = async (): Promise<void> => {
    const batch = waiting.splice(0, MOST)
    const asked = bare.splice(0)
    const behind = waiting.length
    try {
      if (isPatient) await connected()
      if (isClosed || own.status !== 'ready') throw new NotSent('Connection is closed.')
      if (!place.isOne()) throw new NotLasting('NOREPLICAS It is not known yet which primary has the change.')
      const pipeline = own.pipeline()
      for (const { call, isNew } of batch)
        if (isNew) pipeline.eval(call.source, call.keys, ...call.rest)
        else pipeline.evalsha(call.hash, call.keys, ...call.rest)
      const key = probeKey()
      pipeline.set(key, '1')
      pipeline.call('WAIT', wanted, WAIT_MS)
      const replies = (await pipeline.exec()) ?? []
      const lost = lossOf(replies.at(-2), replies.at(-1))
      if (ELSEWHERE.test(replies.at(-2)?.[0]?.message ?? '')) onRefusedKey?.(key)
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
    close: () => {
      isClosed = true
      closed.resolve()
    },
  }
}

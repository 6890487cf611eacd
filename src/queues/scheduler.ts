import { Queue } from 'bullmq'
import { consumer, type QueueAddress } from './connection.ts'
import { type JobData, LANES, type LaneName } from './lanes.ts'

/** One repeatable job that should exist. */
export interface Schedule {
  /** The actor's id is the scheduler's id. */
  readonly actor: string
  readonly lane: LaneName
  readonly everyMs: number
}

/** What reconciling changed. */
export interface Reconciled {
  readonly wanted: number
  readonly removed: readonly string[]
}

export interface Scheduler {
  /**
   * Makes the schedules of a lane what they should be: adds what is missing, mends what differs, removes the rest. One whose
   * next run lies further off than its period was put off by a worker with a wrong clock, and begins anew.
   *
   * @param now Unix milliseconds, of a clock that is right
   */
  reconcile(lane: LaneName, schedules: readonly Schedule[], now: number): Promise<Reconciled>
  /** Runs an actor once, after a while: for a first answer that should not wait for its slot. */
  once(lane: LaneName, actor: string, afterMs: number): Promise<void>
  /**
   * Runs an actor again and again from a moment on (Unix milliseconds): never before it, and at once when it has passed.
   * Saying it again changes nothing: a schedule that exists keeps its beginning.
   */
  from(lane: LaneName, actor: string, everyMs: number, startAtMs: number): Promise<void>
  /**
   * Ends a schedule, also from within its own job; `false` when there was none. A run that waits for a free worker
   * already still comes.
   */
  drop(lane: LaneName, actor: string): Promise<boolean>
  close(): Promise<void>
}

/**
 * What runs each second begins in the middle of it: on a clock that is a little before or behind, and late by a little, it is
 * still of that second. No second is told twice and none is left out.
 */
const MIDDLE_OF_A_SECOND = { fromMs: 300, spreadMs: 200 } as const

/**
 * Spreads actors over their period, so that they do not wake together. At least 1 ms: a scheduler without offset fires
 * at once and keeps that phase, and every restart would then move the whole timetable.
 */
export const offsetOf = (actor: string, everyMs: number): number => {
  const { fromMs, spreadMs } =
    everyMs === 1_000 ? MIDDLE_OF_A_SECOND : { fromMs: 1, spreadMs: Math.max(1, everyMs - 2) }
  return fromMs + Number(BigInt(Bun.hash(actor)) % BigInt(spreadMs))
}

export const openScheduler = (address: QueueAddress, onError: (problem: Error) => void): Scheduler => {
  const queues = new Map<LaneName, Queue<JobData>>()
  const queue = (lane: LaneName): Queue<JobData> => {
    const known = queues.get(lane)
    if (known) return known
    const made = new Queue<JobData>(lane, { ...consumer(address), streams: { events: { maxLen: 1_000 } } })
    made.on('error', onError)
    queues.set(lane, made)
    return made
  }
  return {
    reconcile: async (lane, schedules, now) => {
      const wanted = new Map(schedules.map((each) => [each.actor, each]))
      const present = await queue(lane).getJobSchedulers(0, -1, true)
      const removed = present.map((each) => each.key).filter((id) => !wanted.has(id))
      const putOff = present.filter(({ key, next }) => (next ?? 0) > now + 2 * (wanted.get(key)?.everyMs ?? Infinity))
      await Promise.all([...removed, ...putOff.map(({ key }) => key)].map((id) => queue(lane).removeJobScheduler(id)))
      await Promise.all(
        schedules.map(({ actor, everyMs }) =>
          queue(lane).upsertJobScheduler(
            actor,
            { every: everyMs, offset: offsetOf(actor, everyMs) },
            { name: 'tick', data: { actor, wish: {} }, opts: LANES[lane].job },
          ),
        ),
      )
      return { wanted: wanted.size, removed }
    },
    once: async (lane, actor, afterMs) => {
      const job = { ...LANES[lane].job, delay: afterMs, deduplication: { id: `once/${actor}` } }
      await queue(lane).add('tick', { actor, wish: {} }, job)
    },
    from: async (lane, actor, everyMs, startAtMs) => {
      await queue(lane).upsertJobScheduler(
        actor,
        // Without an offset of its own a schedule keeps the phase of its first run.
        { every: everyMs, startDate: startAtMs },
        { name: 'tick', data: { actor, wish: {} }, opts: LANES[lane].job },
      )
    },
    drop: (lane, actor) => queue(lane).removeJobScheduler(actor),
    close: async () => {
      await Promise.all([...queues.values()].map((each) => Promise.race([each.close(), Bun.sleep(2_000)])))
    },
  }
}

import { Queue } from 'bullmq'
import { closeWithin } from './close-within.ts'
import { consumer, type QueueAddress } from './connection.ts'
import { type JobData, LANES, type LaneName } from './lanes.ts'
import { idOf, judgeUnwanted, type PresentSchedule, type Schedule } from './schedules.ts'

/** What reconciling changed. */
export interface Reconciled {
  readonly wanted: number
  readonly removed: readonly string[]
  /** Those that are not wanted any more and go on, since what replaces them has not run yet. */
  readonly kept: readonly string[]
}

export interface Scheduler {
  /**
   * Makes the schedules of these lanes equal to the wanted ones: adds, corrects, then removes. One whose actors have
   * another schedule now is removed only after that has run: nobody is left without ticks meanwhile. If the next run of
   * a schedule is further away than its period, a worker with a wrong clock has delayed it, and it starts again.
   *
   * @param now Unix milliseconds, of a correct clock
   */
  reconcile(lanes: readonly LaneName[], schedules: readonly Schedule[], now: number): Promise<Reconciled>
  /** Runs an actor once, after this time, for a first answer that should not wait for the schedule. */
  once(lane: LaneName, actor: string, afterMs: number): Promise<void>
  /**
   * Runs an actor again and again from `startAtMs` on (Unix milliseconds), at once if that has passed. A second call
   * changes nothing: an existing schedule keeps its start.
   */
  from(lane: LaneName, actor: string, everyMs: number, startAtMs: number): Promise<void>
  /**
   * Ends a schedule, also from within its own job; `false` if there was none. A run that already waits for a free
   * worker still happens.
   */
  drop(lane: LaneName, actor: string): Promise<boolean>
  close(): Promise<void>
}

/**
 * An actor that runs each second starts in the middle of the second. Then it still runs in that second if clocks differ
 * a little or it starts a little late, so no second is published twice and none is left out.
 */
const MIDDLE_OF_A_SECOND = { fromMs: 300, spreadMs: 200 } as const

/**
 * Spreads actors over their period, so that they do not run all at once. The offset is at least 1 ms: a scheduler
 * without offset runs at once and keeps that phase, so every restart would move the whole schedule.
 */
export const offsetOf = (actor: string, everyMs: number): number => {
  const { fromMs, spreadMs } =
    everyMs === 1_000 ? MIDDLE_OF_A_SECOND : { fromMs: 1, spreadMs: Math.max(1, everyMs - 2) }
  return fromMs + Number(BigInt(Bun.hash(actor)) % BigInt(spreadMs))
}

const jobOf = ({ actor, everyMs, members }: Schedule): JobData => ({
  actor,
  wish: members ? { everyMs, actors: members } : {},
})

export const openScheduler = (address: QueueAddress, onError: (problem: Error) => void): Scheduler => {
  const queues = new Map<LaneName, Queue<JobData>>()
  const queue = (lane: LaneName): Queue<JobData> => {
    const known = queues.get(lane)
    if (known) return known
    const made = new Queue<JobData>(lane, { ...consumer(address, lane), streams: { events: { maxLen: 1_000 } } })
    made.on('error', onError)
    queues.set(lane, made)
    return made
  }
  return {
    reconcile: async (lanes, schedules, now) => {
      const found = (
        await Promise.all(
          lanes.map(async (lane) =>
            (await queue(lane).getJobSchedulers(0, -1, true)).map((each): PresentSchedule => ({ ...each, lane })),
          ),
        )
      ).flat()
      const remove = (all: readonly PresentSchedule[]) =>
        Promise.all(all.map(({ lane, key }) => queue(lane).removeJobScheduler(key)))
      const wanted = new Map(schedules.map((each) => [idOf(each.lane, each.actor), each]))
      const everyMsOf = ({ lane, key }: PresentSchedule) => wanted.get(idOf(lane, key))?.everyMs ?? Infinity
      await remove(found.filter((each) => (each.next ?? 0) > now + 2 * everyMsOf(each)))
      await Promise.all(
        schedules.map((schedule) =>
          queue(schedule.lane).upsertJobScheduler(
            schedule.actor,
            { every: schedule.everyMs, offset: offsetOf(schedule.actor, schedule.everyMs) },
            { name: 'tick', data: jobOf(schedule), opts: LANES[schedule.lane].job },
          ),
        ),
      )
      const { removable, kept } = judgeUnwanted(found, schedules)
      await remove(removable)
      return { wanted: wanted.size, removed: removable.map(({ key }) => key), kept: kept.map(({ key }) => key) }
    },
    once: async (lane, actor, afterMs) => {
      const job = { ...LANES[lane].job, delay: afterMs, deduplication: { id: `once/${actor}` } }
      await queue(lane).add('tick', { actor, wish: {} }, job)
    },
    from: async (lane, actor, everyMs, startAtMs) => {
      await queue(lane).upsertJobScheduler(
        actor,
        // Without an offset a schedule keeps the phase of its first run.
        { every: everyMs, startDate: startAtMs },
        { name: 'tick', data: { actor, wish: {} }, opts: LANES[lane].job },
      )
    },
    drop: (lane, actor) => queue(lane).removeJobScheduler(actor),
    close: async () => {
      await Promise.all([...queues.values()].map((each) => closeWithin(each, 2_000)))
    },
  }
}

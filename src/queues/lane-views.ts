import { Queue } from 'bullmq'
import { closeWithin } from './close-within.ts'
import { producer, type QueueAddress } from './connection.ts'
import { type JobData, LANES, type LaneName } from './lanes.ts'

/** How many jobs are in a lane. */
export interface LaneState {
  readonly lane: LaneName
  readonly jobs: Readonly<Record<JobState, number>>
  /** How long the next job has been due, in milliseconds; `null` when none waits. */
  readonly oldestMs: number | null
}

const JOB_STATES = ['waiting', 'active', 'delayed', 'failed'] as const
export type JobState = (typeof JOB_STATES)[number]

/** Reads the state of lanes without taking jobs. Connects at the first call. */
export interface LaneViews {
  look(now: number): Promise<readonly LaneState[]>
  /** Serves BullMQ's dashboard. It is loaded at the first request, since most servers never show it. */
  dashboard(request: Request): Promise<Response>
  close(): Promise<void>
}

const LANE_NAMES = Object.keys(LANES) as LaneName[]

const stateOf = async (lane: LaneName, queue: Queue<JobData>, now: number): Promise<LaneState> => {
  const [counts, [next]] = await Promise.all([
    queue.getJobCounts(...JOB_STATES),
    queue.getJobs(['waiting'], 0, 0, true),
  ])
  const jobs = Object.fromEntries(JOB_STATES.map((state) => [state, counts[state] ?? 0])) as LaneState['jobs']
  return { lane, jobs, oldestMs: next ? Math.max(0, now - next.timestamp - (next.opts.delay ?? 0)) : null }
}

/** Makes the value at the first call, and again after a failure. */
const lazily = <T>(make: () => Promise<T>): { get(): Promise<T>; readonly made: Promise<T> | null } => {
  let made: Promise<T> | null = null
  return {
    get: () =>
      (made ??= make().catch((problem: unknown) => {
        made = null
        throw problem
      })),
    get made() {
      return made
    },
  }
}

/** @param path of the dashboard: `/queues` */
export const openLaneViews = (address: QueueAddress, onError: (problem: Error) => void, path: string): LaneViews => {
  const queues = lazily(async () => {
    const made = LANE_NAMES.map((lane) => {
      // The settings of a lane are written by those who add jobs to it.
      const queue = new Queue<JobData>(lane, { ...producer(address, lane), skipMetasUpdate: true })
      queue.on('error', onError)
      return [lane, queue] as const
    })
    await Promise.all(made.map(([, queue]) => queue.waitUntilReady()))
    return new Map(made)
  })
  const board = lazily(async () => {
    const { openDashboard } = await import('./dashboard.ts')
    return openDashboard([...(await queues.get()).values()], path)
  })

  return {
    look: async (now) => Promise.all([...(await queues.get())].map(([lane, queue]) => stateOf(lane, queue, now))),
    dashboard: async (request) => (await board.get())(request),
    close: async () => {
      const made = await Promise.race([queues.made, Bun.sleep(1_000)])
      await Promise.all([...(made?.values() ?? [])].map((each) => closeWithin(each, 2_000)))
    },
  }
}

import { type Job, Worker } from 'bullmq'
import { closeWithin } from './close-within.ts'
import { consumer, type FinishedJob, type QueueAddress } from './connection.ts'
import { type AnswerOf, type JobOf, readJob } from './asks.ts'
import { BadMessage } from './asks/shape.ts'
import { type JobData, LANES, type LaneName } from './lanes.ts'

/** Runs one job; `dueAt` in Unix milliseconds. A job that throws has failed; `LANES` says whether it is tried again. */
export type Handler<L extends LaneName> = (job: JobOf<L> & { readonly dueAt: number }) => Promise<AnswerOf<L>>

export interface Consumer {
  /** Takes no new jobs until it is resumed. Other workers take them. */
  pause(): void
  resume(): void
  /** Takes no new jobs, waits for the running ones up to the deadline, then closes. */
  close(deadlineMs: number): Promise<void>
}

/**
 * A crashed worker's job runs again after at most `lockDuration + stalledInterval`. All workers of a lane share one
 * `stalled-check` key, so these two must be the same everywhere.
 */
const CRASH = { lockDuration: 6_000, stalledInterval: 3_000 } as const

/** Unix milliseconds. */
const dueAt = ({ timestamp, opts }: Pick<Job, 'timestamp' | 'opts'>): number => timestamp + (opts.delay ?? 0)

/** @param onError also called for jobs that do not fit their lane: they fail without being handled */
export const consume = <L extends LaneName>(
  address: QueueAddress,
  lane: L,
  handle: Handler<L>,
  onError: (problem: Error) => void,
): Consumer => {
  const read = (data: unknown): JobOf<L> => {
    try {
      return readJob(lane, data)
    } catch (problem) {
      if (problem instanceof BadMessage) onError(problem)
      throw problem
    }
  }
  const worker = new Worker<JobData>(lane, async (job) => handle({ ...read(job.data), dueAt: dueAt(job) }), {
    ...consumer(address, lane),
    ...CRASH,
    concurrency: LANES[lane].concurrency,
    runRetryDelay: 1_000,
    metrics: { maxDataPoints: 120 },
  })
  worker.on('error', onError)
  const told = (job: Job<JobData> | undefined, outcome: FinishedJob['outcome']) => {
    if (job?.processedOn === undefined) return
    address.onJob?.({ lane, waitedMs: job.processedOn - dueAt(job), outcome })
  }
  worker.on('completed', (job) => told(job, 'done'))
  // The reason of the failure is logged already. Without this listener BullMQ would write the error a second time.
  worker.on('failed', (job) => told(job, 'failed'))
  return {
    pause: () => void worker.pause(true).catch(onError),
    resume: () => void worker.resume(),
    close: async (deadlineMs) => {
      await closeWithin(worker, deadlineMs)
    },
  }
}

import type { Queue, QueueEvents } from 'bullmq'
import { BadMessage } from './asks/shape.ts'
import type { JobData } from './lanes.ts'

/**
 * Waits for the ends of jobs. BullMQ's own `waitUntilFinished` does the same. But if the connection to Redis is lost
 * while it checks whether the job has ended already, it throws where nothing can catch it, and the process ends.
 *
 * A job with the same name may be another question: `isOurs` checks its data.
 *
 * @returns resolves with the result of the job; rejects if it failed, is gone, took too long or cannot be read; rejects
 *   with `BadMessage` if it is another question
 */
export const waitForEnds = (
  queue: Queue<JobData>,
  events: QueueEvents,
): ((jobId: string, timeLimitMs: number, isOurs: (data: unknown) => boolean) => Promise<unknown>) => {
  /** Several callers may wait for one job, until each has checked that it is its own. */
  const waiters = new Map<string, Set<PromiseWithResolvers<unknown>>>()
  const ended = (jobId: string, tell: (end: PromiseWithResolvers<unknown>) => void): void =>
    waiters.get(jobId)?.forEach(tell)
  events.on('completed', ({ jobId, returnvalue }) => ended(jobId, (end) => end.resolve(returnvalue)))
  events.on('failed', ({ jobId, failedReason }) => ended(jobId, (end) => end.reject(new Error(failedReason))))

  /** The job may have ended before anything listened. */
  const readEnd = async (
    jobId: string,
    end: PromiseWithResolvers<unknown>,
    isOurs: (data: unknown) => boolean,
  ): Promise<void> => {
    const job = await queue.getJob(jobId)
    if (!job) throw new Error(`job ${jobId} does not exist any more`)
    if (!isOurs(job.data)) throw new BadMessage('another question runs under the same name')
    if (job.failedReason) throw new Error(job.failedReason)
    if (job.finishedOn) end.resolve(job.returnvalue)
  }

  return async (jobId, timeLimitMs, isOurs) => {
    const end = Promise.withResolvers<unknown>()
    const beside = waiters.get(jobId) ?? new Set()
    waiters.set(jobId, beside.add(end))
    const timer = setTimeout(() => end.reject(new Error(`the job did not end within ${timeLimitMs} ms`)), timeLimitMs)
    try {
      // An end that is reported first counts only after the data of the job was checked.
      const [result] = await Promise.all([end.promise, readEnd(jobId, end, isOurs)])
      return result
    } finally {
      clearTimeout(timer)
      beside.delete(end)
      if (beside.size === 0) waiters.delete(jobId)
    }
  }
}

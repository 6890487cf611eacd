import type { Queue, QueueEvents } from 'bullmq'
import type { JobData } from './lanes.ts'

/**
 * Waits for the ends of jobs. BullMQ's own `waitUntilFinished` does the same, but when Redis goes away just while it
 * looks whether the job has ended already, it throws where nobody can catch it, and the process ends.
 *
 * @returns resolves with what the job came to; rejects when it failed, is gone, took too long, or cannot be looked for.
 */
export const waitForEnds = (
  queue: Queue<JobData>,
  events: QueueEvents,
): ((jobId: string, timeLimitMs: number) => Promise<unknown>) => {
  const waiters = new Map<string, PromiseWithResolvers<unknown>>()
  events.on('completed', ({ jobId, returnvalue }) => waiters.get(jobId)?.resolve(returnvalue))
  events.on('failed', ({ jobId, failedReason }) => waiters.get(jobId)?.reject(new Error(failedReason)))

  /** Its end may have come before anybody listened. */
  const look = async (jobId: string, end: PromiseWithResolvers<unknown>): Promise<void> => {
    const job = await queue.getJob(jobId)
    if (!job) throw new Error(`job ${jobId} does not exist any more`)
    if (job.failedReason) throw new Error(job.failedReason)
    if (job.finishedOn) end.resolve(job.returnvalue)
  }

  return async (jobId, timeLimitMs) => {
    const end = Promise.withResolvers<unknown>()
    waiters.set(jobId, end)
    const timer = setTimeout(() => end.reject(new Error(`the job did not end within ${timeLimitMs} ms`)), timeLimitMs)
    look(jobId, end).catch(end.reject)
    try {
      return await end.promise
    } finally {
      clearTimeout(timer)
      if (waiters.get(jobId) === end) waiters.delete(jobId)
    }
  }
}

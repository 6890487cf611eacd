import { type Job, Queue, QueueEvents } from 'bullmq'
import { consumer, producer, type QueueAddress } from './connection.ts'
import { waitForEnds } from './ends.ts'
import { type AskedLane, type JobData, LANES } from './lanes.ts'

/** What came of an ask. */
export type Answered =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'timeout' }

/** "Actor, please, now": the only way in which http causes work. */
export interface Asker {
  /**
   * Puts a question in the lane and waits for the reply. Questions with the same `share` that are on their way
   * at the same time run once and answer everybody, in all processes.
   */
  ask(job: JobData, share: string, timeLimitMs: number): Promise<Answered>
  close(): Promise<void>
}

/** Callers read the event of a finished job as soon as it is written, so a short stream of events is enough. */
const EVENTS_KEPT = 1_000

export const openAsker = async (
  address: QueueAddress,
  onError: (problem: Error) => void,
  lane: AskedLane = 'asks',
): Promise<Asker> => {
  const queue = new Queue<JobData>(lane, { ...producer(address), streams: { events: { maxLen: EVENTS_KEPT } } })
  const events = new QueueEvents(lane, consumer(address))
  queue.on('error', onError)
  events.on('error', onError)
  await events.waitUntilReady()
  const endOf = waitForEnds(queue, events)
  const put = async (data: JobData, share: string, timeLimitMs: number): Promise<Answered> => {
    let job: Job<JobData> | null = null
    try {
      job = await queue.add('ask', data, { ...LANES[lane].job, deduplication: { id: share } })
      return { kind: 'done', result: await endOf(job.id ?? '', timeLimitMs) }
    } catch (problem) {
      const reason = problem instanceof Error ? problem.message : String(problem)
      // Also when the question could not be sent: the caller must learn that nothing is known.
      return (await job?.isFailed().catch(() => false)) ? { kind: 'failed', reason } : { kind: 'timeout' }
    }
  }
  /** Redis makes one job of equal questions from all processes; those of this process need not even be sent. */
  const onTheirWay = new Map<string, Promise<Answered>>()
  return {
    ask: (data, share, timeLimitMs) => {
      const under = onTheirWay.get(share)
      if (under) return under
      const answer = put(data, share, timeLimitMs).finally(() => onTheirWay.delete(share))
      onTheirWay.set(share, answer)
      return answer
    },
    close: async () => {
      await Promise.all([queue.close(), events.close()].map((each) => Promise.race([each, Bun.sleep(2_000)])))
    },
  }
}

import { type Job, Queue, QueueEvents } from 'bullmq'
import { closeWithin } from './close-within.ts'
import { isSameQuestion, type QuestionOf, readJob, readResult, type ResultOf, type What } from './asks.ts'
import { BadMessage } from './asks/shape.ts'
import { consumer, producer, type QueueAddress } from './connection.ts'
import { waitForEnds } from './ends.ts'
import { type AskedLane, type JobData, LANES } from './lanes.ts'

/** The result of an ask. */
export type AskResult<Result = unknown> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'timeout' }

/** Asks questions in one lane. */
export interface AskOptions<L extends AskedLane = 'asks'> {
  /**
   * Puts a question in the lane and waits for the reply. Equal questions with the same `share` that wait at the same
   * time run once, in all processes together, and all get the answer. A different question with the same `share` fails.
   */
  ask<W extends What<L>>(
    question: QuestionOf<L, W>,
    share: string,
    timeLimitMs: number,
  ): Promise<AskResult<ResultOf<L, W>>>
}

/** Asks an actor to work now. This is the only way in which `http` causes work. */
export interface Asker<L extends AskedLane = 'asks'> extends AskOptions<L> {
  close(): Promise<void>
}

/** Sends a question to a worker and returns its reply before it is checked. */
export type SendJob = (job: JobData, share: string, timeLimitMs: number) => Promise<AskResult>

const failed = (problem: BadMessage): AskResult<never> => ({ kind: 'failed', reason: problem.message })

/** Asks over any transport. Questions are checked before they are sent, and results when they return. */
export const askOver = <L extends AskedLane>(lane: L, carry: SendJob): AskOptions<L> => {
  /**
   * Equal questions of all processes become one job. Those of this process share one call, without being sent twice.
   */
  const inFlight = new Map<string, { readonly job: JobData; readonly answer: Promise<AskResult> }>()
  const carried = (job: JobData, share: string, timeLimitMs: number): Promise<AskResult> => {
    const under = inFlight.get(share)
    if (under && isSameQuestion(lane, under.job, job)) return under.answer
    const answer = carry(job, share, timeLimitMs).finally(() => {
      if (inFlight.get(share)?.answer === answer) inFlight.delete(share)
    })
    if (!under) inFlight.set(share, { job, answer })
    return answer
  }
  return {
    ask: async ({ actor, wish }, share, timeLimitMs) => {
      try {
        const job: JobData = { actor, wish }
        readJob(lane, job)
        const answer = await carried(job, share, timeLimitMs)
        return answer.kind === 'done' ? { kind: 'done', result: readResult(lane, wish.what, answer.result) } : answer
      } catch (problem) {
        if (problem instanceof BadMessage) return failed(problem)
        throw problem
      }
    },
  }
}

/** A question that could not be sent yet may still be: whoever asked knows nothing of it. */
const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not sent within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Callers read the event of a finished job as soon as it is written, so a short stream of events is enough. */
const EVENTS_KEPT = 1_000

export const openAsker = async <L extends AskedLane>(
  address: QueueAddress,
  onError: (problem: Error) => void,
  lane: L,
): Promise<Asker<L>> => {
  const queue = new Queue<JobData>(lane, { ...producer(address, lane), streams: { events: { maxLen: EVENTS_KEPT } } })
  // From the first event that is kept: it is ready before it reads, and a job may end between.
  const events = new QueueEvents(lane, { ...consumer(address, lane), lastEventId: '0-0' })
  queue.on('error', onError)
  events.on('error', onError)
  await events.waitUntilReady()
  const endOf = waitForEnds(queue, events)
  const carry: SendJob = async (data, share, timeLimitMs) => {
    let job: Job<JobData> | null = null
    try {
      job = await within(timeLimitMs, queue.add('ask', data, { ...LANES[lane].job, deduplication: { id: share } }))
      const result = await endOf(job.id ?? '', timeLimitMs, (other) => isSameQuestion(lane, data, other))
      return { kind: 'done', result }
    } catch (problem) {
      if (problem instanceof BadMessage) return failed(problem)
      const reason = problem instanceof Error ? problem.message : String(problem)
      // Also if the question could not be sent: the caller must learn that the result is not known.
      return (await job?.isFailed().catch(() => false)) ? { kind: 'failed', reason } : { kind: 'timeout' }
    }
  }
  return {
    ...askOver(lane, carry),
    close: async () => {
      await Promise.all([queue, events].map((each) => closeWithin(each, 2_000)))
    },
  }
}

import type { JobsOptions } from 'bullmq'

/** A queue with a policy. There are few lanes, by urgency: more queues cost connections and run no sooner. */
export interface Lane {
  /** Jobs that one worker process runs at the same time. */
  readonly concurrency: number
  readonly job: JobsOptions
}

/**
 * - `ticks`: scheduled work of actors. A failed tick is not tried again: the next one is its retry.
 * - `groups`: the same, of very many items of one period: one job ticks a group of them. It has its own lane, since a
 *   worker that knows nothing of groups takes every job of `ticks`; and boards never wait for slow items.
 * - `asks`: work that a request waits for, such as more editions. It has its own lane, so that ticks never delay a
 *   buyer; finished jobs stay for half a minute, or late waiters would miss their answer.
 * - `settlements`: payments being settled on chain, taken by the one worker that holds the settling key. A payment that
 *   was not settled in time is found again by the sweeper, never by a second run of its job.
 * - `inquiries`: questions to the chain about payments, asked of the same worker. Unpaid requests cause them too, so
 *   they have their own lane and never delay a settlement.
 * - `signing`: questions to the one signer of the DLC oracle about paid events: to attest, to write into the journal,
 *   and to announce for a payment over Lightning. Each may be asked again.
 * - `offers`: events that the signer announces for payments that may still fail. A few at once, in their own lane:
 *   unpaid requests cause them, and must not delay paid work.
 * - `maturities`: events of the DLC oracle. Each has its own schedule, which starts at its maturity.
 * - `standing`: checks which standing events to announce. The one active signer takes its jobs.
 */
export const LANES = {
  ticks: { concurrency: 100, job: { attempts: 1, removeOnComplete: { count: 0 }, removeOnFail: { count: 100 } } },
  groups: { concurrency: 100, job: { attempts: 1, removeOnComplete: { count: 0 }, removeOnFail: { count: 100 } } },
  asks: {
    concurrency: 50,
    job: { attempts: 1, removeOnComplete: { age: 30, count: 1_000 }, removeOnFail: { age: 30, count: 1_000 } },
  },
  settlements: {
    concurrency: 500,
    job: { attempts: 1, removeOnComplete: { age: 30, count: 1_000 }, removeOnFail: { age: 30, count: 1_000 } },
  },
  inquiries: {
    concurrency: 500,
    job: { attempts: 1, removeOnComplete: { age: 30, count: 1_000 }, removeOnFail: { age: 30, count: 1_000 } },
  },
  signing: {
    concurrency: 50,
    job: { attempts: 1, removeOnComplete: { age: 30, count: 1_000 }, removeOnFail: { age: 30, count: 1_000 } },
  },
  offers: {
    concurrency: 4,
    job: { attempts: 1, removeOnComplete: { age: 30, count: 1_000 }, removeOnFail: { age: 30, count: 1_000 } },
  },
  maturities: { concurrency: 50, job: { attempts: 1, removeOnComplete: { count: 0 }, removeOnFail: { count: 100 } } },
  standing: { concurrency: 1, job: { attempts: 1, removeOnComplete: { count: 0 }, removeOnFail: { count: 100 } } },
} as const satisfies Readonly<Record<string, Lane>>

export type LaneName = keyof typeof LANES

/** Lanes whose jobs have a waiting caller. */
export type AskedLane = 'asks' | SignerLane | SettlerLane

/** Lanes of the one signer. */
export const SIGNER_LANES = ['signing', 'offers'] as const
export type SignerLane = (typeof SIGNER_LANES)[number]

/** Lanes of the worker that holds the settling key. */
export type SettlerLane = 'settlements' | 'inquiries'

/** The data of every job, whatever its lane: the actor it is for, and the request to it (`asks.ts`). */
export interface JobData {
  readonly actor: string
  /** Empty for ticks; a job of `groups` names whom it ticks. */
  readonly wish: Readonly<Record<string, unknown>>
}

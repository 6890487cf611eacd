import type { JobsOptions } from 'bullmq'

/** A queue with a policy. There are few lanes, by urgency: more queues cost connections and run no sooner. */
export interface Lane {
  /** Jobs one worker process runs at the same time. */
  readonly concurrency: number
  readonly job: JobsOptions
}

/**
 * - `ticks`: scheduled work of actors. A failed tick is not tried again: the next one is its retry.
 * - `asks`: work somebody is waiting for (reprints). Its own lane, so that ticks never delay a paying client; finished
 *   jobs stay for half a minute, or late waiters would miss their answer.
 * - `settlements`: payments being settled on chain, taken by the one worker that holds the settling key. A payment that
 *   was not settled in time is found again by the sweeper, never by a second run of its job.
 * - `inquiries`: questions to the chain about payments, asked of the same worker. Unpaid requests
 *   cause them too, so they have a lane of their own and never delay a settlement.
 * - `signing`: what the one signer of the DLC oracle is asked about what was paid for: to attest, to write down, to
 *   announce for a payment over Lightning. All of it may be asked again.
 * - `offers`: events that the signer announces for payments that may yet fail. A few at once, in a lane of their own:
 *   unpaid requests cause them, and must not delay what was paid for.
 * - `maturities`: events of the DLC oracle, each on a schedule of its own from its maturity on.
 * - `standing`: looking whether a standing event is to be announced, taken by the one active signer.
 */
export const LANES = {
  ticks: { concurrency: 100, job: { attempts: 1, removeOnComplete: { count: 0 }, removeOnFail: { count: 100 } } },
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

/** Lanes that somebody waits for. */
export type AskedLane = 'asks' | SignerLane | SettlerLane

/** Lanes of the one signer. */
export const SIGNER_LANES = ['signing', 'offers'] as const
export type SignerLane = (typeof SIGNER_LANES)[number]

/** Lanes of the worker that holds the settling key. */
export type SettlerLane = 'settlements' | 'inquiries'

/** What every job carries, whatever its lane: the actor it is for, and what is wanted of it (`asks.ts`). */
export interface JobData {
  readonly actor: string
  /** Empty for ticks. */
  readonly wish: Readonly<Record<string, unknown>>
}

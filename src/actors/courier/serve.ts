import type { StoredDelivery } from '../../store/events/deliveries.ts'
import { CLAIM_MS, deliver } from './deliver.ts'
import type { CourierDeps, CourierLoop } from './deps.ts'
import { enterNews } from './news.ts'
import { createResolver } from './resolve.ts'
import type { Resolution } from './resolution.ts'
import { createSweep } from './sweep.ts'

/** The running courier: resolves mature events and delivers webhooks. */
export interface Courier {
  /** Called by the event's own job. `done`: nothing is left to do, so its schedule may be removed. */
  onMaturity(eventId: string): Promise<'done' | 'waiting'>
  /** Starts no new work and waits for running work until the deadline. Another courier does the rest. */
  close(deadlineMs: number): Promise<void>
}

const NEWS_MS = 1_000
const SWEEP_MS = 5_000
/** Webhooks sent at once. */
const SENDERS = 16

/** An event without a resolver waits for people, who do not need a job that runs every few seconds. */
const isDone = (settled: Resolution): boolean => settled.kind !== 'waiting' || settled.reason === 'administrator'

export const serveCourier = (deps: CourierDeps): Courier => {
  const { store, clock, log, beats } = deps
  const closing = new AbortController()
  const { signal } = closing
  const running = new Set<Promise<unknown>>()

  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work)
    const done = () => void running.delete(work)
    work.then(done, done)
    return work
  }
  const settle = createResolver(deps, (work) => {
    if (!signal.aborted) void track(work())
  })
  const sweep = createSweep(deps, settle)

  /** Sends one webhook after the other until nothing is due. */
  const sendFrom = async (first: StoredDelivery): Promise<void> => {
    sending++
    try {
      for (let claimed: StoredDelivery | undefined = first; claimed; [claimed] = await claim(1))
        await deliver(deps, claimed)
    } catch (problem) {
      log.error('webhook.crashed', { message: String(problem) })
    } finally {
      sending--
    }
  }
  let sending = 0
  const claim = async (count: number): Promise<readonly StoredDelivery[]> =>
    signal.aborted || count <= 0 ? [] : store.deliveries.claim(clock.now(), CLAIM_MS, count)

  /** Receivers may be slow, so neither the outbox nor other receivers wait for one. */
  const startSending = async (): Promise<void> => {
    for (const claimed of await claim(SENDERS - sending)) void track(sendFrom(claimed))
  }

  /** Waits until nothing runs. Work may start other work when it ends. */
  const quiet = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled(running)
  }

  const loop = async (what: CourierLoop, everyMs: number, work: () => Promise<unknown>): Promise<void> => {
    while (!signal.aborted) {
      await work().then(
        () => beats.worked(what),
        (problem: unknown) => log.error(`courier.${what}_failed`, { message: String(problem) }),
      )
      await clock.sleep(everyMs, signal)
    }
  }
  void track(loop('news', NEWS_MS, () => enterNews(deps)))
  void track(loop('deliveries', NEWS_MS, startSending))
  // With many addresses that are slow a sweep takes minutes, and works all the while.
  const settled = (): void => beats.worked('sweep')
  void track(loop('sweep', SWEEP_MS, () => sweep(() => signal.aborted, settled)))

  return {
    onMaturity: async (eventId) => {
      if (signal.aborted) return 'waiting'
      return isDone(await track(settle(eventId))) ? 'done' : 'waiting'
    },
    close: async (deadlineMs) => {
      closing.abort()
      const late = new AbortController()
      await Promise.race([quiet(), clock.sleep(deadlineMs, late.signal)])
      late.abort()
    },
  }
}

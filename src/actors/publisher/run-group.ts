import type { Clock, Log } from '../../ports.ts'
import type { JobOf } from '../../queues/asks.ts'
import type { Store } from '../../store/store.ts'
import { atMost } from './at-most.ts'
import type { TickOutcome } from './polled.ts'

/** Runs the ticks of a group. Each is an actor's own tick: it fails, is late and is counted by itself. */

export interface GroupParts {
  readonly running: Store['running']
  readonly clock: Clock
  readonly log: Log
  /** This process's name among others. */
  readonly holder: string
  /** One tick of one actor. A tick that throws has told why. */
  tick(due: DueTick): Promise<TickOutcome>
  /** The tick of an actor whose tick before has not ended. */
  leaveOut(due: DueTick): Promise<TickOutcome>
  readonly pace?: GroupPace
}

/** A tick that should have started at this time, Unix milliseconds. */
export interface DueTick {
  readonly actor: string
  readonly dueAt: number
}

export interface GroupPace {
  /** Ticks of one run that start at the same time. More would keep a buyer's request to this process waiting. */
  readonly atOnce: number
  /** A tick that takes longer lets the next one start: slow ones keep nobody waiting. */
  readonly placeMs: number
  /** A tick that takes longer is not waited for any more, and the actor ticks again. */
  readonly stuckMs: number
}

const PACE: GroupPace = { atOnce: 10, placeMs: 200, stuckMs: 60_000 }

/**
 * The lease of a tick that runs. It is shorter than the period, so that the next run finds those free that a dead worker
 * left, and no longer than a crashed job takes to be found.
 */
const leaseMs = (everyMs: number): number => Math.min(6_000, Math.ceil(everyMs * 0.8))
const RENEWALS = 3

type Group = JobOf<'groups'> & { readonly dueAt: number }

/** What became of a tick; null while it runs. */
type End = 'worked' | 'failed' | null

export interface GroupRunner {
  /**
   * Ends when all ticks have ended, or when the next run is due: then the others go on, and that one leaves them out.
   * Throws if not one of them worked.
   */
  run(group: Group): Promise<void>
  /** Waits for all ticks that go on. */
  settled(): Promise<void>
}

export const createGroupRunner = (parts: GroupParts): GroupRunner => {
  const { running, clock, log, holder, tick, leaveOut, pace = PACE } = parts
  const goingOn = new Set<Promise<unknown>>()

  /** Ticks one actor. `end` never rejects; `late` comes with it, or when the tick takes long. */
  const start = (due: DueTick): { readonly end: Promise<End>; readonly late: Promise<void> } => {
    const ended = new AbortController()
    const late = clock.sleep(pace.placeMs, ended.signal)
    const stuck = async (): Promise<End> => {
      await late
      await clock.sleep(pace.stuckMs, ended.signal)
      if (!ended.signal.aborted) log.error('tick.stuck', { actor: due.actor, seconds: pace.stuckMs / 1000 })
      return 'failed'
    }
    const own = tick(due).then(
      ({ kind }): End => (kind === 'declined' ? 'failed' : 'worked'),
      (): End => 'failed',
    )
    return { end: Promise.race([own, stuck()]).finally(() => ended.abort()), late }
  }

  const run = async ({ actor: group, wish: { actors, everyMs }, dueAt }: Group): Promise<void> => {
    const own = `${holder}/${dueAt}`
    const free = await running.take(group, own, actors, leaseMs(everyMs))
    const ends = new Map<string, End>(actors.map((actor) => [actor, free.has(actor) ? null : 'failed']))
    const leased = new Set(free)
    const over = new AbortController()
    const runningNow = () => [...free].filter((actor) => ends.get(actor) === null)
    const leave = async (): Promise<void> => {
      const left = [...leased].filter((actor) => ends.get(actor) !== null)
      for (const actor of left) leased.delete(actor)
      if (left.length > 0) await running.leave(group, own, left)
    }
    /** Leases end by themselves if this fails, and then a tick may be doubled. */
    const tell = (told: Promise<void>): Promise<void> =>
      told.catch((problem: unknown) => log.warn('group.not_told', { group, message: String(problem) }))

    let isLong = false
    const place = atMost(pace.atOnce)
    const ticks = [...free].map(async (actor) => {
      const { end } = await place(async () => {
        const started = start({ actor, dueAt })
        await started.late
        return { end: started.end }
      })
      ends.set(actor, await end)
      // Most runs end at once, with one command for all.
      if (isLong) void tell(leave())
    })
    const all = Promise.all(ticks)
      .then(() => tell(leave()))
      .then(() => over.abort())
    const renewed = async (): Promise<void> => {
      for (;;) {
        await clock.sleep(leaseMs(everyMs) / RENEWALS, over.signal)
        if (over.signal.aborted) return
        isLong = true
        await tell(leave())
        await tell(running.keep(group, own, runningNow(), leaseMs(everyMs)))
      }
    }
    const whole = Promise.all([all, renewed()])
    goingOn.add(whole)
    void whole.finally(() => goingOn.delete(whole))

    await Promise.all(actors.filter((actor) => !free.has(actor)).map((actor) => leaveOut({ actor, dueAt })))
    const untilNext = everyMs - ((((clock.now() - dueAt) % everyMs) + everyMs) % everyMs)
    await clock.sleep(untilNext, over.signal)
    if (![...ends.values()].includes('worked'))
      throw new Error(`none of ${actors.length} items worked: ${runningNow().length} still run`)
  }
  return {
    run,
    settled: async () => {
      await Promise.all(goingOn)
    },
  }
}

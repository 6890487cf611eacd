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
/** A lease is renewed this many times before it ends. */
const RENEWALS = 3

type Group = JobOf<'groups'> & { readonly dueAt: number }

type End = 'worked' | 'failed'

interface Started {
  readonly at: number
  end(how: End): void
}

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
  const goingOn = new Set<Promise<void>>()

  /** Leases end by themselves if this fails, and then a tick may be doubled. */
  const tell = (group: string, told: Promise<void>): Promise<void> =>
    told.catch((problem: unknown) => log.warn('group.not_told', { group, message: String(problem) }))

  const run = async ({ actor: group, wish: { actors, everyMs }, dueAt }: Group): Promise<void> => {
    const forMs = leaseMs(everyMs)
    const own = `${holder}/${dueAt}`
    const free = await running.take(group, own, actors, forMs)
    const leased = new Set(free)
    const unended = new Set(free)
    const started = new Map<string, Started>()
    const over = new AbortController()
    let worked = 0

    const leave = async (): Promise<void> => {
      const left = [...leased].filter((actor) => !unended.has(actor))
      for (const actor of left) leased.delete(actor)
      if (left.length > 0) await tell(group, running.leave(group, own, left))
    }
    /** Resolves when slow ticks must let others start. One timer serves the whole group. */
    let pulse = Promise.withResolvers<void>()
    let isLong = false
    const place = atMost(pace.atOnce)
    const ticked = async (actor: string): Promise<void> => {
      const end = Promise.withResolvers<End>()
      await place(async () => {
        started.set(actor, { at: clock.now(), end: end.resolve })
        tick({ actor, dueAt }).then(
          ({ kind }) => end.resolve(kind === 'declined' ? 'failed' : 'worked'),
          () => end.resolve('failed'),
        )
        await Promise.race([end.promise, pulse.promise])
      })
      if ((await end.promise) === 'worked') worked++
      started.delete(actor)
      unended.delete(actor)
      // Most runs end at once, with one command for all.
      if (isLong) void leave()
    }
    const pulses = async (): Promise<void> => {
      for (;;) {
        await clock.sleep(Math.min(pace.placeMs, forMs / RENEWALS), over.signal)
        if (over.signal.aborted) return
        isLong = true
        const now = clock.now()
        for (const [actor, { at, end }] of started)
          if (now - at >= pace.stuckMs) {
            log.error('tick.stuck', { actor, seconds: Math.round((now - at) / 1000) })
            end('failed')
          }
        pulse.resolve()
        pulse = Promise.withResolvers()
        await leave()
        await tell(group, running.keep(group, own, [...unended], forMs))
      }
    }
    const whole = Promise.all([...free].map(ticked))
      .then(leave)
      .then(() => over.abort())
    goingOn.add(whole)
    void whole.finally(() => goingOn.delete(whole))
    void pulses()

    await Promise.all(actors.filter((actor) => !free.has(actor)).map((actor) => leaveOut({ actor, dueAt })))
    const untilNext = everyMs - ((((clock.now() - dueAt) % everyMs) + everyMs) % everyMs)
    await clock.sleep(untilNext, over.signal)
    if (worked === 0) throw new Error(`none of ${actors.length} items worked: ${unended.size} still run`)
  }
  return {
    run,
    settled: async () => {
      await Promise.all(goingOn)
    },
  }
}

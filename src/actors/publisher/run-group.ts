import type { Clock, Log } from '../../ports.ts'
import type { JobOf } from '../../queues/asks.ts'
import { SOONEST_AGAIN_MS } from '../../queues/crash.ts'
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
  /** Counts a run of this period, once it is known whether an item of it worked. Not one that had nothing to tick. */
  count(everyMs: number, outcome: RunOutcome): void
  readonly pace?: GroupPace
}

/** A tick that should have started at this time, Unix milliseconds. */
export interface DueTick {
  readonly actor: string
  readonly dueAt: number
}

export type RunOutcome = 'done' | 'failed'

export interface GroupPace {
  /** Ticks of one run that start at the same time. More would keep a buyer's request to this process waiting. */
  readonly atOnce: number
  /** A tick that takes longer lets the next one start: slow ones keep nobody waiting. */
  readonly placeMs: number
  /** A tick that takes longer is not waited for any more, and the actor ticks again. */
  readonly stuckMs: number
  /** A run of this period keeps its place of the lane for so long, in milliseconds, while ticks go on. */
  keptMs(everyMs: number): number
}

/**
 * A second, but a twentieth of the period at least and a fifth of it at most: where one item of every group hangs, no more
 * than that part of the groups holds places at any time. A run that has given its place back is not run again if its worker
 * dies. Where that would cost much, in a long period, it keeps it for longer.
 */
const keptMs = (everyMs: number): number => Math.max(everyMs / 20, Math.min(1_000, everyMs / 5))

const PACE: GroupPace = { atOnce: 10, placeMs: 200, stuckMs: 60_000, keptMs }

/**
 * The lease of a tick that runs. What a dead worker held must be free when the next run comes, and when its job is run
 * again: that one would leave out all of them, and in a long period nobody would tick them for as long.
 */
const leaseMs = (everyMs: number): number => Math.ceil(Math.min(everyMs, SOONEST_AGAIN_MS) * 0.8)
/** A lease is renewed this many times before it ends. */
const RENEWALS = 3

type Group = JobOf<'groups'> & { readonly dueAt: number }

/** A clock that is wrong lets nobody tick, and says nothing of the items. */
type End = 'worked' | 'failed' | 'no_clock'

const endOf = (outcome: TickOutcome): End => {
  if (outcome.kind !== 'declined') return 'worked'
  return outcome.cause === 'clock_wrong' ? 'no_clock' : 'failed'
}

interface Started {
  readonly at: number
  end(how: End): void
}

export interface GroupRunner {
  /**
   * Ends when all ticks have ended, or when those that are left are slow: they go on, and the next run leaves them out.
   * Throws if it is known by then that not one of them worked, unless they are tried for the first time.
   */
  run(group: Group): Promise<void>
  /** Waits for all ticks that go on. */
  settled(): Promise<void>
}

export const createGroupRunner = (parts: GroupParts): GroupRunner => {
  const { running, clock, log, holder, tick, leaveOut, count, pace = PACE } = parts
  const goingOn = new Set<Promise<void>>()

  /** If this fails, a lease ends by itself, and then a tick may be doubled; or one that was left out is not counted. */
  const tell = (group: string, told: Promise<unknown>): Promise<void> =>
    told.then(
      () => {},
      (problem: unknown) => log.warn('group.not_told', { group, message: String(problem) }),
    )

  const run = async ({ actor: group, wish: { actors, everyMs, first }, dueAt }: Group): Promise<void> => {
    const forMs = leaseMs(everyMs)
    const own = `${holder}/${dueAt}`
    const free = await running.take(group, own, actors, forMs)
    const leased = new Set(free)
    const unended = new Set(free)
    const started = new Map<string, Started>()
    const over = new AbortController()
    const ends: Record<End, number> = { worked: 0, failed: 0, no_clock: 0 }

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
          (outcome) => end.resolve(endOf(outcome)),
          () => end.resolve('failed'),
        )
        await Promise.race([end.promise, pulse.promise])
      })
      ends[await end.promise]++
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

    /** `null`: all were left out, or had no right clock. */
    const judge = (): RunOutcome | null => {
      if (ends.worked > 0) return 'done'
      return ends.failed + unended.size > 0 ? 'failed' : null
    }
    const untilNext = everyMs - ((((clock.now() - dueAt) % everyMs) + everyMs) % everyMs)
    const known = clock.sleep(untilNext, over.signal).then(() => {
      const outcome = judge()
      if (outcome !== null && first === undefined) count(everyMs, outcome)
      return outcome
    })
    const othersOut = actors.filter((actor) => !free.has(actor))
    await Promise.all(othersOut.map((actor) => tell(group, leaveOut({ actor, dueAt }))))
    const kept = clock.sleep(pace.keptMs(everyMs), over.signal)
    const outcome = await Promise.race([known, kept.then(() => (over.signal.aborted ? known : null))])
    if (outcome === 'failed' && first === undefined)
      throw new Error(`none of ${free.size} items worked: ${unended.size} still run`)
  }
  return {
    run,
    settled: async () => {
      await Promise.all(goingOn)
    },
  }
}

import { actorLabels } from '../../feeds/actor-label.ts'
import type { Registry } from '../../feeds/registry.ts'
import type { Meter } from '../../metrics/meter.ts'
import type { Clock, Log } from '../../ports.ts'
import { createDeclineLog } from './decline-log.ts'
import { isGood, type TickOutcome } from './polled.ts'

/** Runs ticks and counts them, for metrics and the log. It runs none while the worker's clock is wrong. */
export interface TickBook {
  /**
   * Runs a tick and records its result.
   *
   * @param dueAt Unix milliseconds at which it should have started
   */
  run(actor: string, dueAt: number, tick: () => Promise<TickOutcome>): Promise<TickOutcome>
}

export interface TickBookParts {
  readonly registry: Registry
  readonly meter: Meter
  readonly log: Log
  readonly clock: Clock
  /** Why this clock must not be used for times; `null` while it may. */
  clockFault(): string | null
}

export const createTickBook = ({ registry, meter, log, clock, clockFault }: TickBookParts): TickBook => {
  const lines = createDeclineLog(log, clock)
  const labelOf = actorLabels(registry)
  return {
    run: async (actor, dueAt, tick) => {
      const label = { actor: labelOf(actor) }
      meter.time('claros_tick_delay_seconds', label, clock.now() - dueAt)
      const fault = clockFault()
      if (fault !== null) {
        meter.count('claros_ticks_total', { ...label, outcome: 'declined' })
        meter.count('claros_tick_declines_total', { ...label, cause: 'clock_wrong' })
        // The watch of the clock has logged it, once for all actors.
        return { kind: 'declined', cause: 'clock_wrong', reason: fault }
      }
      const outcome = await tick().catch((problem: unknown) => {
        meter.count('claros_ticks_total', { ...label, outcome: 'crashed' })
        throw problem
      })
      meter.count('claros_ticks_total', { ...label, outcome: outcome.kind })
      if (outcome.kind === 'declined') {
        meter.count('claros_tick_declines_total', { ...label, cause: outcome.cause })
        lines.declined(actor, outcome.cause, outcome.reason)
      }
      if (outcome.kind === 'published' && outcome.unknown)
        meter.count('claros_rows_unknown_total', label, outcome.unknown)
      if (isGood(outcome)) lines.recovered(actor)
      return outcome
    },
  }
}

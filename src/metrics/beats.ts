import type { Steady } from '../ports.ts'
import type { RoleName } from '../role-names.ts'
import type { Meter } from './meter.ts'

/**
 * When the loops of a process last went round well. A loop says so itself, after a pass that worked. A timer beside it
 * would go on while the loop hangs or always fails.
 */

/** The loops of one role, in this process. Its time counts from the start, also before the first pass. */
export interface RoleBeats<L extends string = string> {
  /** A pass of this loop worked. */
  worked(loop: L): void
  /**
   * What a look at the role's lease said. While another process has it, this one stands by, and the look is all that
   * its loops have to do.
   */
  leads(isOurs: boolean): void
}

export interface Beats {
  /** Called as the role starts. */
  plays<L extends string>(role: RoleName, loops: readonly L[]): RoleBeats<L>
  /** Sets the gauges of this process. Called before each report. */
  report(): void
}

interface Played {
  leads: boolean
  /** When each loop last went round well, by the monotonic clock. */
  readonly loops: Map<string, number>
}

/** @param steady a clock that nobody sets: a wrong clock must not hide a loop that hangs */
export const createBeats = (meter: Pick<Meter, 'set'>, steady: Steady): Beats => {
  const played = new Map<RoleName, Played>()
  return {
    plays: (role, loops) => {
      const state: Played = { leads: true, loops: new Map(loops.map((loop) => [loop, steady.ms()])) }
      played.set(role, state)
      return {
        worked: (loop) => void state.loops.set(loop, steady.ms()),
        leads: (isOurs) => {
          state.leads = isOurs
          if (!isOurs) for (const loop of state.loops.keys()) state.loops.set(loop, steady.ms())
        },
      }
    },
    report: () => {
      for (const [role, { leads, loops }] of played) {
        meter.set('claros_process_leads', { role }, Number(leads))
        for (const [loop, at] of loops)
          meter.set('claros_process_beat_age_seconds', { role, loop }, Math.round(steady.ms() - at) / 1000)
      }
    },
  }
}

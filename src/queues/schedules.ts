import type { JobData, LaneName } from './lanes.ts'

/** Schedules as data, and which that nobody wants any more may be removed, when actors move from one to another. */

/** One repeatable job that should exist. */
export interface Schedule {
  /** The id of the actor, or of the group, is the scheduler's id. */
  readonly actor: string
  readonly lane: LaneName
  readonly everyMs: number
  /** The actors that one run ticks; only in the lane `groups`. */
  readonly members?: readonly string[]
}

/** One that many actors share. */
export type GroupSchedule = Schedule & { readonly lane: 'groups'; readonly members: readonly string[] }

export const isOfGroup = (schedule: Schedule): schedule is GroupSchedule =>
  schedule.lane === 'groups' && schedule.members !== undefined

/** A schedule as the queue has it. */
export interface PresentSchedule {
  readonly lane: LaneName
  readonly key: string
  /** Unix milliseconds. */
  readonly next?: number
  /** How many jobs it has made. It makes the second one when the first one starts. */
  readonly iterationCount?: number
  readonly template?: { readonly data?: JobData }
}

/** What names a schedule in all lanes. */
export const idOf = (lane: LaneName, actor: string): string => `${lane} ${actor}`

const tickedBy = ({ key, template }: PresentSchedule): readonly string[] => {
  const named = template?.data?.wish['actors']
  return Array.isArray(named) ? named : [key]
}

/**
 * An unwanted schedule stays while one of its actors has a wanted schedule that has not run yet. It must not go before:
 * the new one may be due a whole period later, or be in a lane that no worker takes.
 *
 * @param found as it was before the wanted ones were added
 */
export const judgeUnwanted = (
  found: readonly PresentSchedule[],
  wanted: readonly Schedule[],
): { readonly removable: readonly PresentSchedule[]; readonly kept: readonly PresentSchedule[] } => {
  const ids = new Set(wanted.map(({ lane, actor }) => idOf(lane, actor)))
  const haveRun = new Set(
    found.filter(({ iterationCount = 1 }) => iterationCount > 1).map(({ lane, key }) => idOf(lane, key)),
  )
  const waiting = new Set(
    wanted
      .filter(({ lane, actor }) => !haveRun.has(idOf(lane, actor)))
      .flatMap(({ actor, members }) => members ?? [actor]),
  )
  const { true: kept = [], false: removable = [] } = Object.groupBy(
    found.filter(({ lane, key }) => !ids.has(idOf(lane, key))),
    (each) => `${tickedBy(each).some((actor) => waiting.has(actor))}`,
  )
  return { removable, kept }
}

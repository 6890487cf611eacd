import { Type } from '@sinclair/typebox'
import { BEAT_LATE_SECONDS, type RoleState } from '../../metrics/role-states.ts'
import { WORKER_ROLES, type WorkerRole } from '../../role-names.ts'
import { MINUTE_SECONDS } from '../../time-units.ts'
import type { WorkerLoad } from './worker-load.ts'

/** Whether the roles of workers are played that this service needs, for `/health`. */

export const Worker = Type.Object({
  role: Type.Union(WORKER_ROLES.map((role) => Type.Literal(role))),
  working: Type.Boolean(),
  reason: Type.Union([Type.String(), Type.Null()], {
    description: 'why it is not working, and what is missing meanwhile',
  }),
  processes: Type.Integer({
    description: 'that play it, those that stand by included; one that is gone for 20 s is not',
  }),
  report_age_seconds: Type.Union([Type.Number(), Type.Null()], {
    description: 'since the report of the one of them that has been silent longest',
  }),
  waiting: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'its backlog, rounded down to 1, 10, 100 …, and 0 below what is usual: settler: payments sent whose end is not known; signer: decided events without a signature; courier: webhooks; bookkeeper: entries. null: not known, as for a publisher, whose lanes are in the metrics, which also have the exact numbers',
  }),
  oldest_seconds: Type.Union([Type.Number(), Type.Null()], {
    description:
      'courier: since the oldest webhook that waits was entered, in whole minutes, 0 before five of them. null: not known',
  }),
  failures: Type.Union([Type.Record(Type.String(), Type.Integer()), Type.Null()], {
    description:
      'errors by kind, as the log names them, since the store began, rounded down to 1, 10, 100 …, of processes that played it: of all their roles, where they played several. null: not known',
  }),
})

/** What a service is used for, as far as roles depend on it. */
export interface ServiceUse {
  /** Our own worker settles payments in USDC, not a facilitator. */
  readonly ownSettlement: boolean
  /** The DLC oracle has a key: a signer was there, so that promises may be open. */
  readonly hasOracle: boolean
}

interface Need {
  readonly isNeeded: (use: ServiceUse) => boolean
  /**
   * Whether buyers notice. Without a bookkeeper they are served and no promise is broken: sales wait in the store, and an
   * alarm tells the operator.
   */
  readonly degrades: boolean
  /** What is missing without it. */
  readonly without: string
  /** Fewer wait while all is well, and say how much is sold. */
  readonly tellsFrom: number
}

const NEEDS: Readonly<Record<WorkerRole, Need>> = {
  publisher: { isNeeded: () => true, degrades: true, without: 'no answer is renewed', tellsFrom: 1 },
  // Where a facilitator settles, a settler only checks its word: what is sold without one is a matter of the rail.
  settler: {
    isNeeded: ({ ownSettlement }) => ownSettlement,
    degrades: true,
    without: 'no payment in USDC is settled',
    tellsFrom: 10,
  },
  signer: {
    isNeeded: ({ hasOracle }) => hasOracle,
    degrades: true,
    without: 'no DLC event is announced or attested',
    tellsFrom: 1,
  },
  courier: {
    isNeeded: ({ hasOracle }) => hasOracle,
    degrades: true,
    without: 'no webhook is delivered and no address is asked for an outcome',
    tellsFrom: 1,
  },
  bookkeeper: {
    isNeeded: () => true,
    degrades: false,
    without: 'sales wait to be entered into the books',
    tellsFrom: 1_000,
  },
}

const AGE_TOLD_FROM_SECONDS = 5 * MINUTE_SECONDS

/** The page is public: nobody shall read off it how much is sold, or which event a silent webhook is of. */
const coarse = (count: number, from = 1): number => (count < from ? 0 : 10 ** Math.floor(Math.log10(count)))
const coarseAge = (seconds: number): number =>
  seconds < AGE_TOLD_FROM_SECONDS ? 0 : Math.floor(seconds / MINUTE_SECONDS) * MINUTE_SECONDS
const coarseFailures = (failures: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(failures).map(([kind, count]) => [kind, coarse(count)]))

const faultOf = (ageSeconds: number | null): string | null => {
  if (ageSeconds === null) return 'no process plays it'
  return ageSeconds > BEAT_LATE_SECONDS ? `it has not gone round well for ${Math.floor(ageSeconds)} s` : null
}

export type WorkerRow = Readonly<typeof Worker.static>

/** The roles that are needed, in the order in which a worker starts them. Names no process: the page is public. */
export const workerRows = (states: readonly RoleState[], use: ServiceUse, load: WorkerLoad): readonly WorkerRow[] =>
  WORKER_ROLES.filter((role) => NEEDS[role].isNeeded(use)).map((role) => {
    const state = states.find((each) => each.role === role)
    const fault = faultOf(state?.ageSeconds ?? null)
    const { waiting, oldestSeconds } = load.backlogs[role]
    return {
      role,
      working: fault === null,
      reason: fault && `${fault}: ${NEEDS[role].without}`,
      processes: state?.processes ?? 0,
      report_age_seconds: state?.reportAgeSeconds ?? null,
      waiting: waiting === null ? null : coarse(waiting, NEEDS[role].tellsFrom),
      oldest_seconds: oldestSeconds === null ? null : coarseAge(oldestSeconds),
      failures: load.failures && coarseFailures(load.failures[role]),
    }
  })

/** Whether those work that buyers notice. */
export const doAllWork = (rows: readonly WorkerRow[]): boolean =>
  rows.every(({ role, working }) => working || !NEEDS[role].degrades)

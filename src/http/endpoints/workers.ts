import { Type } from '@sinclair/typebox'
import { BEAT_LATE_SECONDS, type RoleState } from '../../metrics/role-states.ts'
import { WORKER_ROLES, type WorkerRole } from '../../role-names.ts'

/** Whether the roles of workers are played that this service needs, for `/health`. */

export const Worker = Type.Object({
  role: Type.Union(WORKER_ROLES.map((role) => Type.Literal(role))),
  working: Type.Boolean(),
  reason: Type.Union([Type.String(), Type.Null()], {
    description: 'why it is not working, and what is missing meanwhile',
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
}

const NEEDS: Readonly<Record<WorkerRole, Need>> = {
  publisher: { isNeeded: () => true, degrades: true, without: 'no answer is renewed' },
  // Where a facilitator settles, a settler only checks its word: what is sold without one is a matter of the rail.
  settler: {
    isNeeded: ({ ownSettlement }) => ownSettlement,
    degrades: true,
    without: 'no payment in USDC is settled',
  },
  signer: {
    isNeeded: ({ hasOracle }) => hasOracle,
    degrades: true,
    without: 'no DLC event is announced or attested',
  },
  courier: {
    isNeeded: ({ hasOracle }) => hasOracle,
    degrades: true,
    without: 'no webhook is delivered and no address is asked for an outcome',
  },
  bookkeeper: { isNeeded: () => true, degrades: false, without: 'sales wait to be entered into the books' },
}

const faultOf = (ageSeconds: number | null): string | null => {
  if (ageSeconds === null) return 'no process plays it'
  return ageSeconds > BEAT_LATE_SECONDS ? `it has not gone round well for ${Math.floor(ageSeconds)} s` : null
}

export interface WorkerRow {
  readonly role: WorkerRole
  readonly working: boolean
  readonly reason: string | null
}

/** The roles that are needed, in the order in which a worker starts them. Names no process: the page is public. */
export const workerRows = (states: readonly RoleState[], use: ServiceUse): readonly WorkerRow[] =>
  WORKER_ROLES.filter((role) => NEEDS[role].isNeeded(use)).map((role) => {
    const fault = faultOf(states.find((each) => each.role === role)?.ageSeconds ?? null)
    return { role, working: fault === null, reason: fault && `${fault}: ${NEEDS[role].without}` }
  })

/** Whether those work that buyers notice. */
export const doAllWork = (rows: readonly WorkerRow[]): boolean =>
  rows.every(({ role, working }) => working || !NEEDS[role].degrades)

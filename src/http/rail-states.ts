import { RAILS, type Rail } from '../canonical/snapshot.ts'
import type { RailState } from './health.ts'
import type { Till } from './till.ts'

type Shown = Pick<Till, 'rails' | 'doors'>

const CLOSED: Readonly<Record<Rail, (till: Shown) => Promise<string | null>>> = {
  l402: async ({ rails }) => (rails.l402?.invoices.isAway ? 'the Lightning node does not answer' : null),
  x402: ({ doors }) => doors.x402(),
}

const WARNING: Readonly<Record<Rail, (till: Shown) => Promise<string | null>>> = {
  l402: async () => null,
  x402: ({ doors }) => doors.warning(),
}

/** The configured rails, in the order in which they are offered. */
export const railStates = (till: Shown): Promise<readonly RailState[]> =>
  Promise.all(
    RAILS.filter((rail) => till.rails[rail] !== null).map(async (rail) => ({
      rail,
      closed: await CLOSED[rail](till),
      warning: await WARNING[rail](till),
    })),
  )

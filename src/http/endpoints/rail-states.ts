import { RAILS, type Rail } from '../../canonical/snapshot.ts'
import type { RailState } from './health.ts'
import { REFUSAL_WORDS } from '../../store/redis/refusal.ts'
import type { PaywallContext } from '../paywall/till.ts'

type Shown = Pick<PaywallContext, 'rails' | 'doors' | 'store'>

const CLOSED: Readonly<Record<Rail, (till: Shown) => Promise<string | null>>> = {
  l402: async ({ rails }) => (rails.l402?.invoices.isAway ? 'the Lightning node makes no invoices' : null),
  x402: ({ doors }) => doors.x402(),
}

const WARNING: Readonly<Record<Rail, (till: Shown) => Promise<string | null>>> = {
  l402: async () => null,
  x402: ({ doors }) => doors.warning(),
}

/** The configured rails, in the order in which they are offered. */
export const railStates = async (till: Shown): Promise<readonly RailState[]> => {
  const refusal = await till.store()
  const closed = (rail: Rail) => (refusal === null ? CLOSED[rail](till) : REFUSAL_WORDS[refusal])
  return Promise.all(
    RAILS.filter((rail) => till.rails[rail] !== null).map(async (rail) => ({
      rail,
      closed: await closed(rail),
      warning: await WARNING[rail](till),
    })),
  )
}

import { RAILS, type Rail } from '../../canonical/snapshot.ts'
import type { RailState } from './health.ts'
import { REFUSAL_WORDS } from '../../store/redis/refusal.ts'
import type { PaywallContext } from '../paywall/context.ts'

type Shown = Pick<PaywallContext, 'rails' | 'availability' | 'store'>

const CLOSED: Readonly<Record<Rail, (paywall: Shown) => Promise<string | null>>> = {
  l402: async ({ rails }) => (rails.l402?.invoices.isAway ? 'the Lightning node makes no invoices' : null),
  x402: ({ availability }) => availability.x402(),
}

const WARNING: Readonly<Record<Rail, (paywall: Shown) => Promise<string | null>>> = {
  l402: async () => null,
  x402: ({ availability }) => availability.warning(),
}

/** The configured rails, in the order in which they are offered. */
export const railStates = async (paywall: Shown): Promise<readonly RailState[]> => {
  const refusal = await paywall.store()
  const closed = (rail: Rail) => (refusal === null ? CLOSED[rail](paywall) : REFUSAL_WORDS[refusal])
  return Promise.all(
    RAILS.filter((rail) => paywall.rails[rail] !== null).map(async (rail) => ({
      rail,
      closed: await closed(rail),
      warning: await WARNING[rail](paywall),
    })),
  )
}

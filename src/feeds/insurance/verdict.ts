import { fixed, toUnits } from '../../canonical/decimal.ts'
import { type PoolState, USDC_PLACES } from './pool.ts'
import { PAYOUT_FRACTIONS, type PerTier } from './tiers.ts'
import type { VesselClass } from './vessel-classes.ts'

/** Whether a voyage is quoted: the first row that holds decides (methods 7.7). */

export const QUOTE_STATUSES = ['quoted', 'indicative', 'refused'] as const
export type QuoteStatus = (typeof QUOTE_STATUSES)[number]

export const QUOTE_REASONS = ['extreme_risk', 'premium_exceeds_quarter', 'no_capital', 'pool_exhausted'] as const
export type QuoteReason = (typeof QUOTE_REASONS)[number]

/** Above it a voyage is refused. */
const MOST_EXTREME = 0.5
/** Share of the sum insured above which a premium is refused. */
const MOST_PREMIUM = 0.25

/** What is judged. The pool is not known to who counts a quote again. */
interface Judged {
  readonly price: { readonly chances: PerTier; readonly premium: number }
  readonly vessel: Pick<VesselClass, 'exposure' | 'sumUsdc'>
}

interface Row {
  readonly when: string
  readonly status: QuoteStatus
  readonly reason: QuoteReason
}

interface RiskRow extends Row {
  holds(judged: Judged): boolean
}

interface PoolRow extends Row {
  holds(judged: Judged, pool: PoolState): boolean
}

/** What a quote would pay at most, hundredths of a USDC. */
const mostPayout = ({ exposure, sumUsdc }: Judged['vessel']): bigint =>
  toUnits(fixed(PAYOUT_FRACTIONS.extreme * sumUsdc * exposure, USDC_PLACES), USDC_PLACES)

const RISK_ROWS: readonly RiskRow[] = [
  {
    when: `the probability of the extreme trigger is above ${MOST_EXTREME}`,
    status: 'refused',
    reason: 'extreme_risk',
    holds: ({ price }) => price.chances.extreme > MOST_EXTREME,
  },
  {
    when: `the premium is above ${MOST_PREMIUM} of the sum insured`,
    status: 'refused',
    reason: 'premium_exceeds_quarter',
    holds: ({ price, vessel }) => price.premium > MOST_PREMIUM * vessel.sumUsdc,
  },
]

const POOL_ROWS: readonly PoolRow[] = [
  {
    when: 'the pool has no capital',
    status: 'indicative',
    reason: 'no_capital',
    holds: (_, { capital }) => capital === 0n,
  },
  {
    when: 'open maximum payouts and that of this voyage are above the capital',
    status: 'refused',
    reason: 'pool_exhausted',
    holds: ({ vessel }, { capital, open }) => open + mostPayout(vessel) > capital,
  },
]

export interface Verdict {
  readonly status: QuoteStatus
  readonly reason: QuoteReason | null
}

const QUOTED: Verdict = { status: 'quoted', reason: null }

/** The rows as text, for the methodology. */
export const VERDICT_ROWS = [
  ...[...RISK_ROWS, ...POOL_ROWS].map(({ when, status, reason }) => ({ when, status, reason })),
  { when: 'otherwise', ...QUOTED },
]

/** Why the voyage is refused whatever the pool holds; `null` if it is not. */
export const riskRefusal = (judged: Judged): QuoteReason | null =>
  RISK_ROWS.find((row) => row.holds(judged))?.reason ?? null

export const verdictOn = (judged: Judged, pool: PoolState): Verdict =>
  RISK_ROWS.find((row) => row.holds(judged)) ?? POOL_ROWS.find((row) => row.holds(judged, pool)) ?? QUOTED

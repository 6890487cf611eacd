import type { Json } from '../../canonical/jcs.ts'
import { PORT_SOURCES } from './sea-ports.ts'
import { INDEPENDENCE_HOURS, LEAST_PREMIUM, LOAD, LONGEST_PART_NM, METHOD_VERSION, PAYOUT_FRACTIONS } from './tiers.ts'
import { VERDICT_ROWS } from './verdict.ts'
import { SPEED_BANDS_M } from './vessel-classes.ts'
import { TRIGGER_HEIGHTS_M } from '../marine/sea-state.ts'

/** How quotes are made, for `/methodology.json`. Its numbers are those that compute. */
export const QUOTE_METHODOLOGY: Readonly<Record<string, Json>> = {
  methodVersion: METHOD_VERSION,
  way: 'shortest way over a graph of sea lanes, great circles, the northwest passage closed, and the legs between each port and its approach',
  parts: `each leg in equal parts of at most ${LONGEST_PART_NM} nautical miles; a part lies in the basin of its middle and in the UTC month in which it begins`,
  waves:
    'mean height and Weibull shape by basin; seasonal means stand at January, April, July and October, months between are linear',
  cyclones: 'in the months of a basin a chance per independent sea state: 1 - (1 - weibull)(1 - cyclone)',
  speed: 'service speed times the mean share that the class keeps in these waves',
  speedBandsM: [...SPEED_BANDS_M],
  independenceHours: INDEPENDENCE_HOURS,
  chance:
    'of a segment 1 - (1 - p)^(hours / independenceHours), at least one draw for a voyage; of the voyage 1 - product of (1 - chance)',
  triggersAboveM: TRIGGER_HEIGHTS_M,
  payoutFractions: PAYOUT_FRACTIONS,
  expected: 'sum insured * exposure * [f4 P4 + (f6 - f4) P6 + (f9 - f6) P9]: the highest reached trigger pays',
  load: LOAD,
  leastPremiumUsdc: LEAST_PREMIUM,
  premium: 'max(leastPremiumUsdc, expected * (1 + load)); no credit for weather routing',
  verdict: VERDICT_ROWS.map((row) => ({ ...row })),
  limits:
    'the wave table was compiled by hand, plus or minus 0.3 m in the mean; cyclone chances are orders of magnitude; not for navigation',
  sources: [...PORT_SOURCES, 'Sea lanes: searoute-py, marnet (Apache-2.0), derived from the Eurostat SeaRoute network'],
}

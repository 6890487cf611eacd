import { linearIndex } from '../indices/linear-index.ts'

export type EquityStressKey = 'vix' | 'ivrv' | 'vvix' | 'credit' | 'dxy'

/**
 * The formula of the equity stress index (methods 4.3). Anchors: the lower end near the long-run 5th to 10th percentile,
 * the upper one near readings of 2008 and 2020, rounded. Buyers verify with the same code.
 */
export const EQUITY_STRESS_INDEX = linearIndex<EquityStressKey>({
  vix: { weight: 0.3, places: 2, scale: { lo: 12, hi: 45 } },
  ivrv: { weight: 0.2, places: 4, scale: { lo: 0.8, hi: 2 } },
  vvix: { weight: 0.2, places: 2, scale: { lo: 80, hi: 150 } },
  credit: { weight: 0.15, places: 4, scale: { lo: 0, hi: 6 } },
  dxy: { weight: 0.15, places: 4, scale: { lo: -1, hi: 4 } },
})

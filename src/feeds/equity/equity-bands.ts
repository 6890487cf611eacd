import type { Bands } from '../math/hysteresis.ts'

/** Regimes of equity stress and of NQ volatility, and their boundaries (methods 0.5). */
export const EQUITY_BANDS = {
  names: ['CALM', 'MODERATE', 'ELEVATED', 'HIGH', 'EXTREME'],
  boundaries: [25, 45, 60, 75],
  deadBand: 2,
} as const satisfies Bands
export type EquityRegime = (typeof EQUITY_BANDS)['names'][number]

/** The same for people. */
export const EQUITY_BOUNDARIES = 'Boundaries 25, 45, 60 and 75, each with a dead band of two points'

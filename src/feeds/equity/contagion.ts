import { CONTAGION_REGIMES } from '../indices/contagion-carry.ts'
import { linearIndex } from '../indices/linear-index.ts'
import type { Bands } from '../math/hysteresis.ts'

export type ContagionKey = 'corr' | 'eqv' | 'dxy' | 'beta'

/**
 * The formula of the contagion index (methods 4.5). A correlation rises by itself when markets are wild, which is why
 * volatility and beta are components of their own. Buyers verify with the same code.
 */
export const CONTAGION_INDEX = linearIndex<ContagionKey>({
  corr: { weight: 0.3, places: 4, scale: { lo: 0, hi: 0.8 } },
  eqv: { weight: 0.25, places: 2, scale: { lo: 12, hi: 40 } },
  dxy: { weight: 0.2, places: 4, scale: { lo: -1, hi: 4 } },
  beta: { weight: 0.25, places: 4, scale: { lo: 0, hi: 3 } },
})

/** Regimes of contagion and their boundaries (methods 0.5). */
export const CONTAGION_BANDS = {
  names: CONTAGION_REGIMES,
  boundaries: [15, 25, 50],
  deadBand: 2,
} as const satisfies Bands

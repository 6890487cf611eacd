import { eia, eiaSpot, NATURAL_GAS, PETROLEUM } from '../../sources/statistics/eia.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import { statsBoard } from './stats-board.ts'

export const EIA_BOARD = statsBoard({
  source: eia,
  everySeconds: HOUR_SECONDS,
  limits: { RWTC: { low: -60, high: 400 }, RBRTE: { low: -60, high: 400 }, RNGWHHD: { low: -5, high: 60 } },
  asks: () => [PETROLEUM, NATURAL_GAS].map(eiaSpot),
})

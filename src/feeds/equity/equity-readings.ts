import type { Boards } from '../board.ts'
import type { ReadingsOf } from '../indices/component.ts'
import type { LinearIndex } from '../indices/linear-index.ts'
import { dollarMomentum } from './dollar-momentum.ts'
import { EQUITY_STRESS_INDEX, type EquityStressKey } from './equity-stress.ts'
import { levelNow, momentumOf, quotient, rangeVolatility, ratioDrawdown, returnVolatility } from './market-measures.ts'
import { heardOf, type MarketMeasure } from './market-tellers.ts'
import { NQ_VOLATILITY_INDEX, type NqVolatilityKey } from './nq-volatility.ts'

/** The inputs of the equity indices (methods 4.3, 4.4): unrounded. */

const heardIn =
  <K extends string>({ scales }: LinearIndex<K>, boards: Boards, now: number) =>
  (key: K, measure: MarketMeasure) =>
    heardOf(boards, now, scales[key], measure)

export const equityStressReadings = (boards: Boards, now: number): ReadingsOf<EquityStressKey> => {
  const heard = heardIn(EQUITY_STRESS_INDEX, boards, now)
  return {
    vix: heard('vix', levelNow('VIX')),
    ivrv: heard('ivrv', quotient(levelNow('VIX'), returnVolatility('SPX'))),
    vvix: heard('vvix', levelNow('VVIX')),
    credit: heard('credit', ratioDrawdown('HYG', 'LQD')),
    dxy: dollarMomentum(boards, now),
  }
}

export const nqVolatilityReadings = (boards: Boards, now: number): ReadingsOf<NqVolatilityKey> => {
  const heard = heardIn(NQ_VOLATILITY_INDEX, boards, now)
  return {
    rv: heard('rv', rangeVolatility('NDX')),
    ts: heard('ts', quotient(levelNow('VIX9D'), levelNow('VIX'))),
    beta: heard('beta', quotient(rangeVolatility('NDX'), rangeVolatility('SPX'))),
    vvix: heard('vvix', levelNow('VVIX')),
    mom: heard('mom', momentumOf('NDX')),
  }
}

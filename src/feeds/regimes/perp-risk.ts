import { sum } from '../math/sums.ts'
import { allThatHold, decisionTable } from '../rules/decision-table.ts'
import type { PerpFacts } from './perp-signals.ts'
import { type PerpRegime, type Risk, RISKS } from './perp-words.ts'

/** How risky a regime is (methods 6.1): points, of which all rows that hold are added. */

export const RISK_POINTS = decisionTable(
  {
    stress: 'regime of the stress index',
    stress_known: 'whether there is one',
    z: 'of funding, standard deviations',
    burst: 'whether liquidations come in a burst',
    vr: 'volatility of the hour over that of the day',
    regime: 'perpetual regime',
  },
  [
    { when: [{ input: 'stress', one_of: ['ELEVATED'] }], gives: 1 },
    { when: [{ input: 'stress', one_of: ['HIGH'] }], gives: 2 },
    { when: [{ input: 'stress', one_of: ['EXTREME'] }], gives: 3 },
    // What is not known is not calm.
    { when: [{ input: 'stress_known', one_of: [false] }], gives: 1 },
    { when: [{ input: 'z', size: true, at_least: 2 }], gives: 1 },
    { when: [{ input: 'burst', one_of: [true] }], gives: 1 },
    { when: [{ input: 'vr', at_least: 2 }], gives: 1 },
    { when: [{ input: 'regime', one_of: ['VOLATILITY_SPIKE'] }], gives: 2 },
  ],
)

export const riskOf = ({ stress, z, burst, vr }: PerpFacts, regime: PerpRegime): Risk => {
  const points = sum(allThatHold(RISK_POINTS, { stress, stress_known: stress !== null, z, burst, vr, regime }))
  return RISKS[Math.min(points, RISKS.length - 1)]!
}

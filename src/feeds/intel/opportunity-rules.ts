import { groupBy } from '../../group-by.ts'
import { LENDING_MARKETS } from '../../sources/lending/lending-markets.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import { decisionTable } from '../rules/decision-table.ts'

/** The rules of lending opportunities (methods 6.10), as they are published. */

/** Points of a hundred that stress costs. */
export const STRESS_PENALTY = decisionTable({ stress: 'regime of the stress index' }, [
  { when: [{ input: 'stress', one_of: ['EXTREME'] }], gives: 4 },
  { when: [{ input: 'stress', one_of: ['HIGH'] }], gives: 2.5 },
  { when: [{ input: 'stress', one_of: ['ELEVATED'] }], gives: 1 },
  { when: [{ input: 'stress', one_of: ['CALM'] }], gives: 0 },
])

/** What contagion costs a protocol on several chains. Unknown contagion costs as coupled markets do. */
export const CONTAGION_PENALTY = decisionTable(
  { cross_chain: 'whether the protocol is read on more than one chain', contagion: 'regime of the contagion index' },
  [
    { when: [{ input: 'cross_chain', one_of: [false] }], gives: 0 },
    { when: [{ input: 'contagion', one_of: ['CONTAGION'] }], gives: 2 },
    { when: [{ input: 'contagion', one_of: ['COUPLED'] }], gives: 1 },
    { when: [{ input: 'contagion', one_of: ['DECOUPLED', 'MIXED'] }], gives: 0 },
    { when: [], gives: 1 },
  ],
)

/** Points of both together, at most. */
export const MOST_PENALTY = 4

/** Which rates are opportunities, of those that the best rates are ranked from. */
export const ELIGIBLE = decisionTable({ age_seconds: 'of the rate', utilization: 'borrowed over supplied' }, [
  {
    when: [
      { input: 'age_seconds', at_most: HOUR_SECONDS },
      // Above it suppliers wait for borrowers before they are paid out.
      { input: 'utilization', at_most: 0.98 },
    ],
    gives: true,
  },
  { when: [], gives: false },
])

/** How many of the best are shown. */
export const SHOWN = 5

const chainsOf = groupBy(LENDING_MARKETS, ({ protocol }) => protocol)

/** Protocols that are read on more than one chain: what happens to a bridge happens to them. */
export const CROSS_CHAIN: readonly string[] = [...chainsOf]
  .filter(([, markets]) => new Set(markets.map(({ chain }) => chain)).size > 1)
  .map(([protocol]) => protocol)

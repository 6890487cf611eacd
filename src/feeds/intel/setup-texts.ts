import type { Condition } from '../rules/condition.ts'
import { conditionText, negationText } from '../rules/condition-text.ts'
import { PERP_TABLE } from '../regimes/perp-table.ts'
import type { Bias, PerpRegime } from '../regimes/perp-words.ts'
import { DRIVERS } from './setup-rules.ts'

/** What drives a setup, and what would end it (methods 6.7). */

const { inputs, rows } = PERP_TABLE

const whenOf = (regime: PerpRegime): readonly Condition<keyof typeof inputs & string>[] =>
  rows.find(({ gives }) => gives === regime)?.when ?? []

const SPIKE = `VOLATILITY_SPIKE: ${whenOf('VOLATILITY_SPIKE')
  .map((condition) => conditionText(condition, inputs))
  .join(' and ')}`

/** Each ends the regime: its own conditions, negated one by one, and a spike, which comes before all others. */
export const invalidations = (regime: PerpRegime): readonly string[] => [
  ...whenOf(regime).map((condition) => negationText(condition, inputs)),
  SPIKE,
]

/** How many signals are named. */
const MOST_SIGNALS = 3

/**
 * What speaks for a setup: the drivers of its regime, and the signals that point its way, the strongest first.
 *
 * @param contributions of each signal to the direction, up above zero
 */
export const edgeOf = (
  regime: PerpRegime,
  bias: Bias,
  contributions: Readonly<Record<string, number>>,
): readonly string[] => {
  const way = bias === 'SHORT' ? -1 : 1
  const signals = Object.entries(contributions)
    .map(([name, contribution]) => ({ name, strength: way * contribution }))
    .filter(({ strength }) => strength > 0)
    .toSorted((a, b) => b.strength - a.strength || (a.name < b.name ? -1 : 1))
  return [...(DRIVERS[regime] ?? []), ...signals.slice(0, MOST_SIGNALS).map(({ name }) => name)]
}

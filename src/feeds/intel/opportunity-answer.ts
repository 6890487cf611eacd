import { CONTAGION_REGIMES } from '../indices/contagion-carry.ts'
import { STRESS_BANDS } from '../indices/stress.ts'
import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { numberOrNull } from '../answer-fields.ts'
import { LEAST_SUPPLIED_USD } from '../defi/ranking.ts'
import { inputStanding, shownInput, shownWord } from '../attested.ts'
import { INTEL_PLACES, INTEL_TAIL, intelHead } from './intel-fields.ts'
import { adjusted, opportunitiesInOrder, isEligible, Opportunity } from './opportunities.ts'
import { SHOWN } from './opportunity-rules.ts'

/** The answer about lending opportunities, and what of it follows from its inputs (methods 6.10). */

const Inputs = Type.Object({
  rates: shownInput(Type.Integer(), 'Rows of the list of all lending rates'),
  rates_confidence: shownInput(Type.Number(), 'Confidence in that list'),
  stress: shownWord(STRESS_BANDS.names, 'Regime of the stress index'),
  stress_value: shownInput(Type.Number(), 'Its value'),
  stress_confidence: shownInput(Type.Number(), 'Its confidence'),
  contagion: shownWord(CONTAGION_REGIMES, 'Regime of the contagion index'),
})
export type OpportunityInputs = Static<typeof Inputs>

const Highest = Type.Object({
  ...Opportunity.properties,
  rationale: Type.String({ description: 'What was taken off' }),
})

export const OpportunityAnswer = Type.Object({
  ...intelHead('defi_opportunity'),
  highest_opportunity: Highest,
  all_opportunities: Type.Array(Opportunity, { minItems: 1, maxItems: SHOWN, description: 'The best, in order' }),
  eligible: Type.Array(Opportunity, { minItems: 1, description: 'Every rate that was compared, in order' }),
  market_context: Type.Object({
    mssi_value: numberOrNull('Stress index'),
    mssi_regime: Type.Union([Type.String(), Type.Null()]),
    msti_regime: Type.Union([Type.String(), Type.Null()], {
      description: 'Unknown contagion costs as coupled markets do',
    }),
  }),
  inputs: Inputs,
  ...INTEL_TAIL,
})
export type OpportunityAnswer = Static<typeof OpportunityAnswer>

const rationaleOf = ({ stress_penalty: penalty, cross_chain: across }: Opportunity): string =>
  `stress penalty -${penalty.toFixed(1)} points${across ? ', contagion across chains included' : ''}`

/** Everything that follows from the rates that were compared and the inputs; `null` without a rate or without stress. */
export const opportunityOf = (eligible: readonly Opportunity[], inputs: OpportunityInputs) => {
  const [best] = eligible
  const { stress, stress_confidence: sure } = inputs
  if (!best || stress.value === null) return null
  return {
    highest_opportunity: { ...best, rationale: rationaleOf(best) },
    all_opportunities: eligible.slice(0, SHOWN),
    market_context: {
      mssi_value: inputs.stress_value.value,
      mssi_regime: stress.value,
      msti_regime: inputs.contagion.value,
    },
    confidence: rounded(Math.min(inputs.rates_confidence.value ?? 0, sure.value ?? 0), INTEL_PLACES),
    ...inputStanding(inputs),
  }
}

/**
 * Whether rows are what they say: eligible, with the penalty of their protocol, in order.
 *
 * @param at Unix seconds of the answer
 */
export const areRight = (
  rows: readonly Opportunity[],
  { stress, contagion }: OpportunityInputs,
  at: number,
): boolean => {
  const word = stress.value
  if (word === null) return false
  const climate = { stress: word, contagion: contagion.value }
  return (
    rows.every((row) => {
      const found = adjusted(row, climate)
      return (
        isEligible(row, at) &&
        row.supplied_usd >= LEAST_SUPPLIED_USD &&
        row.cross_chain === found.cross_chain &&
        row.stress_penalty === found.stress_penalty &&
        row.risk_adjusted_apr === found.risk_adjusted_apr
      )
    }) && opportunitiesInOrder(rows).every((row, place) => row === rows[place])
  )
}

import { inSeconds } from '../../time-units.ts'
import { type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { shownTable } from '../rules/decision-table.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { INTEL_FEED, MARKET } from './intel-fields.ts'
import { MACRO_ACTORS, macroInputs } from './macro-inputs.ts'
import { MacroRiskAnswer, macroRiskOf } from './macro-risk-answer.ts'
import { MACRO_RISK } from './macro-risk-carry.ts'
import { macroRiskExample } from './macro-risk-example.ts'
import {
  CALENDAR_POINTS,
  CONTAGION_POINTS,
  IMMINENT_POINTS,
  MACRO_REGIME,
  MACRO_WEIGHTS,
  MOST_POINTS,
  STRESS_POINTS,
} from './macro-rules.ts'
import { MACRO_RISK_SALE } from './macro-risk-sale.ts'

const conclude = (context: TickContext): Conclusion<MacroRiskAnswer> | Declined => {
  const inputs = macroInputs(context)
  const found = macroRiskOf(inputs, inSeconds(context.now))
  if (!found) return { kind: 'input_missing', input: 'stress, contagion or calendar' }
  return {
    kind: 'concluded',
    content: { service: 'macro_risk', layer: 'Oracle Intelligence', ...found, inputs, disclaimer: DISCLAIMER },
    carry: {},
  }
}

export const macroRisk = defineFeed({
  ...INTEL_FEED,
  id: MACRO_RISK.id,
  published: MACRO_RISK.published,
  summary: 'Risk of the day, 0 to 100: stress of the crypto market, contagion with equities, and announced events',
  noun: 'macro risk',
  subjects: [MARKET],
  answer: MacroRiskAnswer,
  example: macroRiskExample(),
  methodology: {
    stress: shownTable(STRESS_POINTS),
    contagion: shownTable(CONTAGION_POINTS),
    calendar: shownTable(CALENDAR_POINTS),
    imminent: shownTable(IMMINENT_POINTS),
    score: `sum, at most ${MOST_POINTS}; where a factor is missing, the points of the others over their weights, rounded`,
    weights: { ...MACRO_WEIGHTS },
    regimes: shownTable(MACRO_REGIME),
    calendarKnown: 'this day of the United States and of the euro area; events by a rule of thumb do not count',
    confidence:
      'weight times confidence of the factors that are there; two of them at least, stress or calendar among them',
  },

  after: () => MACRO_ACTORS,
  conclude: (_market, context) => conclude(context),

  sale: MACRO_RISK_SALE,
})

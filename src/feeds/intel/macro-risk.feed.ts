import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { measure } from '../../canonical/measure.ts'
import { integer, oneOf } from '../../canonical/token.ts'
import { inSeconds } from '../../time-units.ts'
import { boundSale } from '../bound-sale.ts'
import { type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { inputsCheck, NOTHING_TOLD } from '../recount-inputs.ts'
import { repeats } from '../regimes/recount-regime.ts'
import { shownTable } from '../rules/decision-table.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { INTEL_CATALOGUE, INTEL_FEED, INTEL_PLACES, INTEL_STALE_MINUTES } from './intel-fields.ts'
import { MACRO_ACTORS, macroInputs } from './macro-inputs.ts'
import { MacroRiskAnswer, macroRiskOf } from './macro-risk-answer.ts'
import { MACRO_REGIMES, MACRO_RISK } from './macro-risk-carry.ts'
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
import { mainWord } from '../main-value.ts'

const MARKET: Subject = { key: 'MARKET', domain: 'MARKET', name: 'market', path: {} }

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

const recount = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(MacroRiskAnswer, body)) return [{ what: 'the inputs are readable', ok: false }]
  const found = macroRiskOf(body.inputs, at)
  return [
    inputsCheck(body.inputs, macroInputs(NOTHING_TOLD), at),
    { what: 'points, score, regime and confidence follow from the inputs', ok: found !== null && repeats(body, found) },
  ]
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

  // `v1|INTEL|MACRO_RISK|<score>|<regime>|<confidence>|SHA256:<content>|<timestamp>|<nonce>`
  sale: boundSale(
    'INTEL',
    {
      kind: oneOf('MACRO_RISK'),
      risk_score: integer,
      risk_regime: oneOf(...MACRO_REGIMES),
      confidence: measure(INTEL_PLACES),
    },
    {
      sellableSeconds: MACRO_RISK.sellableSeconds,
      answer: MacroRiskAnswer,
      path: '/oracle/intel/macro/risk',
      catalogue: INTEL_CATALOGUE,
      price: TARIFF.macroRisk,
      apart: () => ({ kind: 'MACRO_RISK' as const }),
      preview: {
        staleMinutes: INTEL_STALE_MINUTES,
        main: mainWord('risk_regime'),
        fields: ['service', 'risk_regime'],
      },
      recompute: recount,
    },
  ),
})

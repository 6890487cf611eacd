import { inSeconds } from '../../time-units.ts'
import { missingInputs } from '../attested.ts'
import { type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { sinceWhen } from '../indices/regime-since.ts'
import { shownTable } from '../rules/decision-table.ts'
import type { Subject } from '../subject.ts'
import { TradfiAnswer, tradfiOf } from './tradfi-answer.ts'
import { TRADFI, type TradfiCarry } from './tradfi-carry.ts'
import { tradfiExample } from './tradfi-example.ts'
import { TRADFI_ACTORS, TRADFI_NEEDS, tradfiInputs } from './tradfi-inputs.ts'
import {
  LEAST_TRADFI_COVERAGE,
  SURE_DISTANCE,
  TRADFI_BANDS,
  TRADFI_DOMINANCE,
  TRADFI_OVERRIDE,
  TRADFI_WEIGHTS,
  YIELD_CURVE_SCALE,
} from './tradfi-rules.ts'
import { TRADFI_SALE } from './tradfi-sale.ts'
import { tradfiRegimeOf } from './tradfi-verdict.ts'

const EQUITY: Subject = { key: 'EQUITY', domain: 'EQUITY', name: 'equity', path: {} }

const conclude = (context: TickContext<TradfiCarry>): Conclusion<TradfiAnswer, TradfiCarry> | Declined => {
  const inputs = tradfiInputs(context)
  const found = tradfiOf(inputs)
  if (found === null) return { kind: 'input_missing', input: missingInputs(inputs).join(', ') }
  const before = context.previous && { overridden_at: null, ...context.previous.carry }
  const { regime, ...override } = tradfiRegimeOf(found.stand, before, inSeconds(context.now))
  return {
    kind: 'concluded',
    content: {
      layer: 'Oracle Information',
      scope: 'EQUITY',
      regime,
      ...found.shown,
      regime_since: sinceWhen(regime, context),
      ...override,
      inputs,
    },
    carry: { regime, ...override },
  }
}

export const tradfiRegime = defineFeed({
  id: TRADFI.id,
  carry: TRADFI.carry,
  published: TRADFI.published,
  family: 'regimes',
  layer: 'Oracle Information',
  summary: 'How much risk traditional markets take: equity stress, NQ volatility and the slope of the US yield curve',
  noun: 'TradFi regime',
  subjects: [EQUITY],
  answer: TradfiAnswer,
  example: tradfiExample(),
  methodology: {
    weights: { ...TRADFI_WEIGHTS },
    yieldCurve: `score 0 at ${YIELD_CURVE_SCALE.lo} percentage point and 100 at ${YIELD_CURVE_SCALE.hi}, straight between`,
    composite: `weighted mean of the scores that are there, of a weight of ${LEAST_TRADFI_COVERAGE} at least; one decimal`,
    bands: {
      regimes: [...TRADFI_BANDS.names],
      boundaries: [...TRADFI_BANDS.boundaries],
      deadBand: TRADFI_BANDS.deadBand,
    },
    override: shownTable(TRADFI_OVERRIDE),
    confidence: `coverage * (0.5 + 0.5 * min(1, distance to the next boundary / ${SURE_DISTANCE}))`,
    dominantSignal: `largest weight * abs(score - ${TRADFI_DOMINANCE.middle}); balanced below a share of ${TRADFI_DOMINANCE.least} of all`,
  },

  everySeconds: 300,
  after: () => TRADFI_ACTORS,
  needs: () => TRADFI_NEEDS,
  conclude: (_equity, context) => conclude(context),

  sale: TRADFI_SALE,
})

import { previewOf } from '../bound-sale.ts'
import { defineFeed } from '../feed.ts'
import { SOLD_DAYS } from '../keeping.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import { readingsOf } from './component.ts'
import { concludeStress, StressAnswer } from './stress-answer.ts'
import { STRESS } from './stress-carry.ts'
import { STRESS_EXAMPLE } from './stress-example.ts'
import { STRESS_LAYOUT } from './stress-layout.ts'
import { stressMethodology } from './stress-methodology.ts'
import { STRESS_INPUTS, stressReadings } from './stress-readings.ts'
import { mainNumber } from '../main-value.ts'

const MARKET: Subject = { key: 'MARKET', domain: 'MARKET', name: 'market', path: {} }

export const stress = defineFeed({
  id: STRESS.id,
  carry: STRESS.carry,
  published: STRESS.published,
  family: 'indices',
  layer: 'Oracle Data',
  summary:
    'Stress of the crypto market, 0 to 100 with a regime: volatility, departures of stablecoins, extremes and spread of funding',
  noun: 'stress index',
  subjects: [MARKET],
  answer: StressAnswer,
  example: STRESS_EXAMPLE,
  methodology: stressMethodology(),
  methodologyOf: stressMethodology,

  everySeconds: 60,
  keeps: () => ({ kind: 'rows', days: SOLD_DAYS.stress, path: '/oracle/history/index/mssi' }),
  after: () => STRESS_INPUTS,
  conclude: (_market, context) => concludeStress(stressReadings(context), context),

  sale: {
    path: '/oracle/stress/market',
    price: TARIFF.index,
    catalogue: '/oracle/stress/catalogue',
    canonical: STRESS_LAYOUT,
    tokens: ({ scope, value, unit, components, regime, confidence }) => ({
      scope,
      code: 'MSSI',
      value,
      unit,
      readings: readingsOf(components),
      regime,
      confidence,
      method: 'v1',
    }),
    sellableSeconds: STRESS.sellableSeconds,
    preview: previewOf<StressAnswer>({
      staleMinutes: 60,
      main: mainNumber('value', { field: 'unit' }),
      fields: ['scope', 'value', 'unit', 'regime', 'confidence', 'degraded', 'methodVersion'],
    }),
  },
})

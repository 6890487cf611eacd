import { rounded } from '../../canonical/measure.ts'
import { regimeOf } from '../math/hysteresis.ts'
import { type RawOf, VALUE_PLACES } from './component.ts'
import { STRESS_BANDS, STRESS_WEIGHTS, type StressKey, stressOf } from './stress.ts'
import type { StressAnswer } from './stress-answer.ts'

/** Plausible raw values. The example's value is computed from them, so that the example verifies. */
const RAW: RawOf<StressKey> = { vol: 41, stbl: 0.21, fr: 2.2, disp: 3.1 }

const FUNDING = ['binance', 'bybit', 'deribit', 'okx']

const SOURCES: Readonly<Record<StressKey, readonly string[]>> = {
  vol: ['MSVI:BTCUSD', 'MSVI:ETHUSD'],
  stbl: ['bitfinex', 'bitstamp', 'gemini', 'kraken'],
  fr: FUNDING,
  disp: FUNDING,
}

const value = rounded(stressOf(RAW)!.value, VALUE_PLACES)

const component = (key: StressKey) => ({
  value: RAW[key],
  weight: STRESS_WEIGHTS[key],
  confidence: 0.95,
  sources: [...SOURCES[key]],
})

export const STRESS_EXAMPLE: StressAnswer = {
  scope: 'MARKET',
  value,
  unit: 'index',
  regime: regimeOf(STRESS_BANDS, value, null),
  regime_since: 1_794_990_002,
  confidence: 0.95,
  degraded: false,
  components: {
    vol: component('vol'),
    stbl: component('stbl'),
    fr: component('fr'),
    disp: component('disp'),
  },
  methodVersion: 1,
  computedAt: 1_795_000_002,
  observed_at: 1_795_000_000,
}

import type { ShownInput } from '../attested.ts'
import type { InputValue } from '../rules/condition.ts'
import { EXAMPLE_AT, EXAMPLE_TICK } from '../venue-parts.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { type MacroInputs, type MacroRiskAnswer, macroRiskOf } from './macro-risk-answer.ts'

const from = <V extends InputValue>(actor: string, value: V): ShownInput<V> => ({
  value,
  timestamp: EXAMPLE_AT,
  actor,
  contentHash: '0d9c8b7a6f5e4d3c2b1a09f8e7d6c5b4a3928170f6e5d4c3b2a1908f7e6d5c4b',
})
const stress = <V extends InputValue>(value: V) => from('index/stress/MARKET', value)
const contagion = <V extends InputValue>(value: V) => from('index/contagion/MARKET', value)
const today = <V extends InputValue>(value: V) => from('econ/calendar-today/TODAY', value)

/** An answer of which everything follows from its inputs, so that it verifies. */
export const macroRiskExample = (): MacroRiskAnswer => {
  const inputs: MacroInputs = {
    stress: stress('HIGH'),
    stress_value: stress(57.3),
    stress_confidence: stress(0.95),
    contagion: contagion('COUPLED'),
    contagion_value: contagion(38.1),
    contagion_confidence: contagion(0.9),
    high_impact_today: today(7),
    next_high_impact_at: from('econ/calendar/30D', EXAMPLE_TICK + 18_000),
    calendar_confidence: today(1),
  }
  return {
    service: 'macro_risk',
    layer: 'Oracle Intelligence',
    ...macroRiskOf(inputs, EXAMPLE_TICK)!,
    inputs,
    disclaimer: DISCLAIMER,
  }
}

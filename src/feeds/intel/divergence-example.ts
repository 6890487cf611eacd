import type { ShownInput } from '../attested.ts'
import type { InputValue } from '../rules/condition.ts'
import { EXAMPLE_AT } from '../venue-parts.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { type DivergenceAnswer, type DivergenceInputs, divergenceOf } from './divergence-answer.ts'

const from = <V extends InputValue>(actor: string, value: V): ShownInput<V> => ({
  value,
  timestamp: EXAMPLE_AT,
  actor,
  contentHash: '61a3c5e7092b4d6f8091a3c5e7092b4d6f8091a3c5e7092b4d6f8091a3c5e709',
})

/** An answer of which everything follows from its inputs, so that it verifies. */
export const divergenceExample = (): DivergenceAnswer => {
  const inputs: DivergenceInputs = {
    perp_btc: from('regime/perp/BTC', 'BULLISH_MOMENTUM'),
    perp_btc_confidence: from('regime/perp/BTC', 0.84),
    perp_eth: from('regime/perp/ETH', 'MILD_BULLISH'),
    perp_sol: from('regime/perp/SOL', 'NEUTRAL_CHOPPY'),
    tradfi: from('regime/tradfi/EQUITY', 'STRESS'),
    tradfi_confidence: from('regime/tradfi/EQUITY', 0.76),
    stress: from('index/stress/MARKET', 'CALM'),
    contagion: from('index/contagion/MARKET', 'COUPLED'),
    macro_risk: from('intel/macro-risk/MARKET', 'HIGH'),
    regimes_changed: from('intel/regime-change/MARKET', 1),
    funding_zscore: from('funding/BTC-USD', 2.4),
    basis: from('basis/BTC-USD', 'CONTANGO'),
  }
  return {
    service: 'divergence',
    layer: 'Oracle Intelligence',
    ...divergenceOf(inputs)!,
    inputs,
    disclaimer: DISCLAIMER,
  }
}

import type { ShownInput } from '../attested.ts'
import type { InputValue } from '../rules/condition.ts'
import { EXAMPLE_AT } from '../venue-parts.ts'
import { type ConsensusAnswer, type ConsensusInputs, consensusOf } from './consensus-answer.ts'
import { DISCLAIMER } from './disclaimer.ts'

const from = <V extends InputValue>(actor: string, value: V): ShownInput<V> => ({
  value,
  timestamp: EXAMPLE_AT,
  actor,
  contentHash: '2b4d6f8091a3c5e7092b4d6f8091a3c5e7092b4d6f8091a3c5e7092b4d6f8091',
})

/** An answer of which everything follows from its inputs, so that it verifies. */
export const consensusExample = (): ConsensusAnswer => {
  const inputs: ConsensusInputs = {
    perp_btc: from('regime/perp/BTC', 'BULLISH_MOMENTUM'),
    perp_btc_confidence: from('regime/perp/BTC', 0.84),
    perp_eth: from('regime/perp/ETH', 'MILD_BULLISH'),
    perp_eth_confidence: from('regime/perp/ETH', 0.65),
    perp_sol: from('regime/perp/SOL', 'BULLISH_MOMENTUM'),
    perp_sol_confidence: from('regime/perp/SOL', 0.8),
    tradfi: from('regime/tradfi/EQUITY', 'RISK_ON'),
    tradfi_confidence: from('regime/tradfi/EQUITY', 0.9),
    stress: from('index/stress/MARKET', 'CALM'),
    stress_confidence: from('index/stress/MARKET', 0.95),
    contagion: from('index/contagion/MARKET', 'MIXED'),
    contagion_confidence: from('index/contagion/MARKET', 0.9),
    macro_risk: from('intel/macro-risk/MARKET', 'LOW'),
    macro_risk_confidence: from('intel/macro-risk/MARKET', 0.96),
    regimes_changed: from('intel/regime-change/MARKET', 0),
    divergence: from('intel/divergence/MARKET', 'NONE'),
  }
  return {
    service: 'consensus',
    layer: 'Oracle Intelligence',
    ...consensusOf(inputs)!,
    inputs,
    disclaimer: DISCLAIMER,
  }
}

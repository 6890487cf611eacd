import type { ShownInput } from '../attested.ts'
import { exampleOfMarkets } from '../defi/defi-example.ts'
import type { InputValue } from '../rules/condition.ts'
import { EXAMPLE_AT, EXAMPLE_TICK } from '../venue-parts.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { opportunities } from './opportunities.ts'
import { type OpportunityAnswer, type OpportunityInputs, opportunityOf } from './opportunity-answer.ts'

const from = <V extends InputValue>(actor: string, value: V): ShownInput<V> => ({
  value,
  timestamp: EXAMPLE_AT,
  actor,
  contentHash: 'e7c5a391807f6d4b2e7c5a391807f6d4b2e7c5a391807f6d4b2e7c5a391807f6',
})

/** An answer of which everything follows from its rates and inputs, so that it verifies. */
export const opportunityExample = (): OpportunityAnswer => {
  const { rows } = exampleOfMarkets()
  const inputs: OpportunityInputs = {
    rates: from('defi/yield-all/EVERY', rows.length),
    rates_confidence: from('defi/yield-all/EVERY', 0.82),
    stress: from('index/stress/MARKET', 'ELEVATED'),
    stress_value: from('index/stress/MARKET', 45.8),
    stress_confidence: from('index/stress/MARKET', 0.95),
    contagion: from('index/contagion/MARKET', 'COUPLED'),
  }
  const eligible = opportunities(rows, { stress: 'ELEVATED', contagion: 'COUPLED' }, EXAMPLE_TICK)
  return {
    service: 'defi_opportunity',
    layer: 'Oracle Intelligence',
    ...opportunityOf(eligible, inputs)!,
    eligible: [...eligible],
    inputs,
    disclaimer: DISCLAIMER,
  }
}

import { DAY_SECONDS } from '../../time-units.ts'
import type { ShownInput } from '../attested.ts'
import type { InputValue } from '../rules/condition.ts'
import { EXAMPLE_AT, EXAMPLE_TICK } from '../venue-parts.ts'
import { type TradfiAnswer, type TradfiInputs, tradfiOf } from './tradfi-answer.ts'
import { tradfiRegimeOf } from './tradfi-verdict.ts'

const from = <V extends InputValue>(actor: string, value: V): ShownInput<V> => ({
  value,
  timestamp: EXAMPLE_AT,
  actor,
  contentHash: '9c1e3a5b7d9f0b2d4f6a8c0e1a3c5e7091b3d5f7092b4d6f8091a3c5e709f1b3',
})

/** An answer of which everything follows from its inputs, so that it verifies. */
export const tradfiExample = (): TradfiAnswer => {
  const inputs: TradfiInputs = {
    mesi_value: from('index/equity-stress/EQUITY', 36.2),
    mesi_regime: from('index/equity-stress/EQUITY', 'MODERATE'),
    mnvi_value: from('index/nq-volatility/NQ-USD', 44),
    mnvi_regime: from('index/nq-volatility/NQ-USD', 'MODERATE'),
    yield_curve_pct: from('econ/us/YIELD-CURVE', 0.39),
    vix: from('index/equity-stress/EQUITY', 18),
  }
  const { stand, shown } = tradfiOf(inputs)!
  return {
    layer: 'Oracle Information',
    scope: 'EQUITY',
    ...tradfiRegimeOf(stand, null, EXAMPLE_TICK),
    ...shown,
    regime_since: EXAMPLE_TICK - DAY_SECONDS,
    inputs,
  }
}

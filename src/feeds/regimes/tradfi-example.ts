import { DAY_SECONDS } from '../../time-units.ts'
import { EXAMPLE_AT, EXAMPLE_TICK } from '../venue-parts.ts'
import type { ShownInput } from '../attested.ts'
import type { InputValue } from '../rules/condition.ts'
import type { TradfiAnswer } from './tradfi-answer.ts'
import { tradfiEvaluated } from './tradfi-evaluated.ts'
import { TRADFI_ACTORS, tradfiSources } from './tradfi-inputs.ts'
import { tradfiRegime } from './tradfi-regime.ts'

const HASH = '3f0e8b1c5a7d92460e1f8c3b6a5d4e7f90812b3c4d5e6f708192a3b4c5d6e7f8'

/** A plausible answer: everything that follows is computed from its inputs, so that it verifies. */
export const tradfiExample = (): TradfiAnswer => {
  const [mesi, mnvi, curve] = TRADFI_ACTORS
  const from = <V extends InputValue>(actor: string | undefined, value: V): ShownInput<V> => ({
    value,
    timestamp: EXAMPLE_AT,
    actor: actor ?? '',
    contentHash: HASH,
  })
  const inputs = {
    mesi_value: from(mesi, 36.2),
    mesi_regime: from(mesi, 'MODERATE'),
    mnvi_value: from(mnvi, 44),
    mnvi_regime: from(mnvi, 'MODERATE'),
    yield_curve_pct: from(curve, 0.39),
    yield_curve_observed_at: from(curve, EXAMPLE_AT - 50_400),
    vix: from(mesi, 18),
  }
  const { shown, alarms } = tradfiEvaluated(inputs)
  if (shown === null) throw new Error('the example has too few parts')
  return {
    layer: 'Oracle Information',
    scope: 'TRADFI',
    ...tradfiRegime(shown.composite, alarms, null),
    ...shown,
    degraded: false,
    regime_since: EXAMPLE_TICK - DAY_SECONDS,
    inputs,
    missing: [],
    sources: tradfiSources(inputs),
  }
}

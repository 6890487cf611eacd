import type { ShownInput } from '../attested.ts'
import { actorId } from '../feed.ts'
import { PERP } from '../regimes/perp-carry.ts'
import { PERP_RUNS } from '../regimes/perp-runs-carry.ts'
import type { PerpCoin, PerpRegime } from '../regimes/perp-words.ts'
import type { InputValue } from '../rules/condition.ts'
import { EXAMPLE_AT } from '../venue-parts.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { REGIME_LOOK_BACK } from './past-regime.ts'
import { changeInputsOf, type RegimeChangeAnswer, regimeChanges } from './regime-change-answer.ts'

const HASH = '9c1d5e7f3a2b4c6d8e0f1a3b5c7d9e1f2a4b6c8d0e2f4a6b8c0d2e4f6a8b0c2d'

const coin = (key: PerpCoin, now: PerpRegime, before: PerpRegime) => {
  const from = <V extends InputValue>(value: V): ShownInput<V> => ({
    value,
    timestamp: EXAMPLE_AT,
    actor: actorId(PERP, { key }),
    contentHash: HASH,
  })
  return {
    now: from(now),
    confidence: from(0.64),
    risk: from('LOW' as const),
    before: {
      value: before,
      timestamp: EXAMPLE_AT - REGIME_LOOK_BACK.seconds,
      actor: actorId(PERP_RUNS, { key }),
      contentHash: null,
    },
  }
}

/** By coin: now, and before. */
const REGIMES: Readonly<Record<PerpCoin, readonly [now: PerpRegime, before: PerpRegime]>> = {
  BTC: ['NEUTRAL_CHOPPY', 'MILD_BULLISH'],
  ETH: ['MILD_BULLISH', 'MILD_BULLISH'],
  SOL: ['MILD_BEARISH', 'MILD_BEARISH'],
}

/** An answer of which everything follows from its inputs, so that it verifies. */
export const regimeChangeExample = (): RegimeChangeAnswer => {
  const inputs = changeInputsOf((key) => coin(key, ...REGIMES[key]))
  return {
    service: 'regime_change',
    layer: 'Oracle Intelligence',
    ...regimeChanges(inputs),
    inputs,
    disclaimer: DISCLAIMER,
  }
}

import { BASIS_REGIMES } from '../math/basis.ts'
import { MACRO_REGIMES } from './macro-risk-carry.ts'
import { CONTAGION_REGIMES } from '../indices/contagion-carry.ts'
import { STRESS_BANDS } from '../indices/stress.ts'
import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { number, word } from '../answer-fields.ts'
import { inputStanding, shownInput, shownWord } from '../attested.ts'
import { PERP_REGIMES } from '../regimes/perp-words.ts'
import { TRADFI_REGIMES } from '../regimes/tradfi-rules.ts'
import {
  COIN_WEIGHTS,
  CRYPTO_STANCES,
  DIVERGENCE_DIRECTIONS,
  DIVERGENCES,
  MOST_DIVERGENCE,
  TRADFI_STANCES,
} from './divergence-rules.ts'
import { DIVERGENCE_PLACES, divergenceVerdict } from './divergence-verdict.ts'
import { INTEL_PLACES, INTEL_TAIL, intelHead } from './intel-fields.ts'

/** The answer about divergence, and what of it follows from its inputs (methods 6.5). */

const confidence = (description: string) => shownInput(Type.Number({ minimum: 0, maximum: 1 }), description)

const Inputs = Type.Object({
  perp_btc: shownWord(PERP_REGIMES, 'Perpetual regime of BTC'),
  perp_btc_confidence: confidence('Confidence in it'),
  perp_eth: shownWord(PERP_REGIMES, 'Perpetual regime of ETH'),
  perp_sol: shownWord(PERP_REGIMES, 'Perpetual regime of SOL'),
  tradfi: shownWord(TRADFI_REGIMES, 'TradFi regime'),
  tradfi_confidence: confidence('Confidence in it'),
  stress: shownWord(STRESS_BANDS.names, 'Regime of the stress index'),
  contagion: shownWord(CONTAGION_REGIMES, 'Regime of the contagion index'),
  macro_risk: shownWord(MACRO_REGIMES, 'Regime of macro risk'),
  regimes_changed: shownInput(
    Type.Integer({ minimum: 0, maximum: Object.keys(COIN_WEIGHTS).length }),
    'Coins whose regime changed within two hours',
  ),
  funding_zscore: shownInput(Type.Number(), 'Of the funding of BTC, against three days'),
  basis: shownWord(BASIS_REGIMES, 'Regime of the basis of BTC perpetuals'),
})
export type DivergenceInputs = Static<typeof Inputs>

export const DivergenceAnswer = Type.Object({
  ...intelHead('divergence'),
  divergence: word(DIVERGENCES, 'Level'),
  divergence_score: Type.Number({ minimum: 0, maximum: MOST_DIVERGENCE, description: 'Higher is further apart' }),
  direction: word(DIVERGENCE_DIRECTIONS, 'Which goes where'),
  crypto_stance: word(CRYPTO_STANCES, 'By the score of crypto'),
  tradfi_stance: word(TRADFI_STANCES, 'By the score of TradFi'),
  contagion_amplified: Type.Boolean({ description: 'Contagion adds a point to a wide gap' }),
  crypto_score: number('-1 to 1'),
  tradfi_score: number('-1 to 1'),
  gap: number('Between the two scores, 0 to 2'),
  inputs: Inputs,
  ...INTEL_TAIL,
})
export type DivergenceAnswer = Static<typeof DivergenceAnswer>

/** Everything that follows from the inputs; `null` without bitcoin or TradFi. */
export const divergenceOf = (inputs: DivergenceInputs) => {
  const btc = inputs.perp_btc.value
  const tradfi = inputs.tradfi.value
  if (btc === null || tradfi === null) return null
  const found = divergenceVerdict({
    btc,
    eth: inputs.perp_eth.value,
    sol: inputs.perp_sol.value,
    tradfi,
    stress: inputs.stress.value,
    contagion: inputs.contagion.value,
    macroRisk: inputs.macro_risk.value,
    changed: inputs.regimes_changed.value,
    zscore: inputs.funding_zscore.value,
    basis: inputs.basis.value,
  })
  const sure = Math.min(inputs.perp_btc_confidence.value ?? 0, inputs.tradfi_confidence.value ?? 0)
  return {
    divergence: found.level,
    divergence_score: rounded(found.score, DIVERGENCE_PLACES.divergence),
    direction: found.direction,
    crypto_stance: found.cryptoStance,
    tradfi_stance: found.tradfiStance,
    contagion_amplified: found.isAmplified,
    crypto_score: found.crypto,
    tradfi_score: found.tradfi,
    gap: found.gap,
    confidence: rounded(sure * found.weight, INTEL_PLACES),
    ...inputStanding(inputs),
  }
}

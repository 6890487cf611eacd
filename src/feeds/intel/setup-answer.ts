import { STRESS_BANDS } from '../indices/stress.ts'
import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { number, share, word } from '../answer-fields.ts'
import { inputStanding, shownWord } from '../attested.ts'
import { mean } from '../math/sums.ts'
import { BIASES, PERP_COINS, PERP_REGIMES, type PerpCoin, RISKS } from '../regimes/perp-words.ts'
import { INTEL_PLACES, INTEL_TAIL, intelHead } from './intel-fields.ts'
import { MARKET_BIASES } from './setup-rules.ts'
import { marketBias, scoredSetup } from './setup-score.ts'
import { edgeOf, invalidations } from './setup-texts.ts'

/** The answer of the setup scanner, and what of it follows from its inputs (methods 6.7). */

const Facts = Type.Object({
  regime: word(PERP_REGIMES, 'Regime'),
  bias: word(BIASES, 'Bias of the regime'),
  confidence: share('Confidence in it'),
  risk: word(RISKS, 'Level of risk'),
  contributions: Type.Record(Type.String(), Type.Number(), { description: 'Of each signal to the direction' }),
})

const PerpInput = Type.Object(
  {
    value: Type.Union([Facts, Type.Null()], { description: 'As it was published; null if it is missing' }),
    timestamp: Type.Union([Type.Integer(), Type.Null()]),
    actor: Type.String(),
    contentHash: Type.Union([Type.String(), Type.Null()]),
  },
  { description: 'The perpetual regime of a coin' },
)

const Inputs = Type.Object({
  btc: PerpInput,
  eth: PerpInput,
  sol: PerpInput,
  stress: shownWord(STRESS_BANDS.names, 'Regime of the stress index'),
})
export type SetupInputs = Static<typeof Inputs>

const Scanned = Type.Object({
  currency: word(PERP_COINS, 'Coin'),
  regime: word(PERP_REGIMES, 'Regime'),
  bias: word(BIASES, 'Bias of the regime'),
  confidence: share('Confidence in it'),
  risk: word(RISKS, 'Level of risk; raised for long setups while the market leaves risk'),
  score: number('A hundred times the confidence and the points of the tables'),
  qualifies: Type.Boolean(),
})

const Setup = Type.Object({
  currency: word(PERP_COINS, 'Coin'),
  signal_alignment: word(BIASES, 'Which way'),
  regime: word(PERP_REGIMES, 'Regime'),
  confidence: share('Confidence in it'),
  risk: word(RISKS, 'Level of risk'),
  score: number('As in scanned'),
  edge: Type.Array(Type.String(), { description: 'What speaks for it: drivers, and up to three signals' }),
  invalidation_conditions: Type.Array(Type.String(), { description: 'Any of these ends it' }),
})

export const SetupAnswer = Type.Object({
  ...intelHead('perp_setup'),
  highest_confidence_setup: Type.Union([Setup, Type.Null()], { description: 'null where none qualifies' }),
  market_bias: word(MARKET_BIASES, 'By the stress index'),
  setups_found: Type.Integer({ minimum: 0, maximum: 3, description: 'Coins that qualify' }),
  scanned: Type.Array(Scanned, { minItems: 1, maxItems: 3 }),
  inputs: Inputs,
  ...INTEL_TAIL,
})
export type SetupAnswer = Static<typeof SetupAnswer>

/** By coin, in the order in which ties are broken. */
const coinsOf = ({ btc, eth, sol }: SetupInputs): readonly (readonly [PerpCoin, SetupInputs['btc']])[] => [
  ['BTC', btc],
  ['ETH', eth],
  ['SOL', sol],
]

/** Everything that follows from the inputs; `null` without any regime. */
export const setupsOf = (inputs: SetupInputs) => {
  const market = marketBias(inputs.stress.value)
  const known = coinsOf(inputs).flatMap(([currency, { value }]) => (value ? [{ currency, facts: value }] : []))
  const scanned = known.map(({ currency, facts }) => {
    const { regime, bias, confidence } = facts
    return { currency, regime, bias, confidence, ...scoredSetup(facts, market) }
  })
  if (scanned.length === 0) return null
  const qualified = scanned.filter(({ qualifies }) => qualifies)
  // Sorting keeps the order of coins where scores are equal.
  const best = qualified.toSorted((a, b) => b.score - a.score)[0]
  const contributions = known.find(({ currency }) => currency === best?.currency)?.facts.contributions ?? {}
  return {
    highest_confidence_setup: best
      ? {
          currency: best.currency,
          signal_alignment: best.bias,
          regime: best.regime,
          confidence: best.confidence,
          risk: best.risk,
          score: best.score,
          edge: [...edgeOf(best.regime, best.bias, contributions)],
          invalidation_conditions: [...invalidations(best.regime)],
        }
      : null,
    market_bias: market,
    setups_found: qualified.length,
    scanned,
    confidence: rounded(best?.confidence ?? mean(scanned.map(({ confidence }) => confidence)), INTEL_PLACES),
    ...inputStanding(inputs),
  }
}

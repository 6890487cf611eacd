import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { wordOrNull } from '../answer-fields.ts'
import { inputStanding, oldestOf, type ShownInput, shownInput } from '../attested.ts'
import {
  BIAS_OF,
  BIASES,
  PERP_COINS,
  PERP_REGIMES,
  type PerpCoin,
  type PerpRegime,
  type Risk,
  RISKS,
} from '../regimes/perp-words.ts'
import { INTEL_PLACES, INTEL_TAIL, intelHead } from './intel-fields.ts'

/** The answer about changes of regimes, and what of it follows from its inputs (methods 6.8). */

const regime = Type.Union(PERP_REGIMES.map((each) => Type.Literal(each)))
const now = shownInput(regime, 'Regime now')
const before = shownInput(regime, 'Regime two hours earlier, from our own record, which is not sold: it has no hash')
const risk = shownInput(Type.Union(RISKS.map((each) => Type.Literal(each))), 'Level of risk now')
const confidence = shownInput(Type.Number(), 'Confidence in the regime now')

const Inputs = Type.Object({
  btc_now: now,
  btc_confidence: confidence,
  btc_risk: risk,
  btc_before: before,
  eth_now: now,
  eth_confidence: confidence,
  eth_risk: risk,
  eth_before: before,
  sol_now: now,
  sol_confidence: confidence,
  sol_risk: risk,
  sol_before: before,
})
export type ChangeInputs = Static<typeof Inputs>

/** The inputs of one coin. */
interface CoinInputs {
  readonly now: ShownInput<PerpRegime>
  readonly confidence: ShownInput<number>
  readonly risk: ShownInput<Risk>
  readonly before: ShownInput<PerpRegime>
}

/** The inputs of all coins under their names. */
export const changeInputsOf = (of: (coin: PerpCoin) => CoinInputs): ChangeInputs => {
  const [btc, eth, sol] = [of('BTC'), of('ETH'), of('SOL')]
  return {
    btc_now: btc.now,
    btc_confidence: btc.confidence,
    btc_risk: btc.risk,
    btc_before: btc.before,
    eth_now: eth.now,
    eth_confidence: eth.confidence,
    eth_risk: eth.risk,
    eth_before: eth.before,
    sol_now: sol.now,
    sol_confidence: sol.confidence,
    sol_risk: sol.risk,
    sol_before: sol.before,
  }
}

const orNull = <T extends ReturnType<typeof Type.Boolean> | ReturnType<typeof Type.Number>>(
  type: T,
  description: string,
) => Type.Union([type, Type.Null()], { description })

const Transition = Type.Object({
  currency: Type.Union(PERP_COINS.map((coin) => Type.Literal(coin))),
  regime_changed: orNull(Type.Boolean(), 'null where one of the two is not known: that is not "unchanged"'),
  from_regime: wordOrNull(PERP_REGIMES, 'Two hours earlier'),
  to_regime: wordOrNull(PERP_REGIMES, 'Now'),
  bias_changed: orNull(Type.Boolean(), 'Whether the bias changed too'),
  current: Type.Object({
    regime: wordOrNull(PERP_REGIMES, 'Now'),
    bias: wordOrNull(BIASES, 'Of that regime'),
    confidence: orNull(Type.Number(), 'In that regime'),
    risk: wordOrNull(RISKS, 'Level of risk'),
  }),
  two_hours_ago: Type.Object({
    regime: wordOrNull(PERP_REGIMES, 'Then'),
    bias: wordOrNull(BIASES, 'Of that regime'),
  }),
})

export const RegimeChangeAnswer = Type.Object({
  ...intelHead('regime_change'),
  regime_changed: Type.Boolean({ description: 'Of any coin' }),
  transitions: Type.Array(Transition, { minItems: 3, maxItems: 3 }),
  transitions_found: Type.Integer({ minimum: 0, maximum: 3, description: 'Coins whose regime changed' }),
  currencies: Type.Array(Type.Union(PERP_COINS.map((coin) => Type.Literal(coin))), { description: 'These coins' }),
  compared: Type.Integer({ minimum: 1, maximum: 3, description: 'Coins of which both regimes are known' }),
  inputs: Inputs,
  ...INTEL_TAIL,
})
export type RegimeChangeAnswer = Static<typeof RegimeChangeAnswer>

const biasOf = (found: PerpRegime | null) => found && BIAS_OF[found]

/** What is known of one coin. */
interface CoinChange {
  readonly coin: PerpCoin
  readonly now: ShownInput<PerpRegime>['value']
  readonly confidence: number | null
  readonly risk: ChangeInputs['btc_risk']['value']
  readonly before: ShownInput<PerpRegime>['value']
}

/** By coin, in their order. */
const changesOf = (inputs: ChangeInputs): readonly CoinChange[] =>
  PERP_COINS.map((coin) => {
    const at = `${coin.toLowerCase()}` as Lowercase<PerpCoin>
    return {
      coin,
      now: inputs[`${at}_now`].value,
      confidence: inputs[`${at}_confidence`].value,
      risk: inputs[`${at}_risk`].value,
      before: inputs[`${at}_before`].value,
    }
  })

/** Everything that follows from the inputs. */
export const regimeChanges = (inputs: ChangeInputs) => {
  const transitions = changesOf(inputs).map(({ coin, now: to, before: from, confidence: sure, risk: level }) => {
    const isKnown = to !== null && from !== null
    return {
      currency: coin,
      regime_changed: isKnown ? to !== from : null,
      from_regime: from,
      to_regime: to,
      bias_changed: isKnown ? biasOf(to) !== biasOf(from) : null,
      current: { regime: to, bias: biasOf(to), confidence: sure, risk: level },
      two_hours_ago: { regime: from, bias: biasOf(from) },
    }
  })
  const currencies = transitions.flatMap(({ currency, regime_changed: changed }) => (changed ? [currency] : []))
  const compared = transitions.filter(({ regime_changed: changed }) => changed !== null).length
  return {
    regime_changed: currencies.length > 0,
    transitions,
    transitions_found: currencies.length,
    currencies,
    compared,
    confidence: rounded(compared / PERP_COINS.length, INTEL_PLACES),
    ...inputStanding(inputs),
    // What is compared is two hours old by its meaning.
    observed_at: oldestOf([inputs.btc_now, inputs.eth_now, inputs.sol_now]),
  }
}

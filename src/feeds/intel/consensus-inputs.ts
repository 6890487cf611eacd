import { type PublishedAnswer, publishedAnswer, type Repeatable, inputFrom } from '../attested.ts'
import { actorId, type TickContext } from '../feed.ts'
import { CONTAGION } from '../indices/contagion-carry.ts'
import { STRESS } from '../indices/stress-carry.ts'
import { PERP } from '../regimes/perp-carry.ts'
import { PERP_COINS, type PerpCoin } from '../regimes/perp-words.ts'
import { TRADFI } from '../regimes/tradfi-carry.ts'
import type { ConsensusInputs } from './consensus-answer.ts'
import { INTEL_DIVERGENCE } from './divergence-carry.ts'
import { MARKET } from './intel-fields.ts'
import { MACRO_RISK } from './macro-risk-carry.ts'
import { REGIME_CHANGE } from './regime-change-carry.ts'

/** The inputs of consensus, from what is published. */

const EQUITY = { key: 'EQUITY' }

/** The actors that consensus reads. */
export const CONSENSUS_ACTORS: readonly string[] = [
  ...PERP_COINS.map((key) => actorId(PERP, { key })),
  actorId(TRADFI, EQUITY),
  ...[STRESS, CONTAGION, MACRO_RISK, REGIME_CHANGE, INTEL_DIVERGENCE].map((from) => actorId(from, MARKET)),
]

/** A regime and the confidence in it. */
const both = <A extends { readonly confidence: number }, R extends string>(
  found: PublishedAnswer<A> | null,
  from: Pick<Repeatable, 'id'>,
  subject: { readonly key: string },
  regime: (values: A) => R,
) => {
  const actor = actorId(from, subject)
  return [inputFrom(found, actor, regime), inputFrom(found, actor, ({ confidence }) => confidence)] as const
}

export const consensusInputs = (context: TickContext): ConsensusInputs => {
  const ofCoin = (key: PerpCoin) => both(publishedAnswer(context, PERP, key), PERP, { key }, ({ regime }) => regime)
  const [btc, btcSure] = ofCoin('BTC')
  const [eth, ethSure] = ofCoin('ETH')
  const [sol, solSure] = ofCoin('SOL')
  const [tradfi, tradfiSure] = both(
    publishedAnswer(context, TRADFI, EQUITY.key),
    TRADFI,
    EQUITY,
    ({ regime }) => regime,
  )
  const [stress, stressSure] = both(
    publishedAnswer(context, STRESS, MARKET.key),
    STRESS,
    MARKET,
    ({ regime }) => regime,
  )
  const [contagion, contagionSure] = both(
    publishedAnswer(context, CONTAGION, MARKET.key),
    CONTAGION,
    MARKET,
    ({ regime }) => regime,
  )
  const [macro, macroSure] = both(
    publishedAnswer(context, MACRO_RISK, MARKET.key),
    MACRO_RISK,
    MARKET,
    ({ risk_regime: regime }) => regime,
  )
  return {
    perp_btc: btc,
    perp_btc_confidence: btcSure,
    perp_eth: eth,
    perp_eth_confidence: ethSure,
    perp_sol: sol,
    perp_sol_confidence: solSure,
    tradfi,
    tradfi_confidence: tradfiSure,
    stress,
    stress_confidence: stressSure,
    contagion,
    contagion_confidence: contagionSure,
    macro_risk: macro,
    macro_risk_confidence: macroSure,
    regimes_changed: inputFrom(
      publishedAnswer(context, REGIME_CHANGE, MARKET.key),
      actorId(REGIME_CHANGE, MARKET),
      ({ transitions_found: found }) => found,
    ),
    divergence: inputFrom(
      publishedAnswer(context, INTEL_DIVERGENCE, MARKET.key),
      actorId(INTEL_DIVERGENCE, MARKET),
      ({ divergence }) => divergence,
    ),
  }
}

import { inputFrom, publishedAnswer } from '../attested.ts'
import { BASIS } from '../derivatives/basis-carry.ts'
import { FUNDING } from '../derivatives/funding-carry.ts'
import { actorId, type TickContext } from '../feed.ts'
import { CONTAGION } from '../indices/contagion-carry.ts'
import { STRESS } from '../indices/stress-carry.ts'
import { PERP } from '../regimes/perp-carry.ts'
import { TRADFI } from '../regimes/tradfi-carry.ts'
import type { DivergenceInputs } from './divergence-answer.ts'
import { MARKET as MARKET_SUBJECT } from './intel-fields.ts'
import { MACRO_RISK } from './macro-risk-carry.ts'
import { REGIME_CHANGE } from './regime-change-carry.ts'

/** The inputs of divergence, from what is published. */

const { key: MARKET } = MARKET_SUBJECT
const EQUITY = 'EQUITY'
const BITCOIN = 'BTC-USD'

const of = (from: { readonly id: string }, key: string): string => actorId(from, { key })

const NEEDED = { btc: of(PERP, 'BTC'), tradfi: of(TRADFI, EQUITY) } as const

/** The actors that divergence reads. */
export const DIVERGENCE_ACTORS: readonly string[] = [
  NEEDED.btc,
  of(PERP, 'ETH'),
  of(PERP, 'SOL'),
  NEEDED.tradfi,
  ...[STRESS, CONTAGION, MACRO_RISK, REGIME_CHANGE].map((from) => of(from, MARKET)),
  ...[FUNDING, BASIS].map((from) => of(from, BITCOIN)),
]

/** Both are needed. */
export const DIVERGENCE_NEEDS = [NEEDED.btc, NEEDED.tradfi].map((actor) => [{ actor }])

export const divergenceInputs = (context: TickContext): DivergenceInputs => {
  const perp = (key: string) => publishedAnswer(context, PERP, key)
  const btc = perp('BTC')
  const tradfi = publishedAnswer(context, TRADFI, EQUITY)
  return {
    perp_btc: inputFrom(btc, NEEDED.btc, ({ regime }) => regime),
    perp_btc_confidence: inputFrom(btc, NEEDED.btc, ({ confidence }) => confidence),
    perp_eth: inputFrom(perp('ETH'), of(PERP, 'ETH'), ({ regime }) => regime),
    perp_sol: inputFrom(perp('SOL'), of(PERP, 'SOL'), ({ regime }) => regime),
    tradfi: inputFrom(tradfi, NEEDED.tradfi, ({ regime }) => regime),
    tradfi_confidence: inputFrom(tradfi, NEEDED.tradfi, ({ confidence }) => confidence),
    stress: inputFrom(publishedAnswer(context, STRESS, MARKET), of(STRESS, MARKET), ({ regime }) => regime),
    contagion: inputFrom(publishedAnswer(context, CONTAGION, MARKET), of(CONTAGION, MARKET), ({ regime }) => regime),
    macro_risk: inputFrom(
      publishedAnswer(context, MACRO_RISK, MARKET),
      of(MACRO_RISK, MARKET),
      ({ risk_regime: regime }) => regime,
    ),
    regimes_changed: inputFrom(
      publishedAnswer(context, REGIME_CHANGE, MARKET),
      of(REGIME_CHANGE, MARKET),
      ({ transitions_found: found }) => found,
    ),
    funding_zscore: inputFrom(
      publishedAnswer(context, FUNDING, BITCOIN),
      of(FUNDING, BITCOIN),
      ({ zscore_3d: zscore }) => zscore,
    ),
    basis: inputFrom(publishedAnswer(context, BASIS, BITCOIN), of(BASIS, BITCOIN), ({ regime }) => regime),
  }
}

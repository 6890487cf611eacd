import { type Static, Type } from '@sinclair/typebox'
import { number, numberOrNull, share, word } from '../answer-fields.ts'
import { INPUT_STANDING, inputStanding } from '../attested.ts'
import { LiquidityCandidate } from './liquidity-carry.ts'
import { depthCollapsed, liquidityConfidence, liquidityFacts, liquidityVerdict } from './liquidity-facts.ts'
import { CoinInputs } from './liquidity-inputs.ts'
import type { LiquidityFacts } from './liquidity-tables.ts'
import { LIQUIDITY_DOMINANTS, LIQUIDITY_REGIMES, type LiquiditySignal } from './liquidity-words.ts'

/** The answer about liquidity, and what of it follows from its inputs. */

const Signal = Type.Object({
  value: Type.Union([Type.Number(), Type.Null()], { description: 'Mean of BTC and ETH; null when missing' }),
  score: Type.Union([Type.Integer(), Type.Null()], { description: 'Of its band, -1 to 4' }),
})

const Both = Type.Object({ btc: CoinInputs, eth: CoinInputs })
export type Both = Static<typeof Both>

export const LiquidityAnswer = Type.Object({
  layer: Type.Literal('Oracle Information'),
  scope: Type.Literal('MARKET'),
  regime: word(LIQUIDITY_REGIMES, 'The regime; see /methodology.json'),
  stress_score: number('Sum of the scores, as if all signals were there; -5 (deep) to 13'),
  confidence: share('Share of the signals that are there times the mean confidence of the inputs'),
  dominant_signal: word(LIQUIDITY_DOMINANTS, 'The highest positive score; balanced where there is none'),
  ...INPUT_STANDING,
  regime_since: Type.Integer({ description: 'Unix seconds of the evaluation that entered it' }),
  candidate: LiquidityCandidate,
  signals: Type.Object({
    funding: Signal,
    open_interest: Signal,
    basis_spread: Signal,
    liquidation_flow: Signal,
    orderbook: Signal,
  }),
  oi_delta_4h_pct: numberOrNull('Mean of BTC and ETH, which the band of open interest looks at too'),
  depth_collapse: Type.Union([Type.Boolean(), Type.Null()], { description: 'Of either coin; null if not known' }),
  inputs: Both,
})
export type LiquidityAnswer = Static<typeof LiquidityAnswer>

/** The fact that a signal's band is laid over first. */
const FACT_OF: Readonly<Record<LiquiditySignal, keyof LiquidityFacts>> = {
  funding: 'funding',
  open_interest: 'growth',
  basis_spread: 'spread',
  liquidation_flow: 'liquidated',
  orderbook: 'imbalance',
}

/** Everything that follows from the inputs. */
export const liquidityOf = ({ btc, eth }: Both) => {
  const coins = [btc, eth]
  const facts = liquidityFacts(coins)
  const collapsed = depthCollapsed(coins)
  const { scores, count, score, outcome, dominant } = liquidityVerdict(facts, collapsed)
  const signal = (name: LiquiditySignal) => ({
    value: facts[FACT_OF[name]],
    score: scores.find((each) => each.name === name)?.score ?? null,
  })
  const named = Object.entries({ btc, eth }).flatMap(([coin, inputs]) =>
    Object.entries(inputs).map(([name, input]) => [`${coin}.${name}`, input] as const),
  )
  return {
    count,
    outcome,
    /** Fragile markets and collapses are said at once. */
    isUrgent: outcome === 'FRAGILE' || collapsed === true,
    shown: {
      stress_score: score,
      confidence: liquidityConfidence(coins, count),
      dominant_signal: dominant,
      signals: {
        funding: signal('funding'),
        open_interest: signal('open_interest'),
        basis_spread: signal('basis_spread'),
        liquidation_flow: signal('liquidation_flow'),
        orderbook: signal('orderbook'),
      },
      oi_delta_4h_pct: facts.oi4h,
      depth_collapse: collapsed,
      ...inputStanding(Object.fromEntries(named)),
    },
  }
}

import { EXAMPLE_AT, EXAMPLE_TICK } from '../venue-parts.ts'
import type { ShownInput } from '../attested.ts'
import type { InputValue } from '../rules/condition.ts'
import type { LiquidityAnswer } from './liquidity-answer.ts'
import { liquidityEvaluated } from './liquidity-evaluated.ts'
import type { LiquidityCoin } from './liquidity-words.ts'

const HASH = '3f0e8b1c5a7d92460e1f8c3b6a5d4e7f90812b3c4d5e6f708192a3b4c5d6e7f8'

const exampleInputs = (coin: LiquidityCoin, spot: number, usd: number): LiquidityAnswer['inputs']['btc'] => {
  const from = <V extends InputValue>(id: string, value: V): ShownInput<V> => ({
    value,
    timestamp: EXAMPLE_AT,
    actor: `${id}/${coin}-USD`,
    contentHash: HASH,
  })
  return {
    funding_rate_8h: from('funding', 0.00021),
    funding_confidence: from('funding', 0.97),
    oi_usd: from('oi', usd),
    oi_delta_4h_pct: from('oi', 0.5),
    oi_delta_24h_pct: from('oi', 3.4),
    oi_confidence: from('oi', 0.94),
    spot: from('price/spot', spot),
    close_24h: {
      value: Number((spot / 1.012).toFixed(4)),
      timestamp: EXAMPLE_AT,
      actor: 'bars/binance,bars/kraken,bars/okx',
      contentHash: null,
    },
    basis_spread_bps: from('basis', 4.2),
    basis_confidence: from('basis', 0.95),
    liquidated_long_usd: from('liquidations', 0.00006 * usd),
    liquidated_short_usd: from('liquidations', 0.00002 * usd),
    liquidations_confidence: from('liquidations', 0.92),
    book_imbalance: from('orderbook', -0.14),
    depth_collapse: from('orderbook', false),
    book_confidence: from('orderbook', 0.96),
  }
}

/** A plausible answer: everything that follows is computed from its inputs, so that it verifies. */
export const liquidityExample = (): LiquidityAnswer => {
  const inputs = {
    btc: exampleInputs('BTC', 86_107.2, 25_700_000_000),
    eth: exampleInputs('ETH', 3_012.45, 11_200_000_000),
  }
  const { shown, outcome } = liquidityEvaluated(inputs)!
  return {
    layer: 'Oracle Information',
    scope: 'LIQUIDITY',
    regime: outcome.outcome,
    ...shown,
    degraded: false,
    regime_since: EXAMPLE_TICK - 7_200,
    candidate: null,
    inputs,
    missing: [],
    sources: ['binance', 'bybit', 'deribit', 'kraken', 'okx'],
  }
}

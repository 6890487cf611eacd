import { EXAMPLE_AT, EXAMPLE_TICK } from '../venue-parts.ts'
import { type LiquidityAnswer, liquidityOf } from './liquidity-answer.ts'
import type { CoinInputs } from './liquidity-inputs.ts'

const HASH = 'b1a7c3e5d9f80246813579bdf02468ace13579bdf02468ace13579bdf02468ac'

/** Plausible inputs of one coin. */
const coin = (name: 'BTC' | 'ETH', spot: number): CoinInputs => {
  const from = <V>(id: string, value: V) => ({
    value,
    timestamp: EXAMPLE_AT,
    actor: `${id}/${name}-USD`,
    contentHash: HASH,
    confidence: 0.97,
  })
  return {
    spot: from('price/spot', spot),
    close_24h: {
      value: Number((spot / 1.015).toFixed(4)),
      timestamp: EXAMPLE_AT,
      actor: 'bars/binance,bars/kraken,bars/okx',
      contentHash: null,
      confidence: null,
    },
    funding_rate_8h: from('funding', 0.0002),
    oi_total_usd: from('oi', 31_200_000_000),
    oi_delta_4h_pct: from('oi', 0.5),
    oi_delta_24h_pct: from('oi', 3),
    basis_spread_bps: from('basis', 5),
    liquidated_long_usd: from('liquidations', 1_100_000),
    liquidated_short_usd: from('liquidations', 740_000.5),
    book_imbalance: from('orderbook', 0.15),
    depth_collapse: from('orderbook', false),
  }
}

/** An answer of which everything follows from its inputs, so that it verifies. */
export const liquidityExample = (): LiquidityAnswer => {
  const inputs = { btc: coin('BTC', 86_107.2), eth: coin('ETH', 3_012.45) }
  const { outcome, shown } = liquidityOf(inputs)
  return {
    layer: 'Oracle Information',
    scope: 'MARKET',
    regime: outcome,
    ...shown,
    regime_since: EXAMPLE_TICK - 7_200,
    candidate: null,
    inputs,
  }
}

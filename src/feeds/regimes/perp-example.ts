import { EXAMPLE_AT, EXAMPLE_TICK } from '../venue-parts.ts'
import type { ShownInput } from '../attested.ts'
import type { InputValue } from '../rules/condition.ts'
import type { PerpAnswer } from './perp-answer.ts'
import { evaluated } from './perp-evaluated.ts'
import { perpActors } from './perp-inputs.ts'
import type { PerpCoin } from './perp-words.ts'

const HASH = '3f0e8b1c5a7d92460e1f8c3b6a5d4e7f90812b3c4d5e6f708192a3b4c5d6e7f8'

const PRICES: Readonly<Record<PerpCoin, number>> = { BTC: 86_107.2, ETH: 3_012.45, SOL: 172.31 }

/** A plausible answer: everything that follows is computed from its inputs, so that it verifies. */
export const perpExample = (coin: PerpCoin): PerpAnswer => {
  const actors = perpActors(coin)
  const actor = (id: string): string => actors.find((each) => each.startsWith(`${id}/`)) ?? id
  const from = <V extends InputValue>(id: string, value: V): ShownInput<V> => ({
    value,
    timestamp: EXAMPLE_AT,
    actor: actor(id),
    contentHash: HASH,
  })
  const bars = <V extends InputValue>(value: V): ShownInput<V> => ({
    ...from('bars/binance,bars/kraken,bars/okx', value),
    contentHash: null,
  })
  const spot = PRICES[coin]
  const ago = (percent: number) => bars(Number((spot / (1 + percent / 100)).toFixed(4)))
  const mean = Number((spot / 1.0004).toFixed(2))
  const inputs: PerpAnswer['inputs'] = {
    spot: from('price/spot', spot),
    vwap: coin === 'SOL' ? bars(mean) : from('price/vwap', mean),
    close_1h: ago(0.4),
    close_4h: ago(1.1),
    close_24h: ago(2.3),
    volatility_ratio: bars(1.1),
    funding_rate_8h: from('funding', 0.00008),
    funding_zscore: from('funding', 0.4),
    oi_delta_4h_pct: from('oi', 1.2),
    oi_delta_24h_pct: from('oi', 2),
    liquidated_long_usd: from('liquidations', 1_200_000),
    liquidated_short_usd: from('liquidations', 3_100_000),
    liquidation_burst: from('liquidations', false),
    basis_bps: from('basis', 3.1),
    ...(coin !== 'SOL' && {
      book_imbalance: from('orderbook', 0.12),
      risk_reversal_25d: from('iv', -2),
    }),
    stress: from('index/stress', 'CALM'),
  }
  const { decision, shown, of } = evaluated(inputs, coin)
  return {
    layer: 'Oracle Information',
    currency: coin,
    pair: `${coin}USD`,
    ...of(decision.outcome),
    ...shown,
    regime_since: EXAMPLE_TICK - 5_400,
    candidate: null,
    inputs,
    sources: ['binance', 'bybit', 'deribit', 'kraken', 'okx'],
  }
}

import { rounded } from '../../canonical/measure.ts'
import type { InputValue } from '../rules/condition.ts'
import type { PerpFacts } from './perp-signals.ts'

/** From the inputs of a body to the numbers that decide. Buyers count with the same code. */

/** Decimals of returns in per cent, and of gaps in basis points. */
const FACT_PLACES = 4

/** The inputs of a body by their names; one that a coin does not have may be left out. */
export type InputsByName = Readonly<Record<string, { readonly value: InputValue } | undefined>>

/** Spot over another price, less one, times so much; `null` where one is missing. */
const over = (spot: number | null, other: number | null, times: number): number | null =>
  spot === null || other === null ? null : rounded(times * (spot / other - 1), FACT_PLACES)

export const perpFacts = (inputs: InputsByName): PerpFacts => {
  const number = (name: string): number | null => {
    const value = inputs[name]?.value ?? null
    return typeof value === 'number' ? value : null
  }
  const spot = number('spot')
  const burst = inputs['liquidation_burst']?.value ?? null
  const stress = inputs['stress']?.value ?? null
  return {
    r8: number('funding_rate_8h'),
    z: number('funding_zscore'),
    oi4h: number('oi_delta_4h_pct'),
    oi24h: number('oi_delta_24h_pct'),
    ret1h: over(spot, number('close_1h'), 100),
    ret4h: over(spot, number('close_4h'), 100),
    ret24h: over(spot, number('close_24h'), 100),
    vr: number('volatility_ratio'),
    vwap_gap_bps: over(spot, number('vwap'), 10_000),
    liq_long_usd: number('liquidated_long_usd'),
    liq_short_usd: number('liquidated_short_usd'),
    burst: typeof burst === 'boolean' ? burst : null,
    basis_bps: number('basis_bps'),
    imbalance_10bps: number('book_imbalance'),
    rr25: number('risk_reversal_25d'),
    stress: typeof stress === 'string' ? stress : null,
  }
}

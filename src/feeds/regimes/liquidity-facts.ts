import { rounded } from '../../canonical/measure.ts'
import { mean, sum } from '../math/sums.ts'
import type { CoinInputs } from './liquidity-inputs.ts'
import { type LiquidityFacts, liquidityRegime, scoreOfSignal } from './liquidity-tables.ts'
import { BALANCED, LIQUIDITY_SIGNALS, type LiquidityRegime, type LiquiditySignal } from './liquidity-words.ts'

/** From the inputs of a body to scores and regime. Buyers count with the same code. */

/** Decimals of the means; of funding eight, as it is published. */
const FACT_PLACES: Readonly<Record<keyof LiquidityFacts, number>> = {
  funding: 8,
  growth: 4,
  oi4h: 4,
  spread: 4,
  liquidated: 4,
  imbalance: 4,
}

export const LIQUIDITY_PLACES = { score: 1, confidence: 2 } as const

/** Signals that must be there. */
export const LEAST_SIGNALS = 3

const BPS = 10_000

const size = (value: number | null): number | null => value && Math.abs(value)

type Values = { readonly [K in keyof CoinInputs]: CoinInputs[K]['value'] }

/** What one coin adds to each mean. */
const ofCoin = (values: Values): LiquidityFacts => {
  const { spot, close_24h: close, oi_delta_24h_pct: oi24h, oi_total_usd: total } = values
  const { liquidated_long_usd: long, liquidated_short_usd: short } = values
  const moved = spot === null || close === null ? null : Math.abs(100 * (spot / close - 1))
  return {
    funding: size(values.funding_rate_8h),
    growth: oi24h === null || moved === null ? null : oi24h - moved,
    oi4h: values.oi_delta_4h_pct,
    spread: values.basis_spread_bps,
    liquidated: long === null || short === null || !total ? null : (BPS * (long + short)) / total,
    imbalance: size(values.book_imbalance),
  }
}

const valuesOf = (inputs: CoinInputs): Values => ({
  spot: inputs.spot.value,
  close_24h: inputs.close_24h.value,
  funding_rate_8h: inputs.funding_rate_8h.value,
  oi_total_usd: inputs.oi_total_usd.value,
  oi_delta_4h_pct: inputs.oi_delta_4h_pct.value,
  oi_delta_24h_pct: inputs.oi_delta_24h_pct.value,
  basis_spread_bps: inputs.basis_spread_bps.value,
  liquidated_long_usd: inputs.liquidated_long_usd.value,
  liquidated_short_usd: inputs.liquidated_short_usd.value,
  book_imbalance: inputs.book_imbalance.value,
  depth_collapse: inputs.depth_collapse.value,
})

/** The means over the coins that have a value, rounded. */
export const liquidityFacts = (coins: readonly CoinInputs[]): LiquidityFacts => {
  const each = coins.map((coin) => ofCoin(valuesOf(coin)))
  const meanOf = (fact: keyof LiquidityFacts): number | null => {
    const there = each.flatMap((of) => of[fact] ?? [])
    return there.length === 0 ? null : rounded(mean(there), FACT_PLACES[fact])
  }
  return {
    funding: meanOf('funding'),
    growth: meanOf('growth'),
    oi4h: meanOf('oi4h'),
    spread: meanOf('spread'),
    liquidated: meanOf('liquidated'),
    imbalance: meanOf('imbalance'),
  }
}

/** Whether the depth of a coin collapsed; `null` if that is known of none. */
export const collapseOf = (coins: readonly CoinInputs[]): boolean | null => {
  const known = coins.flatMap(({ depth_collapse: { value } }) => value ?? [])
  return known.length === 0 ? null : known.includes(true)
}

export interface LiquidityVerdict {
  readonly scores: readonly { readonly name: LiquiditySignal; readonly score: number | null }[]
  /** How many signals are there. */
  readonly count: number
  /** The sum, as if all signals were there; one decimal. */
  readonly score: number
  readonly outcome: LiquidityRegime
  readonly dominant: LiquiditySignal | typeof BALANCED
}

/** Scores, sum and regime (methods 6.2). */
export const liquidityVerdict = (facts: LiquidityFacts, collapsed: boolean | null): LiquidityVerdict => {
  const scores = LIQUIDITY_SIGNALS.map((name) => ({ name, score: scoreOfSignal(name, facts, collapsed) }))
  const there = scores.flatMap(({ score }) => score ?? [])
  const score = there.length === 0 ? 0 : rounded((sum(there) * scores.length) / there.length, LIQUIDITY_PLACES.score)
  const highest = Math.max(0, ...there)
  const dominant = scores.find((each) => highest > 0 && each.score === highest)?.name ?? BALANCED
  return { scores, count: there.length, score, outcome: liquidityRegime(score, collapsed), dominant }
}

/** Share of the signals that are there times the mean confidence of the inputs, two decimals. */
export const liquidityConfidence = (coins: readonly CoinInputs[], count: number): number => {
  const known = coins.flatMap((coin) => Object.values(coin).flatMap(({ confidence }) => confidence ?? []))
  return known.length === 0 ? 0 : rounded((count / LIQUIDITY_SIGNALS.length) * mean(known), LIQUIDITY_PLACES.confidence)
}

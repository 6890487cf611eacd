import { rounded, roundedOrNull } from '../../canonical/measure.ts'
import { mean } from '../math/sums.ts'
import type { InputValue } from '../rules/condition.ts'

/** From the inputs of a body to the numbers that decide. Buyers count with the same code. */

/** Decimals of the measures. */
const FACT_PLACES = { rate: 8, others: 4 } as const

/** The inputs of one coin by their names. */
export type CoinInputs = Readonly<Record<string, { readonly value: InputValue }>>
export type LiquidityInputValues = Readonly<Record<'btc' | 'eth', CoinInputs>>

/** What the tables take: means over the coins that have a value; `null` where none has. */
export interface LiquidityFacts {
  readonly abs_funding_rate_8h: number | null
  readonly oi_excess_pct: number | null
  readonly oi_delta_4h_pct: number | null
  readonly basis_spread_bps: number | null
  readonly liquidations_oi_bps: number | null
  readonly abs_imbalance: number | null
  readonly depth_collapse: boolean | null
}

const meanOf = (values: readonly number[]): number | null => (values.length === 0 ? null : mean(values))

const numberOf = (coin: CoinInputs, name: string): number | null => {
  const value = coin[name]?.value ?? null
  return typeof value === 'number' ? value : null
}

/** Open interest that the price does not explain. */
const excessOf = (coin: CoinInputs): number | null => {
  const [change, spot, close] = [
    numberOf(coin, 'oi_delta_24h_pct'),
    numberOf(coin, 'spot'),
    numberOf(coin, 'close_24h'),
  ]
  return change === null || spot === null || close === null ? null : change - Math.abs(100 * (spot / close - 1))
}

const liquidatedOf = (coin: CoinInputs): number | null => {
  const [long, short, total] = [
    numberOf(coin, 'liquidated_long_usd'),
    numberOf(coin, 'liquidated_short_usd'),
    numberOf(coin, 'oi_usd'),
  ]
  return long === null || short === null || total === null || total <= 0 ? null : (10_000 * (long + short)) / total
}

const sizeOf =
  (name: string) =>
  (coin: CoinInputs): number | null => {
    const value = numberOf(coin, name)
    return value === null ? null : Math.abs(value)
  }

export const liquidityFacts = ({ btc, eth }: LiquidityInputValues): LiquidityFacts => {
  const meanBy = (of: (coin: CoinInputs) => number | null, places: number = FACT_PLACES.others): number | null =>
    roundedOrNull(meanOf([btc, eth].map(of).filter((value) => value !== null)), places)
  const collapses = [btc, eth].map((coin) => coin['depth_collapse']?.value ?? null)
  return {
    abs_funding_rate_8h: meanBy(sizeOf('funding_rate_8h'), FACT_PLACES.rate),
    oi_excess_pct: meanBy(excessOf),
    oi_delta_4h_pct: meanBy((coin) => numberOf(coin, 'oi_delta_4h_pct')),
    basis_spread_bps: meanBy((coin) => numberOf(coin, 'basis_spread_bps')),
    liquidations_oi_bps: meanBy(liquidatedOf),
    abs_imbalance: meanBy(sizeOf('book_imbalance')),
    // One is enough; that there is none must be known of both.
    depth_collapse: collapses.includes(true) ? true : collapses.includes(null) ? null : false,
  }
}

/** The mean confidence of the answers that are there, of both coins; 0 where none is. */
export const inputConfidence = ({ btc, eth }: LiquidityInputValues): number => {
  const found = [btc, eth].flatMap((coin) =>
    Object.keys(coin).flatMap((name) => {
      const value = name.endsWith('_confidence') ? numberOf(coin, name) : null
      return value === null ? [] : [value]
    }),
  )
  return rounded(meanOf(found) ?? 0, FACT_PLACES.others)
}

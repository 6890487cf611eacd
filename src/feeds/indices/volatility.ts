import { type Assembled, boundedIndex, lin, type Scale, summedTerms } from './assembly.ts'
import type { RawOf } from './component.ts'

/**
 * The formula of the volatility index (methods 2), from raw values to value and weights. Buyers verify with the same
 * code.
 */

export const VOLATILITY_KEYS = ['rv', 'iv', 'ts', 'fr', 'pcr'] as const
export type VolatilityKey = (typeof VOLATILITY_KEYS)[number]

/** Nominal weights. */
export const VOLATILITY_WEIGHTS = { rv: 0.3, iv: 0.25, ts: 0.15, fr: 0.2, pcr: 0.1 } as const satisfies Readonly<
  Record<VolatilityKey, number>
>

/** Decimals of the raw values. The computation uses the values rounded to these decimals. */
export const VOLATILITY_PLACES = { rv: 4, iv: 4, ts: 4, fr: 8, pcr: 4 } as const satisfies Readonly<
  Record<VolatilityKey, number>
>

const SHARED = { ts: { lo: 0.8, hi: 1.4 }, fr: { lo: 0, hi: 0.001 }, pcr: { lo: 0.4, hi: 1.4 } } as const

/** Raw values that score 0 and 100, by coin. Funding counts by its size, with either sign. */
export const VOLATILITY_SCALES: Readonly<Record<string, Readonly<Record<VolatilityKey, Scale>>>> = {
  BTC: { ...SHARED, rv: { lo: 20, hi: 100 }, iv: { lo: 30, hi: 110 } },
  ETH: { ...SHARED, rv: { lo: 30, hi: 120 }, iv: { lo: 40, hi: 130 } },
}

/** What the volatility index takes of a chain of options. */
export const VOLATILITY_OPTIONS = { far: 90, interestDays: 30 } as const

/** The raw values of all components; `null` for a missing one. */
export type Raw = RawOf<VolatilityKey>

/** The computed index; `pct_annualized` if only volatilities are there: the value is their weighted mean in per cent. */
export type Volatility = Assembled<VolatilityKey, 'index' | 'pct_annualized'>

/** The ends of the index. */
const VOLATILITY_RANGE = { lowest: 0, highest: 100 } as const

/** The score of one raw value, 0 to 100. */
export const scoreOf = (scales: Readonly<Record<VolatilityKey, Scale>>, key: VolatilityKey, raw: number): number =>
  lin(key === 'fr' ? Math.abs(raw) : raw, scales[key])

/** Value and effective weights, unrounded; `null` if no component is there or the coin has no scale. */
export const volatilityOf = (coin: string, raw: Raw): Volatility | null => {
  const scales = VOLATILITY_SCALES[coin]
  if (!scales) return null
  const isPlain = raw.ts === null && raw.fr === null && raw.pcr === null
  const found = summedTerms(
    VOLATILITY_WEIGHTS,
    raw,
    (key, value, weight) => weight * (isPlain ? value : scoreOf(scales, key, value)),
  )
  if (!found) return null
  return isPlain ? { unit: 'pct_annualized', ...found } : boundedIndex(found, VOLATILITY_RANGE)
}

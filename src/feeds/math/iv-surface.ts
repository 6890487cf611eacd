/** When venues differ about the volatility of one strike (methods 5.11). Volatilities in per cent a year. */

export const DIVERGENCE = {
  /** Fewest points of volatility, and how many times the mean spread of the quotes. */
  least: 3,
  widths: 1.5,
  /** From here on it is no longer low, and from there on high. */
  medium: 5,
  high: 8,
} as const

export const LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const
export type Level = (typeof LEVELS)[number]

/**
 * How serious a difference between venues is; `null` if it is none.
 *
 * @param apart highest less lowest mean of bid and ask
 * @param width the mean spread of these venues' quotes
 */
export const divergenceLevel = (apart: number, width: number): Level | null => {
  if (apart < Math.max(DIVERGENCE.least, DIVERGENCE.widths * width)) return null
  if (apart < DIVERGENCE.medium) return 'LOW'
  return apart < DIVERGENCE.high ? 'MEDIUM' : 'HIGH'
}

export const MISPRICING = {
  /** Fewest points of volatility, and how many times the error of the curve. */
  least: 2.5,
  errors: 3,
} as const

export const SIGNS = ['rich', 'cheap'] as const
export type Sign = (typeof SIGNS)[number]

/**
 * Whether a quote is dear or cheap against the curve of all venues; `null` if it is neither, or if the curve lies
 * between bid and ask.
 *
 * @param apart the mean of bid and ask, less the curve
 * @param curve volatility of the curve
 * @param error of the curve
 */
export const mispricingSign = (
  apart: number,
  { bidIv, askIv }: { readonly bidIv: number; readonly askIv: number },
  curve: number,
  error: number,
): Sign | null => {
  const isWithin = curve >= bidIv && curve <= askIv
  if (isWithin || Math.abs(apart) < Math.max(MISPRICING.least, MISPRICING.errors * error)) return null
  return apart > 0 ? 'rich' : 'cheap'
}

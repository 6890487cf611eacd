import { gamma } from './gamma.ts'

/** The two-parameter Weibull distribution, the usual long-term law of significant wave heights (methods 7.7). */
export interface Weibull {
  readonly scale: number
  readonly shape: number
}

/** The distribution with this mean. */
export const weibullOf = (mean: number, shape: number): Weibull => ({ scale: mean / gamma(1 + 1 / shape), shape })

/** The probability of a value above `level`. */
export const exceedance = ({ scale, shape }: Weibull, level: number): number => Math.exp(-((level / scale) ** shape))

/** The probability that at least one of `draws` independent values is above; a draw may be a part of one. */
export const everExceeded = (once: number, draws: number): number => 1 - (1 - once) ** draws

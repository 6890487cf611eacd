/** The words of perpetual regimes (interface 3.17). */

export const PERP_REGIMES = [
  'BULLISH_MOMENTUM',
  'MILD_BULLISH',
  'NEUTRAL_CHOPPY',
  'MILD_BEARISH',
  'BEARISH_MOMENTUM',
  'BEARISH_FUNDING_EXTREME',
  'SQUEEZE_SETUP',
  'LONG_TRAP',
  'VOLATILITY_SPIKE',
] as const
export type PerpRegime = (typeof PERP_REGIMES)[number]

export const BIASES = ['LONG', 'SHORT', 'NEUTRAL'] as const
export type Bias = (typeof BIASES)[number]

/** The bias of each regime. */
export const BIAS_OF: Readonly<Record<PerpRegime, Bias>> = {
  BULLISH_MOMENTUM: 'LONG',
  MILD_BULLISH: 'LONG',
  NEUTRAL_CHOPPY: 'NEUTRAL',
  MILD_BEARISH: 'SHORT',
  BEARISH_MOMENTUM: 'SHORT',
  BEARISH_FUNDING_EXTREME: 'SHORT',
  SQUEEZE_SETUP: 'LONG',
  LONG_TRAP: 'SHORT',
  VOLATILITY_SPIKE: 'NEUTRAL',
}

/** Levels of risk, from the lowest to the highest. */
export const RISKS = ['LOW', 'MODERATE', 'ELEVATED', 'HIGH', 'EXTREME'] as const
export type Risk = (typeof RISKS)[number]

/** The coins that have a regime, in the order of every list and tie. */
export const PERP_COINS = ['BTC', 'ETH', 'SOL'] as const
export type PerpCoin = (typeof PERP_COINS)[number]

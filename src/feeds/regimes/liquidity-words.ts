/** The words of liquidity regimes (interface 3.17). */

/** From the deepest market to the most fragile. */
export const LIQUIDITY_REGIMES = ['DEEP', 'NORMAL', 'THIN', 'FRAGILE'] as const
export type LiquidityRegime = (typeof LIQUIDITY_REGIMES)[number]

/** The signals, in the order in which ties are broken. */
export const LIQUIDITY_SIGNALS = ['liquidation_flow', 'orderbook', 'basis_spread', 'funding', 'open_interest'] as const
export type LiquiditySignal = (typeof LIQUIDITY_SIGNALS)[number]

/** Said where no signal is positive. */
export const BALANCED = 'balanced'

/** What may dominate. */
export const LIQUIDITY_DOMINANTS = [...LIQUIDITY_SIGNALS, BALANCED] as const

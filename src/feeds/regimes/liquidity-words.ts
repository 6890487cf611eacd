/** The words of the liquidity regime (interface 3.17). */

/** From the deepest market to the most fragile. */
export const LIQUIDITY_REGIMES = ['DEEP', 'NORMAL', 'THIN', 'FRAGILE'] as const
export type LiquidityRegime = (typeof LIQUIDITY_REGIMES)[number]

/** The signals, in the order in which they win ties. */
export const LIQUIDITY_SIGNALS = ['liquidation_flow', 'orderbook', 'basis_spread', 'funding', 'open_interest'] as const
export type LiquiditySignal = (typeof LIQUIDITY_SIGNALS)[number]

/** What dominates where no signal is positive. */
export const BALANCED = 'balanced'

/** What may dominate. */
export const DOMINANTS = [...LIQUIDITY_SIGNALS, BALANCED] as const

/** The coins that it is the mean of. */
export const LIQUIDITY_COINS = ['BTC', 'ETH'] as const
export type LiquidityCoin = (typeof LIQUIDITY_COINS)[number]

import { coinInDollars } from '../../derivatives/perpetual-subjects.ts'

/** Coins whose options are sold row by row: at least two venues list them. */
const OPTION_ASSETS = ['BTC', 'ETH', 'SOL'] as const

/** The coins in dollars, at paths such as `/oracle/greeks/btc/usd`. */
export const OPTION_SUBJECTS = OPTION_ASSETS.map((asset) =>
  coinInDollars(asset, { base: asset.toLowerCase(), quote: 'usd' }),
)

/**
 * The coin of one of these subjects.
 *
 * @throws Error for another subject, because the definition is wrong then
 */
export const coinOf = ({ key }: { readonly key: string }): string => {
  const found = OPTION_SUBJECTS.find((each) => each.key === key)
  if (!found) throw new Error(`${key} has no options`)
  return found.asset
}

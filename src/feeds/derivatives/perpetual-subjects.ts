import { PERPETUAL_ASSETS, type PerpetualAsset } from '../../sources/perpetual.ts'
import type { Subject } from '../subject.ts'

/** A coin in dollars. `path` holds the values for the path parameters of its feed. */
export const coinInDollars = <A extends string>(asset: A, path: Subject['path']) => ({
  asset,
  key: `${asset}-USD`,
  domain: `${asset}USD`,
  name: `${asset}/USD`,
  path,
})

/** All feeds about perpetuals give their values in dollars. */
export const PERPETUAL_SUBJECTS: readonly Subject[] = PERPETUAL_ASSETS.map((asset) =>
  coinInDollars(asset, { base: asset.toLowerCase(), quote: 'usd' }),
)

/**
 * The coin of a subject.
 *
 * @throws Error for a subject that is not one of these, because the definition is wrong then
 */
export const assetOfSubject = ({ key }: Subject): PerpetualAsset => {
  const asset = PERPETUAL_ASSETS.find((each) => key === `${each}-USD`)
  if (!asset) throw new Error(`${key} is not a perpetual`)
  return asset
}

import { PERPETUAL_ASSETS, type PerpetualAsset } from '../../sources/perpetual.ts'
import type { Subject } from '../subject.ts'

/** A coin in dollars; `path` fills the holes of the feed that speaks about it. */
export const coinInDollars = <A extends string>(asset: A, path: Subject['path']) => ({
  asset,
  key: `${asset}-USD`,
  domain: `${asset}USD`,
  name: `${asset}/USD`,
  path,
})

/** Everything that is said about perpetuals is said in dollars. */
export const PERPETUAL_SUBJECTS: readonly Subject[] = PERPETUAL_ASSETS.map((asset) =>
  coinInDollars(asset, { base: asset.toLowerCase(), quote: 'usd' }),
)

/** The coin that a subject speaks about. Throws for a subject that is none of these: a definition is wrong then. */
export const assetOfSubject = ({ key }: Subject): PerpetualAsset => {
  const asset = PERPETUAL_ASSETS.find((each) => key === `${each}-USD`)
  if (!asset) throw new Error(`${key} is no perpetual`)
  return asset
}

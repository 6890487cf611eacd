import type { LendingAsset } from '../../sources/lending/tokens.ts'
import { HOUR_MS } from '../../time-units.ts'
import { actorId, type TickContext } from '../feed.ts'
import { PEGS, SPOT } from '../prices/price-carry.ts'

/** Dollars per token, for sizes alone. */
export interface AssetPrice {
  readonly usd: number
  readonly basis: 'own' | 'par' | 'reported'
}

/** Our price of each asset. Others are counted at par: they can be redeemed for a dollar, and we publish no price. */
const PRICED: Readonly<
  Partial<Record<LendingAsset, { readonly feed: typeof PEGS | typeof SPOT; readonly key: string }>>
> = {
  usdc: { feed: PEGS, key: 'USDC-USD' },
  usdt: { feed: PEGS, key: 'USDT-USD' },
  weth: { feed: SPOT, key: 'ETH-USD' },
  wbtc: { feed: SPOT, key: 'BTC-USD' },
}

/** Sizes move little in an hour. */
const PRICE_MS = HOUR_MS

/** The actors that price these assets, each once. */
export const priceActors = (assets: readonly LendingAsset[]): readonly string[] => [
  ...new Set(
    assets.flatMap((asset) => {
      const priced = PRICED[asset]
      return priced ? [actorId(priced.feed, { key: priced.key })] : []
    }),
  ),
]

/** `null` without a price of the last hour. */
export const assetPrice = (
  asset: LendingAsset,
  { earlier, now }: Pick<TickContext, 'earlier' | 'now'>,
): AssetPrice | null => {
  const priced = PRICED[asset]
  if (!priced) return { usd: 1, basis: 'par' }
  const found = priced.feed === PEGS ? earlier(PEGS, priced.key) : earlier(SPOT, priced.key)
  return found && now - found.carry.observedAt <= PRICE_MS ? { usd: found.carry.value, basis: 'own' } : null
}

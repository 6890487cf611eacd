import type { Subject } from '../subject.ts'

/** An asset whose liquidations are told, in dollars. */
export interface Liquidated extends Subject {
  readonly asset: string
}

const ASSETS = ['BTC', 'ETH', 'SOL'] as const

/** Flow windows, in hours. The first is what is meant when none is named. */
export const WINDOWS: Readonly<Record<string, number>> = { '1h': 1, '4h': 4, '24h': 24 }

export const LIQUIDATED: readonly Liquidated[] = ASSETS.map((asset) => ({
  asset,
  key: `${asset}-USD`,
  domain: `${asset}USD`,
  name: `${asset}/USD`,
  path: { base: asset.toLowerCase() },
}))

/** Each asset in each window: all windows of an asset are on one path and told apart by the query. */
export const FLOWS: readonly Liquidated[] = ASSETS.flatMap((asset) =>
  Object.keys(WINDOWS).map((window) => ({
    asset,
    key: `${asset}-${window}`,
    domain: `${asset}USD`,
    name: `${asset} ${window}`,
    path: { currency: asset.toLowerCase() },
    query: { window },
  })),
)

/** The asset of a subject of either kind. */
export const assetOf = (subject: Subject): string => {
  const found = [...LIQUIDATED, ...FLOWS].find(({ key }) => key === subject.key)
  if (!found) throw new Error(`${subject.key} has no liquidations`)
  return found.asset
}

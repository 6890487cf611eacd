import { PERPETUAL_ASSETS } from '../../sources/perpetual.ts'
import type { Subject } from '../subject.ts'
import { coinInDollars } from './perpetual-subjects.ts'

/** An asset whose liquidations are told, in dollars. */
export interface Liquidated extends Subject {
  readonly asset: string
}

/** Flow windows, in hours. The first is what is meant when none is named. */
export const FLOW_WINDOWS: Readonly<Record<string, number>> = { '1h': 1, '4h': 4, '24h': 24 }

export const LIQUIDATED: readonly Liquidated[] = PERPETUAL_ASSETS.map((asset) =>
  coinInDollars(asset, { base: asset.toLowerCase() }),
)

/** Each asset in each window: all windows of an asset are on one path and told apart by the query. */
export const FLOWS: readonly Liquidated[] = PERPETUAL_ASSETS.flatMap((asset) =>
  Object.keys(FLOW_WINDOWS).map((window) => ({
    asset,
    key: `${asset}-${window}`,
    domain: `${asset}USD`,
    name: `${asset} ${window}`,
    path: { currency: asset.toLowerCase() },
    query: { window },
  })),
)

/** The asset of a subject of either kind. */
export const subjectAsset = (subject: Subject): string => {
  const found = [...LIQUIDATED, ...FLOWS].find(({ key }) => key === subject.key)
  if (!found) throw new Error(`${subject.key} has no liquidations`)
  return found.asset
}

import { PERPETUAL_ASSETS } from '../../sources/perpetual.ts'
import type { Subject } from '../subject.ts'
import { coinInDollars } from './perpetual-subjects.ts'

/** An asset whose liquidations are sold, in dollars. */
export interface Liquidated extends Subject {
  readonly asset: string
}

/** Flow windows, in hours. The first is the default. */
export const FLOW_WINDOWS: Readonly<Record<string, number>> = { '1h': 1, '4h': 4, '24h': 24 }

export const LIQUIDATED: readonly Liquidated[] = PERPETUAL_ASSETS.map((asset) =>
  coinInDollars(asset, { base: asset.toLowerCase() }),
)

/** Each asset in each window. All windows of an asset share one path; the query parameter selects one. */
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

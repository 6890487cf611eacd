import type { Layer } from '../../feeds/feed.ts'
import { type Endpoint, isPriced } from '../wire/endpoint.ts'

/** The layers (interface 1.1). Oracle Wisdom is announced and has no routes. */
const LAYERS: readonly { readonly name: Layer | 'Oracle Wisdom'; readonly description: string }[] = [
  { name: 'Oracle Data', description: 'Raw signed measurements' },
  { name: 'Oracle Information', description: 'Interpreted classifications and regimes' },
  { name: 'Oracle Intelligence', description: 'Cross-domain pattern recognition' },
  { name: 'Oracle History', description: 'Signed archival rows' },
  { name: 'Oracle Wisdom', description: 'Longitudinal synthesis' },
]

/** What may be said of a layer. */
export const LAYER_STATES = ['live', 'closed', 'coming soon'] as const

const statusOf = (routes: number, open: number): (typeof LAYER_STATES)[number] => {
  if (open > 0) return 'live'
  return routes > 0 ? 'closed' : 'coming soon'
}

/**
 * Each layer with what is sold of it now: `endpoints` counts priced routes that are not closed. `closed`: this operator's
 * settings close all that there are.
 */
export const layersOf = (endpoints: readonly Pick<Endpoint, 'layer' | 'access' | 'lacks'>[]) =>
  LAYERS.map((layer) => {
    const routes = endpoints.filter((each) => each.layer === layer.name && isPriced(each))
    const open = routes.filter((each) => !each.lacks?.()).length
    return { ...layer, status: statusOf(routes.length, open), endpoints: open }
  })

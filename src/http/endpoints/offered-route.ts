import type { OnDemand } from '../../feeds/on-demand.ts'
import { NAME } from '../discovery/instance.ts'
import type { Endpoint, Filled } from '../wire/endpoint.ts'
import type { OfferedRoute } from '../rails/offer.ts'

/** A route for the catalogues of facilitators, with one call as an example. */
export const offeredRoute = (
  { path, family, layer, query, needs = [] }: Pick<Endpoint, 'path' | 'family' | 'layer' | 'query' | 'needs'>,
  filled: Filled = {},
): OfferedRoute => ({
  template: path,
  params: filled.params ?? {},
  query: filled.query ?? {},
  parameters: query ?? {},
  needs,
  serviceName: NAME,
  tags: [family, layer, 'signed'],
})

/** The query parameters of a route whose subjects start on demand. */
export const queryOf = ({ query }: OnDemand): Pick<Endpoint, 'query' | 'needs'> =>
  query ? { query: query.properties, needs: query.required ?? [] } : { query: null }

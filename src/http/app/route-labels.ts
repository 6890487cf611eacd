import { pathFormOf, siblingEnd } from '../discovery/path-forms.ts'
import { type Endpoint, isPriced } from '../wire/endpoint.ts'
import type { Mount } from '../wire/mount.ts'
import type { AskedFor } from './traffic.ts'

/** Under which name the requests of a route are counted: the form of its path, so that there are few names. */

/** What no route answers. */
export const NO_ROUTE = 'none'
/** What the pages for browsers are counted under, with their files. */
export const PAGES_ROUTE = 'pages'

type Labelled = Pick<Endpoint, 'path' | 'template' | 'access'>

/** A free sibling has no form of its own: it is that of the paid path, with its own end. */
export const routeLabels = (endpoints: readonly Labelled[]): ((endpoint: Labelled) => string) => {
  const forms = new Map(endpoints.filter(isPriced).map((each) => [each.path, pathFormOf(each)]))
  return (endpoint) => {
    const end = siblingEnd(endpoint.path)
    const form = end === null ? undefined : forms.get(endpoint.path.slice(0, -end.length))
    return form === undefined ? pathFormOf(endpoint) : form + end
  }
}

export const askedForAt = (endpoint: Labelled): AskedFor =>
  isPriced(endpoint) ? 'paid' : siblingEnd(endpoint.path) === '/preview' ? 'preview' : 'free'

/** Every name of an app with these routes and these paths beside them. */
export const everyRouteLabel = (
  endpoints: readonly Labelled[],
  mounts: readonly Pick<Mount, 'path'>[],
): readonly string[] => [
  ...new Set([...endpoints.map(routeLabels(endpoints)), ...mounts.map(({ path }) => path), PAGES_ROUTE, NO_ROUTE]),
]

import { templatePattern } from '../../feeds/subject.ts'
import { type Endpoint, isPriced } from '../wire/endpoint.ts'

/** Routes of one form: one price and one body, and a path for each subject. */
export interface PathForm {
  readonly method: Endpoint['method']
  /** `/oracle/price/{base}/{quote}` */
  readonly form: string
  /** The first of its routes. */
  readonly route: Endpoint
  readonly routes: readonly Endpoint[]
  /** What fills the form, one text for each route: `btc/usd`. None where the form is a path, or takes any word. */
  readonly words: readonly string[]
  /** The free siblings that each of its routes has: `/preview`. */
  readonly siblings: readonly string[]
}

const SIBLINGS = ['/preview', '/methodology'] as const

/** What makes a path the free sibling of a paid one; `null` for any other. */
export const siblingEnd = (path: string): (typeof SIBLINGS)[number] | null =>
  SIBLINGS.find((end) => path.endsWith(end)) ?? null

/** The form of a route's path; the path itself where its definition has a form that it does not fill. */
export const pathFormOf = ({ template, path }: Pick<Endpoint, 'template' | 'path'>): string =>
  template !== undefined && templatePattern(template).test(path) ? template : path

/** The parts of a path that its form leaves open. */
const wordsOf = (form: string, path: string): string => {
  const fixed = form.split('/')
  return path
    .split('/')
    .filter((part, at) => part !== fixed[at])
    .join('/')
}

/** The forms of these routes in their order, without the free siblings of others. */
export const pathForms = (endpoints: readonly Endpoint[]): readonly PathForm[] => {
  const paths = new Set(endpoints.filter(({ access }) => access.kind === 'free').map(({ path }) => path))
  const own = endpoints.filter((each) => isPriced(each) || each.method !== 'GET' || siblingEnd(each.path) === null)
  return [...Map.groupBy(own, (each) => `${each.method} ${pathFormOf(each)}`).values()].map((routes) => {
    const [route] = routes as [Endpoint]
    const form = pathFormOf(route)
    return {
      method: route.method,
      form,
      route,
      routes,
      words: routes.map(({ path }) => wordsOf(form, path)).filter((word) => word !== ''),
      siblings: SIBLINGS.filter((end) => routes.every(({ path }) => paths.has(path + end))),
    }
  })
}

import { templatePattern } from '../../feeds/subject.ts'
import { type Endpoint, nameOf, spelled } from '../wire/endpoint.ts'

/** Throws if a route is there twice, in whatever spelling, or if a route with parameters has another spelling of one. */
export const refuseTwice = (endpoints: readonly Endpoint[]): void => {
  const names = endpoints.flatMap(spelled).map(nameOf)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) throw new Error(`route ${twice} is defined twice`)
  const templates = endpoints.filter(({ path }) => path.includes('{'))
  for (const endpoint of endpoints)
    for (const path of endpoint.alsoAt ?? []) {
      const taken = templates.find((each) => each.method === endpoint.method && templatePattern(each.path).test(path))
      if (taken) throw new Error(`route ${nameOf(taken)} leads to ${path} already`)
    }
}

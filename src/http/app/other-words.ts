import { templatePattern } from '../../feeds/subject.ts'
import { type Endpoint, isPriced } from '../wire/endpoint.ts'
import { nearestPaths } from './nearest-paths.ts'
import { type BrokenRule, type Problem, problem } from '../wire/problem.ts'

/** Paths that are named in one answer. */
const MOST_NAMED = 100

/** Those that look most like what was asked. */
const MOST_NEAREST = 5

const NOWHERE = 'Nothing is served at this path. See /openapi.json for what is.'

/**
 * Makes the answer to a path that is not served. If it has the form of paths that are sold, and other words in it, the
 * answer names those.
 */
export const nowhereProblem = (endpoints: readonly Endpoint[]): ((path: string) => Problem) => {
  const sold = endpoints.filter((endpoint) => isPriced(endpoint) && endpoint.template?.includes('{'))
  const forms = [...Map.groupBy(sold, ({ template }) => template!)].map(([template, own]) => ({
    template,
    shape: templatePattern(template),
    paths: own.map(({ path }) => path).toSorted(),
  }))
  return (path) => {
    const details = forms
      .filter(({ shape }) => shape.test(path.toLowerCase()))
      .flatMap(({ template, paths }): readonly BrokenRule[] => [
        {
          path: 'path',
          rule: 'nearest',
          message: `nearest to that: ${nearestPaths(path.toLowerCase(), paths, MOST_NEAREST).join(', ')}`,
        },
        {
          path: 'path',
          rule: 'one_of',
          message: `${template} is served as ${paths.slice(0, MOST_NAMED).join(', ')}`,
        },
      ])
    return problem('not_found', NOWHERE, { details })
  }
}

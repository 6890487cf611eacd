import type { Endpoint } from './endpoint.ts'
import { type ProblemCode, PROBLEMS, USED_WITHOUT_OFFER } from './problem.ts'

/** Every problem that a route can answer with, for documents and for the tests that hold answers against them. */

/** The app judges each request before its route, and may fail during it. */
const EVERYWHERE: readonly ProblemCode[] = [
  'payload_too_large',
  'uri_too_long',
  'misdirected_request',
  'internal_error',
  'unavailable',
]

/** What the paywall says, whatever it sells. */
const PAID: readonly ProblemCode[] = [
  'payment_required',
  'payment_invalid',
  'payment_already_used',
  'too_many_requests',
  'data_unavailable',
  'payment_in_progress',
  'no_payment_rail',
]

type Route = Pick<Endpoint, 'access' | 'body' | 'path' | 'problems' | 'query'>

/** Whether anything in a request can break a rule. */
const isJudged = ({ access, body, path, query }: Route): boolean =>
  access.kind === 'paid' || body !== undefined || query !== null || path.includes('{')

const codesOf = (route: Route): ReadonlySet<ProblemCode> =>
  new Set([
    ...(isJudged(route) ? (['invalid_request'] as const) : []),
    ...(route.access.kind === 'paid' ? PAID : []),
    ...(route.body ? (['unsupported_media_type'] as const) : []),
    ...(route.problems ?? []),
    ...EVERYWHERE,
  ])

/** The codes by the status that they come with, both in ascending order of the status and of `PROBLEMS`. */
export const problemsOf = (route: Route): ReadonlyMap<number, readonly ProblemCode[]> => {
  const codes = codesOf(route)
  const pairs = (Object.keys(PROBLEMS) as ProblemCode[])
    .filter((code) => codes.has(code))
    .flatMap((code) => [
      { code, status: PROBLEMS[code].status as number },
      ...(code === 'payment_already_used' ? [{ code, status: USED_WITHOUT_OFFER }] : []),
    ])
    .toSorted((one, other) => one.status - other.status)
  return new Map(
    [...Map.groupBy(pairs, ({ status }) => status)].map(([status, of]) => [status, of.map(({ code }) => code)]),
  )
}

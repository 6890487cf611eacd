import { JSON_TYPE, CORS, NO_STORE } from './headers.ts'
import { type Problem, problemBody, PROBLEMS } from './problem.ts'

/** A problem as an answer. Problems are never cached: most of them are over in a moment. */
export const problemResponse = (
  found: Problem,
  docs: string,
  headers: Readonly<Record<string, string>> = {},
  status: number = PROBLEMS[found.code].status,
): Response =>
  new Response(JSON.stringify(problemBody(found, docs)), {
    status,
    headers: {
      ...NO_STORE,
      ...(found.retryAfter !== undefined && { 'retry-after': String(found.retryAfter) }),
      ...headers,
    },
  })

/** A free document. */
export const jsonResponse = (
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  status: number = 200,
): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...CORS, 'content-type': JSON_TYPE, ...headers } })

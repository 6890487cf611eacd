import { JSON_TYPE, CORS, NO_STORE } from './headers.ts'
import { type Problem, problemBody, PROBLEMS } from './problem.ts'

const told = new WeakMap<Response, Problem>()

/** The problem that an answer tells, if it was made here; for the log. */
export const problemIn = (response: Response): Problem | undefined => told.get(response)

/** Notes the problem of an answer that has more in its body. */
export const telling = (found: Problem, response: Response): Response => {
  told.set(response, found)
  return response
}

/** A problem as an answer. Problems are never cached: most of them are over in a moment. */
export const problemResponse = (
  found: Problem,
  docs: string,
  headers: Readonly<Record<string, string>> = {},
  status: number = PROBLEMS[found.code].status,
): Response =>
  telling(
    found,
    new Response(JSON.stringify(problemBody(found, docs)), {
      status,
      headers: {
        ...NO_STORE,
        ...(found.retryAfter !== undefined && { 'retry-after': String(found.retryAfter) }),
        ...headers,
      },
    }),
  )

/** A free document. */
export const jsonResponse = (
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  status: number = 200,
): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...CORS, 'content-type': JSON_TYPE, ...headers } })

import { JSON_TYPE, CORS, NO_STORE } from './headers.ts'
import { RECEIPT } from './header-names.ts'
import { type Problem, problemBody, PROBLEMS } from './problem.ts'
import { type Delivery, NO_HEADERS } from './wares.ts'

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
export const jsonResponse = (body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), { headers: { ...CORS, 'content-type': JSON_TYPE, ...headers } })

/** An answer somebody paid for. `Age` is that of the observation, so that a repeat is not mistaken for news. */
export const soldResponse = (
  { status, body, ageSeconds, headers }: Delivery,
  more: Readonly<Record<string, string>> = {},
): Response =>
  new Response(body, {
    status,
    headers: { ...NO_STORE, age: String(Math.max(0, ageSeconds)), ...headers, ...more },
  })

/** Every answer copies what stands here; age and receipt are written anew for each. */
const soldHeaders = new Headers(NO_STORE)

/** The same for who is handed a receipt: the way of most sales. */
export const soldWithReceipt = (delivery: Delivery, receipt: string): Response => {
  const { status, body, ageSeconds, headers } = delivery
  if (headers !== NO_HEADERS) return soldResponse(delivery, { [RECEIPT]: receipt })
  soldHeaders.set('age', String(Math.max(0, ageSeconds)))
  soldHeaders.set(RECEIPT, receipt)
  return new Response(body, { status, headers: soldHeaders })
}

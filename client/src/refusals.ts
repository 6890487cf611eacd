import { Refused } from './errors.ts'
import type { Receipt } from './receipt.ts'
import { membersIn, type Reply, retryAfter } from './request.ts'

/** What an answer that is no answer means for a payment. */

/** The code of the problem document, or `http_502` where something else answers. */
export const codeOf = ({ text, status }: Reply): string => {
  const code = membersIn(text)?.['error']
  return typeof code === 'string' ? code : `http_${status}`
}

export const refusal = (reply: Reply, receipt: Receipt | null = null): Refused => {
  const problem = membersIn(reply.text)
  const message = problem?.['message']
  return new Refused(
    codeOf(reply),
    typeof message === 'string' ? message : `the service answered with status ${reply.status}`,
    { status: reply.status, retryAfter: retryAfter(reply), problem, receipt },
  )
}

/** `again`: the same payment may still bring the answer. `refused`: it bought nothing. `unknown`: nobody can say here. */
export type Meaning = 'again' | 'refused' | 'unknown'

/** The service has not judged the payment, or not finished with it. */
const UNFINISHED = ['payment_in_progress', 'unavailable', 'too_many_requests', 'internal_error']

/** The service says itself that this payment is done with. */
export const USED = 'payment_already_used'

export const meaningOf = (reply: Reply, { payment }: Receipt): Meaning => {
  const code = codeOf(reply)
  if (code === USED) return 'refused'
  if (UNFINISHED.includes(code) || code.startsWith('http_5')) return 'again'
  if (payment.rail === 'x402') return code.startsWith('http_') ? 'unknown' : 'refused'
  // The money of an invoice has moved, whatever is said: its token stays good until it bought something.
  return reply.status === 503 ? 'again' : 'unknown'
}

import type { Json } from '../../canonical/jcs.ts'
import type { RefusedSource } from '../../sources/permission.ts'

/**
 * All errors that a client can get, with their status. The codes are stable and
 * published (`/openapi.json`, `/llms.txt`); messages are for people and may change.
 */
export const PROBLEMS = {
  invalid_request: { status: 400, meaning: 'The request breaks rules; `details` names every one of them' },
  payment_required: { status: 402, meaning: 'The path is sold: pay one of the offers and repeat the request' },
  payment_invalid: {
    status: 402,
    meaning: 'The payment shown does not pay for this request; `details[].rule` says why',
  },
  payment_already_used: {
    status: 402,
    meaning: 'This payment bought an answer before, or was made for another request',
  },
  unauthorized: { status: 401, meaning: 'The administrator secret is missing' },
  forbidden: { status: 403, meaning: 'The secret or token does not open this' },
  not_found: { status: 404, meaning: 'Nothing is served at this path, or nobody knows what it names' },
  not_yet_attested: { status: 404, meaning: 'The DLC event exists, and its outcome is not attested yet' },
  evidence_not_kept: {
    status: 404,
    meaning: 'The DLC event is attested, and what its outcome rests on is not here any more; its hash may be',
  },
  method_not_allowed: { status: 405, meaning: 'The path exists, with other methods; see the Allow header' },
  conflict: { status: 409, meaning: 'The state of the thing does not allow this' },
  not_cancellable: { status: 409, meaning: 'By its terms the contract cannot be cancelled, or cannot be any more' },
  resolver_pending: {
    status: 409,
    meaning: 'The DLC event still settles by itself; an administrator may override that, and it is shown for ever',
  },
  payload_too_large: { status: 413, meaning: 'The body is larger than this path takes' },
  uri_too_long: { status: 414, meaning: 'The address is longer than any of this service' },
  unsupported_media_type: { status: 415, meaning: 'Bodies are application/json' },
  misdirected_request: { status: 421, meaning: 'The Host header names another service' },
  too_many_requests: { status: 429, meaning: 'Slow down; Retry-After says for how long' },
  internal_error: { status: 500, meaning: 'A bug of ours; nothing was charged' },
  data_unavailable: { status: 503, meaning: 'There is no answer that may be sold right now; nothing was charged' },
  payment_in_progress: {
    status: 503,
    meaning: 'This payment is being settled; repeat the same request with the same payment',
  },
  no_payment_rail: { status: 503, meaning: 'No way to pay is open right now' },
  unavailable: { status: 503, meaning: 'The service is starting, stopping or cut off from its store' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly meaning: string }>>

export type ProblemCode = keyof typeof PROBLEMS

/** The status of `payment_already_used` above a small amount, where no offer comes with it. */
export const USED_WITHOUT_OFFER = 409

/** One broken rule. */
export interface BrokenRule {
  /** Where: `query.window`, `body.strike`, `header.X-PAYMENT`. */
  readonly path: string
  readonly rule: string
  readonly message: string
}

/** A problem as a value. */
export interface Problem {
  readonly kind: 'problem'
  readonly code: ProblemCode
  readonly message: string
  /** Broken rules; of feeds that the operator's settings close, the sources that they lack. */
  readonly details: readonly (BrokenRule | RefusedSource)[]
  /** Seconds until it makes sense to come back. */
  readonly retryAfter?: number
  /** Further members of the body, for example the existing value that is in conflict. */
  readonly more?: Readonly<Record<string, Json>>
}

export const problem = (
  code: ProblemCode,
  message: string,
  more: Partial<Pick<Problem, 'details' | 'retryAfter' | 'more'>> = {},
): Problem => ({
  kind: 'problem',
  code,
  message,
  details: more.details ?? [],
  ...(more.retryAfter !== undefined && { retryAfter: more.retryAfter }),
  ...(more.more && { more: more.more }),
})

/** The one error shape (interface 6.1). */
export const problemBody = ({ code, message, details, more }: Problem, docs: string) => ({
  error: code,
  message,
  docs,
  details,
  ...more,
})

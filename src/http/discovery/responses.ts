import type { Json } from '../../canonical/jcs.ts'
import { RECEIPT, REQUEST, REQUEST_ID } from '../wire/header-names.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { type ProblemCode, PROBLEMS, USED_WITHOUT_OFFER } from '../wire/problem.ts'
import { problemsOf } from '../wire/route-problems.ts'
import { RECEIPT_HEADER, REQUEST_HEADER, USED_BEFORE } from './asking-again.ts'
import type { Components } from './components.ts'
import { nameOfProblems, paymentRequired, problemBodySchema } from './problem-schemas.ts'

/** What an operation answers: its answer, and every problem by its status. */

const text = (description: string) => ({ description, schema: { type: 'string' } })
const whole = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } })

/** Headers of answers, written once, since hundreds of routes refer to them. */
export const HEADERS = {
  [REQUEST]: text(REQUEST_HEADER),
  [RECEIPT]: text(RECEIPT_HEADER),
  [REQUEST_ID]: text('Of every answer: names the request in our log, for questions about it'),
  'PAYMENT-RESPONSE': text('Settlement over x402, version 2, base64; version 1 in X-PAYMENT-RESPONSE'),
  'PAYMENT-REQUIRED': text('x402 version 2 challenge, base64'),
  'WWW-Authenticate': text('L402 challenge'),
  'Retry-After': whole('Seconds until it makes sense to come back; left out where that is not known'),
  Age: whole('Seconds since the observation'),
  ETag: text('Of this document in this coding; If-None-Match with it is answered with 304'),
} as const

type Header = keyof typeof HEADERS

const pointers = (names: readonly Header[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const SAID_OF_SALE = pointers([REQUEST, RECEIPT, 'PAYMENT-RESPONSE', 'Age'])
const SAID_OF_OFFER = pointers([REQUEST, REQUEST_ID, 'WWW-Authenticate', 'PAYMENT-REQUIRED', 'Retry-After'])

/** Headers of problems with this status. */
const saidOfProblem = (status: number, codes: readonly ProblemCode[]) => {
  if (status === 402) return SAID_OF_OFFER
  const names: Header[] = [REQUEST_ID]
  if (status === USED_WITHOUT_OFFER && codes.includes('payment_already_used')) names.push(REQUEST)
  if (WAITING.includes(status)) names.push('Retry-After')
  return pointers(names)
}

/** Statuses whose answers say when to come back. */
const WAITING = [429, 503]

const meaningOf = (code: ProblemCode, status: number): string =>
  code === 'payment_already_used' && status === USED_WITHOUT_OFFER ? USED_BEFORE : `${code}: ${PROBLEMS[code].meaning}`

const problemAnswer = (components: Components, status: number, codes: readonly ProblemCode[]): Json => ({
  description: codes.map((code) => meaningOf(code, status)).join('. '),
  headers: saidOfProblem(status, codes),
  content: {
    'application/json': {
      schema: status === 402 ? components.of(paymentRequired(codes)) : problemBodySchema(components, codes),
    },
  },
})

/** Writes each answer that is a problem once, and points to it. */
export interface Responses {
  of(endpoint: Endpoint): Readonly<Record<string, Json>>
  /** All problems that were pointed to, by name. */
  named(): Readonly<Record<string, Json>>
}

const NOT_MODIFIED = { description: 'The client has this document already', headers: pointers(['ETag']) }

export const createResponses = (components: Components): Responses => {
  const named: Record<string, Json> = {}
  const pointTo = (status: number, codes: readonly ProblemCode[]): Json => {
    const name = nameOfProblems(codes)
    named[name] ??= problemAnswer(components, status, codes)
    return { $ref: `#/components/responses/${name}` }
  }
  const success = ({ access, answer, contentType, example, inJson, isTagged, summary }: Endpoint): Json => ({
    description: access.kind === 'paid' ? 'The signed answer' : summary,
    ...(access.kind === 'paid' && { headers: SAID_OF_SALE }),
    ...(isTagged && { headers: pointers(['ETag']) }),
    content: {
      [contentType]: { schema: components.of(answer), example },
      ...(inJson && { 'application/json': { schema: components.of(inJson.answer), example: inJson.example } }),
    },
  })
  return {
    of: (endpoint) => ({
      '200': success(endpoint),
      ...(endpoint.isTagged && { '304': NOT_MODIFIED }),
      ...Object.fromEntries(
        [...problemsOf(endpoint)].map(([status, codes]) => [String(status), pointTo(status, codes)]),
      ),
    }),
    named: () => named,
  }
}

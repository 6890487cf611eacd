import { Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { SHORTFALLS } from '../../feeds/shortfall.ts'
import { RefusedSource } from '../../sources/permission.ts'
import { WITHHELD_REASONS } from '../rails/lightning/invoice-limit.ts'
import { type ProblemCode, PROBLEMS } from '../wire/problem.ts'
import type { Components } from './components.ts'
import { Requirement } from './document-answers.ts'

/** The bodies of problems in OpenAPI: one shape, narrowed to the codes that come with a status. */

const BrokenRule = Type.Object(
  {
    path: Type.String({ description: 'Where: `query.window`, `body.strike`, `header.X-PAYMENT`' }),
    rule: Type.String({ description: 'Stable word' }),
    message: Type.String(),
  },
  { title: 'BrokenRule', description: 'A broken rule, and where' },
)

const Code = Type.String({ title: 'ProblemCode', enum: Object.keys(PROBLEMS), description: 'Stable code' })

const SAID = {
  message: Type.String({ description: 'For people; it may change' }),
  docs: Type.String({ format: 'uri' }),
  details: Type.Array(Type.Union([BrokenRule, RefusedSource]), {
    description: 'Every broken rule; of data_unavailable, the sources that this operator may not ask',
  }),
}

const share = Type.Optional(Type.Number({ minimum: 0, maximum: 1 }))
const seconds = Type.Optional(Type.Integer({ minimum: 0 }))

/** The one error shape (interface 6.1). */
const ProblemSchema = Type.Object(
  {
    error: Code,
    ...SAID,
    reason: Type.Optional(
      Type.String({
        enum: Object.keys(SHORTFALLS),
        description: `Of data_unavailable, where more is known than an age: what was wanting. ${Object.entries(
          SHORTFALLS,
        )
          .map(([reason, members]) => `${reason} comes with ${members}`)
          .join('. ')}`,
      }),
    ),
    listened: share,
    least_listened: share,
    confidence: share,
    least_confidence: share,
    min_confidence: share,
    age_seconds: seconds,
    max_age: seconds,
    recorded_seconds: seconds,
    needed_seconds: seconds,
    last_heard_at: seconds,
    eventid: Type.Optional(Type.String({ description: 'Of conflict and evidence_not_kept: the DLC event' })),
    outcome: Type.Optional(Type.String({ description: 'Of conflict: how the event was decided' })),
    evidenceHash: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  },
  { title: 'Problem' },
)

const Invoice = Type.Object(
  { invoice: Type.String({ description: 'BOLT 11' }), macaroon: Type.String(), sats: Type.Integer() },
  { title: 'LightningOffer' },
)

const Withheld = Type.Object(
  { withheld: Type.String({ enum: [...WITHHELD_REASONS] }), retryAfter: Type.Integer({ description: 'Seconds' }) },
  { title: 'InvoiceWithheld', description: 'Lightning is open, and no invoice is made for this client for now' },
)

/** The body of a 402. */
export const paymentRequired = (codes: readonly ProblemCode[]) =>
  Type.Object(
    {
      x402Version: Type.Literal(1),
      error: Type.String({ enum: [...codes] }),
      ...SAID,
      accepts: Type.Array(Requirement),
      l402: Type.Optional(Type.Union([Invoice, Withheld])),
    },
    {
      title: 'PaymentRequired',
      description: 'Version 1 of x402 in the body; version 2 in PAYMENT-REQUIRED, L402 in WWW-Authenticate',
    },
  )

/** The body of every other problem with one of these codes. */
export const problemBodySchema = (components: Components, codes: readonly ProblemCode[]): Json => ({
  allOf: [
    components.of(ProblemSchema),
    { type: 'object', required: ['error'], properties: { error: { type: 'string', enum: [...codes] } } },
  ],
})

const pascal = (code: string): string => code.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase())

/** The name of the answer with one of these codes: `DataUnavailableOrUnavailable`. */
export const nameOfProblems = (codes: readonly ProblemCode[]): string => codes.map(pascal).join('Or')

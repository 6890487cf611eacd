import { Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { type ClaimReceipt, PROOF_ALONE, type Spent } from '../../store/claims/claim-facts.ts'
import { paidOn } from '../../payments/posting.ts'
import type { Deliverable } from '../../store/claims/deliverable.ts'
import { fetchedLate } from '../paywall/sale-log.ts'
import { type Call, type Endpoint, FREE, nameOf } from '../wire/endpoint.ts'
import { NO_STORE } from '../wire/headers.ts'
import { problem } from '../wire/problem.ts'
import { answered } from '../paywall/redeliver.ts'
import { SignedAnswer } from './envelope.ts'
import { RECEIPT_WORD } from '../paywall/receipt-id.ts'
import { problemResponse } from '../wire/respond.ts'
import { traceReceipt } from '../wire/trace.ts'
import type { PaywallContext } from '../paywall/context.ts'

/** `GET /receipts/{id}`: what became of a payment, and its answer again while that can be fetched. */

const ROUTE = { method: 'GET', path: '/receipts/{id}' } as const

const Receipt = Type.Object(
  {
    state: Type.Union(
      ['held', 'sent', 'spent', 'released'].map((each) => Type.Literal(each)),
      {
        description:
          'held: at work, nothing charged yet. sent: being settled. spent: paid and answered. released: nothing was charged',
      },
    ),
    charged: Type.Union([Type.Boolean(), Type.Null()], { description: 'null while that is not known' }),
    rail: Type.Union([Type.Literal('l402'), Type.Literal('x402')]),
    settlement: Type.Optional(Type.Object({ transaction: Type.String(), payer: Type.String() })),
    transaction: Type.Optional(Type.String({ description: 'A transaction that is on its way' })),
    spentAt: Type.Optional(Type.Integer({ description: 'Unix seconds' })),
    answerUntil: Type.Optional(
      Type.Integer({
        description:
          'Unix seconds until which the answer is handed out here again. Absent when a Payment-Proof alone opens it: the transfer was on the chain before it was shown',
      }),
    ),
    answer: Type.Optional(SignedAnswer),
  },
  { title: 'Receipt' },
)

const CHARGED = { held: false, sent: null, spent: true } as const

/** The body of the answer, as the buyer got it. */
const bodyOf = async (
  { answers, claims, editionCache }: PaywallContext,
  deliverable: Deliverable | null,
): Promise<string | null> => {
  // An answer that is still to be made is delivered only for the payment itself.
  if (deliverable === null || deliverable.kind === 'promise') return null
  if (deliverable.kind === 'kept') return answers.read(deliverable.id)
  if (deliverable.kind === 'long') return claims.longBody(deliverable)
  return deliverable.kind === 'answer' ? deliverable.body : editionCache.soldBody(deliverable.edition)
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

/** The answer is inserted as text, so that its bytes are those that were signed. */
const written = (facts: Readonly<Record<string, Json>>, answer: string | null): string => {
  const head = JSON.stringify(facts)
  return answer === null ? head : `${head.slice(0, -1)},"answer":${answer}}`
}

/** What was bought with a transfer that was public before is handed out for its payment with a `Payment-Proof` alone. */
const isOpened = ({ network }: Spent): boolean => network !== PROOF_ALONE

const settledAs = (payment: string, { transaction }: Spent): Json | undefined => {
  const on = paidOn(payment)
  return on.rail === 'x402' && transaction !== '' ? { transaction, payer: on.payer } : undefined
}

const factsOf = (payment: string, { state, spent, transaction }: ClaimReceipt): Record<string, Json> => {
  const settlement = spent && settledAs(payment, spent)
  return {
    state,
    charged: CHARGED[state],
    rail: paidOn(payment).rail,
    ...(settlement && { settlement }),
    ...(state === 'sent' && transaction !== '' && { transaction }),
    ...(spent && { spentAt: seconds(spent.spentAt) }),
    ...(spent && isOpened(spent) && { answerUntil: seconds(spent.until) }),
  }
}

const tell = async (paywall: PaywallContext, { params, request, trace }: Call): Promise<Response> => {
  const payment = paywall.receipts.open(params.id ?? '')
  if (payment === null)
    return problemResponse(
      problem('not_found', 'There is no such receipt. Its id travels in the header Payment-Receipt.'),
      paywall.docs,
    )
  traceReceipt(trace, params.id!, true)
  const now = paywall.clock.now()
  const claim = await paywall.claims.receipt(payment)
  if (!claim) {
    const { rail } = paidOn(payment)
    const nothing = { state: 'released', charged: rail === 'x402' ? false : null, rail }
    return new Response(written(nothing, null), { headers: NO_STORE })
  }
  const { spent } = claim
  const answer = spent && isOpened(spent) && now <= spent.until ? await bodyOf(paywall, spent.deliverable) : null
  // HEAD delivers nothing.
  const isDelivered = spent && answer !== null && request.method === 'GET'
  if (isDelivered && (await answered(paywall, payment, spent, 'shown')))
    fetchedLate(paywall, trace, paidOn(payment).rail, nameOf(ROUTE))
  return new Response(written(factsOf(payment, claim), answer), { headers: NO_STORE })
}

export const receiptEndpoint = (paywall: PaywallContext): Endpoint => ({
  ...ROUTE,
  family: 'service',
  layer: 'Service',
  summary: 'What became of a payment, and its answer again while it is handed out',
  access: FREE,
  query: null,
  words: { id: RECEIPT_WORD },
  problems: ['not_found'],
  contentType: 'application/json',
  answer: Receipt,
  example: {
    state: 'spent',
    charged: true,
    rail: 'l402',
    spentAt: 1_795_000_000,
    answerUntil: 1_795_000_120,
    answer: {},
  },
  handle: (call) => tell(paywall, call),
})

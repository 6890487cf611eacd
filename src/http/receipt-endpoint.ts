import { Type } from '@sinclair/typebox'
import type { Json } from '../canonical/jcs.ts'
import type { ClaimReceipt } from '../store/claims.ts'
import type { Goods } from '../store/goods.ts'
import { type Call, type Endpoint, FREE } from './endpoint.ts'
import { NO_STORE } from './headers.ts'
import { problem } from './problem.ts'
import { problemResponse } from './respond.ts'
import type { Till } from './till.ts'

/** `GET /receipts/{id}`: what became of a payment, and the answer again while it is handed out. */

const Receipt = Type.Object({
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
  answerUntil: Type.Optional(Type.Integer({ description: 'Unix seconds until which the answer is handed out again' })),
  answer: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: 'The signed answer, as it was sold' }),
  ),
})

const CHARGED = { held: false, sent: null, spent: true } as const

/** The body of the goods, as the buyer got it. */
const bodyOf = async ({ answers, shelf }: Till, goods: Goods | null): Promise<string | null> => {
  // What was only promised so far is handed out to who shows the payment.
  if (goods === null || goods.kind === 'promise') return null
  if (goods.kind === 'kept') return answers.read(goods.id)
  return goods.kind === 'answer' ? goods.body : shelf.soldBody(goods.edition)
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

/** The answer is spliced in as text: the same bytes as before, and as were signed. */
const written = (facts: Readonly<Record<string, Json>>, answer: string | null): string => {
  const head = JSON.stringify(facts)
  return answer === null ? head : `${head.slice(0, -1)},"answer":${answer}}`
}

const factsOf = (rail: string, claim: ClaimReceipt): Record<string, Json> => ({
  state: claim.state,
  charged: CHARGED[claim.state],
  rail,
  ...(claim.settlement !== '' && { settlement: JSON.parse(claim.settlement) as Json }),
  ...(claim.state === 'sent' && claim.transaction !== '' && { transaction: claim.transaction }),
  ...(claim.state === 'spent' && { spentAt: seconds(claim.spentAt), answerUntil: seconds(claim.until) }),
})

const tell = async (till: Till, { params, request }: Call): Promise<Response> => {
  const payment = till.receipts.open(params.id ?? '')
  if (payment === null)
    return problemResponse(
      problem('not_found', 'There is no such receipt. Its id travels in the header Payment-Receipt.'),
      till.docs,
    )
  const rail = payment.slice(0, payment.indexOf(':'))
  const claim = await till.claims.receipt(payment)
  if (!claim)
    return new Response(written({ state: 'released', charged: rail === 'x402' ? false : null, rail }, null), {
      headers: NO_STORE,
    })
  const now = till.clock.now()
  const fresh = claim.state === 'spent' && now <= claim.until
  const answer = fresh ? await bodyOf(till, claim.goods) : null
  // A look at the headers delivers nothing.
  if (answer !== null && request.method === 'GET' && (await till.claims.delivered(payment, now)))
    if (claim.goods?.kind === 'kept') await till.answers.delivered(claim.goods.id)
  return new Response(written(factsOf(rail, claim), answer), { headers: NO_STORE })
}

export const receiptEndpoint = (till: Till): Endpoint => ({
  method: 'GET',
  path: '/receipts/{id}',
  family: 'service',
  layer: 'Service',
  summary: 'What became of a payment, and its answer again for two minutes',
  access: FREE,
  query: null,
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
  handle: (call) => tell(till, call),
})

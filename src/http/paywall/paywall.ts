import type { StoreRefusal } from '../../store/redis/refusal.ts'
import type { Rail } from '../../canonical/snapshot.ts'
import type { Buyer } from './buyer.ts'
import { challenge } from './challenge.ts'
import { problem, type Problem } from '../wire/problem.ts'
import { readToken, type ShownToken } from '../rails/l402.ts'
import { NO_GUARDS } from '../rails/guards.ts'
import type { Offer } from '../rails/offer.ts'
import { problemResponse } from '../wire/respond.ts'
import { REQUEST } from '../wire/header-names.ts'
import { saleLine } from './sale-log.ts'
import { receiptOfToken, sellL402 } from './sell-l402.ts'
import { sellX402 } from './sell-x402.ts'
import { receiptHeader, type Trace } from '../wire/trace.ts'
import { type Soon, soon } from '../wire/soon.ts'
import { storeProblem } from './store-refusal.ts'
import type { PaywallContext } from './context.ts'
import type { Product, WaresAt } from './product.ts'

/**
 * The only place where money is checked. The answer is there before money moves (interface 5.4):
 *
 *     the store takes no writes   503 before anything else: no payment is touched, none is asked for
 *     no credential   sellable? no: 503 before any invoice exists. Yes: 402 with every rail that is open
 *     credential      verify (pure), hold the claim, take the answer, settle, spend, deliver
 *
 * The price comes from the route that calls this, and never from the address of the request.
 *
 * @param waresAt the product, now or for a paid invoice
 */
export const sell = (paywall: PaywallContext, offer: Offer, waresAt: WaresAt, buyer: Buyer): Soon<Response> => {
  const shown = readShown(buyer.request)
  const named = (response: Response): Response => {
    response.headers.set(REQUEST, offer.request)
    return response
  }
  const sold = () => soon(paywall.store(), (refusal) => answer(paywall, offer, waresAt, buyer, shown, refusal))
  const rail = railOf(shown)
  if (rail === null || buyer.request.method === 'HEAD') return soon(sold(), named)

  const line = saleLine(paywall, offer, buyer.trace, rail)
  const end = (response: Response): Response => {
    line.answered(response)
    if (!buyer.trace.sold) nameReceipt(buyer.trace, response)
    return named(response)
  }
  const fail = (problem: unknown): never => {
    line.broken(problem)
    throw problem
  }
  try {
    const answered = sold()
    return answered instanceof Promise ? answered.then(end, fail) : end(answered)
  } catch (problem) {
    return fail(problem)
  }
}

/** In whatever answer its buyer gets, on every way out of a sale. */
const nameReceipt = (trace: Trace, response: Response): void => {
  for (const [name, id] of Object.entries(receiptHeader(trace))) response.headers.set(name, id)
}

/** The credentials of a request. */
interface Shown {
  readonly token: ShownToken | 'malformed' | null
  readonly signature: string | null
  /** The x402 payment, by either header. */
  readonly payment: string | null
}

const readShown = ({ headers }: Request): Shown => {
  const signature = headers.get('payment-signature')
  return { token: readToken(headers), signature, payment: signature ?? headers.get('x-payment') }
}

const railOf = ({ token, payment }: Shown): Rail | null => (token !== null ? 'l402' : payment !== null ? 'x402' : null)

const answer = (
  paywall: PaywallContext,
  offer: Offer,
  waresAt: WaresAt,
  buyer: Buyer,
  { token, signature, payment }: Shown,
  refusal: StoreRefusal | null,
): Soon<Response> => {
  const { rails, docs } = paywall
  const { request, address } = buyer
  const { guards = NO_GUARDS } = offer
  const receipt = () => receiptOfToken(paywall, token, offer, buyer)
  if (refusal !== null) return problemResponse(storeProblem(refusal), docs, receipt())
  if (request.method === 'HEAD') return headOf(paywall, offer, waresAt(paywall.clock.now(), guards), address)
  if (token !== null && payment !== null)
    return problemResponse(
      problem('invalid_request', 'Two payments were shown for one answer. Nothing was charged.', {
        details: [
          { path: 'header', rule: 'one_payment', message: 'send either Authorization: L402 or an x402 payment header' },
        ],
      }),
      docs,
      receipt(),
    )
  const condition =
    token !== null || payment !== null ? CONDITIONS.find((name) => request.headers.has(name)) : undefined
  if (condition !== undefined) return problemResponse(conditional(condition), docs, receipt())
  if (token !== null && rails.l402) return sellL402(paywall, rails.l402, token, offer, waresAt, buyer)
  const product = waresAt(paywall.clock.now(), guards)
  if (payment !== null && rails.x402) {
    const header = signature === null ? 'X-PAYMENT' : 'PAYMENT-SIGNATURE'
    return sellX402({ paywall, rail: rails.x402, offer, product, buyer, header }, payment)
  }
  return soon(product.closed(null), (closed) =>
    closed ? problemResponse(closed, docs) : challenge(paywall, offer, { address, l402: true, x402: true }),
  )
}

/** Request headers by which a client asks for a part of the answer, or for none if it has not changed. */
const CONDITIONS = [
  'if-none-match',
  'if-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
] as const

const conditional = (name: string): Problem =>
  problem('invalid_request', 'A payment buys the whole answer. Nothing was charged.', {
    details: [{ path: `header.${name}`, rule: 'unconditional', message: 'send the payment again without this header' }],
  })

/** Shows the offer. Makes no invoice and spends no payment, whatever the request carries. */
const headOf = async (paywall: PaywallContext, offer: Offer, product: Product, address: string): Promise<Response> => {
  const closed = await product.closed(null)
  const full = closed
    ? problemResponse(closed, paywall.docs)
    : await challenge(paywall, offer, { address, l402: false, x402: true })
  return new Response(null, { status: full.status, headers: full.headers })
}

import { SMALL_MICRO_USD } from '../../payments/small-amount.ts'
import { challenge } from './challenge.ts'
import { problem, type Problem, USED_WITHOUT_OFFER } from '../wire/problem.ts'
import type { X402Reason } from '../rails/x402-check.ts'
import type { ShownPayment } from '../rails/x402-payload.ts'
import { failureHeaders } from '../rails/x402.ts'
import { problemResponse } from '../wire/respond.ts'
import type { PaymentHeader, PaymentAttempt } from './x402-sale.ts'

/** The answers to payments that buy nothing. */

const because = (header: PaymentHeader, reason: X402Reason): Problem =>
  problem('payment_invalid', 'The payment was not accepted. Nothing was charged.', {
    details: [{ path: `header.${header}`, rule: reason, message: reason.replaceAll('_', ' ') }],
  })

/**
 * After a failed attempt only this rail is offered again, so that a bad signature causes no invoice. If this rail is
 * closed, the other one is offered. A product that cannot be sold right now is not offered at all, and no invoice is
 * made before that is checked.
 */
export const refusePayment = async (
  { paywall, rail, offer, product, buyer, header }: PaymentAttempt,
  closed: Problem | null,
  reason: X402Reason,
  payer = '',
): Promise<Response> => {
  paywall.count.refusal('x402', reason)
  const isShut = (await paywall.availability.x402()) !== null
  const unsold = closed ?? (isShut ? await product.closed(null) : null)
  if (unsold) return problemResponse(unsold, paywall.docs)
  const asking = { address: buyer.address, l402: isShut, x402: true }
  return challenge(
    paywall,
    offer,
    asking,
    because(header, reason),
    payer === '' ? {} : failureHeaders(rail, payer, reason),
  )
}

export const inProgress = (): Problem =>
  problem('payment_in_progress', 'This payment is being settled. Repeat the same request with the same payment.', {
    retryAfter: 1,
  })

/**
 * The proof of a wallet contract cannot be checked now, since the chain does not answer. The payment stays as it is.
 */
export const notJudged = (): Problem =>
  problem('unavailable', 'The chain cannot be asked about this proof right now. Repeat the same request.', {
    retryAfter: 5,
  })

/** The same for a payment that a contract must verify. */
export const notAsked = (): Problem =>
  problem('no_payment_rail', 'The chain cannot be asked about this signature right now. Nothing was charged.', {
    retryAfter: 15,
  })

export const usedBefore = (): Problem =>
  problem('payment_already_used', 'This payment was used before. Make a new one.')

/**
 * A spent payment whose answer is not handed out any more (interface 5.5). Up to ten cents the client gets new offers,
 * since a client that repeats its request will pay again anyway. Above that nobody is asked to pay a second time.
 */
export const alreadyUsed = (
  { paywall, offer, buyer }: Pick<PaymentAttempt, 'paywall' | 'offer' | 'buyer'>,
  { authorization }: ShownPayment,
): Promise<Response> => {
  paywall.count.refusal('x402', 'payment_already_used')
  const dearest = Math.max(offer.price.microUsd, Number(authorization.value))
  if (dearest > SMALL_MICRO_USD)
    return Promise.resolve(problemResponse(usedBefore(), paywall.docs, {}, USED_WITHOUT_OFFER))
  return challenge(paywall, offer, { address: buyer.address, l402: false, x402: true }, usedBefore())
}

export const tooManyWallets = (retryAfter: number): Problem =>
  problem(
    'too_many_requests',
    'Too many payments by wallet contracts, which only the chain can check. Nothing was charged.',
    {
      retryAfter,
    },
  )

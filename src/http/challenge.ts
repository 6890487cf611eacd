import { NO_STORE } from './headers.ts'
import { problem, type Problem, problemBody } from './problem.ts'
import { authenticateHeader, l402Challenge } from './rails/l402.ts'
import type { Offer } from './rails/offer.ts'
import { paymentRequiredHeader, requirementsFor } from './rails/x402.ts'
import { problemResponse } from './respond.ts'
import type { Till } from './till.ts'

/** Which rails a challenge offers. An invoice costs our node something: it is not made for everybody. */
export interface Offered {
  readonly l402: boolean
  readonly x402: boolean
}

/**
 * One 402 for everybody: version 1 in the body, version 2 in a header, Lightning in another. A rail that is down is
 * left out; with none left the answer is 503.
 */
export const challenge = async (
  till: Till,
  offer: Offer,
  offered: Offered,
  because: Problem = problem('payment_required', 'Pay with one of the offers and repeat the request.'),
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  const { rails, docs } = till
  const x402 = offered.x402 ? rails.x402 : null
  const lightning = offered.l402 && rails.l402 ? await l402Challenge(rails.l402, offer, till.clock.now()) : null
  if (lightning?.kind === 'lightning_failure')
    till.log.warn('lightning.failed', { reason: lightning.reason, detail: lightning.detail })
  const l402 = lightning?.kind === 'challenge' ? lightning : null
  if (!rails.l402 && !rails.x402)
    return noRail('No way to pay is configured here; previews and documents are free.', docs)
  if (!x402 && !l402 && offered.l402 && because.code === 'payment_required')
    return noRail('No way to pay is open right now. Nothing was charged; try again soon.', docs)
  till.count.challenge()

  const body = {
    x402Version: 1,
    ...problemBody(because, docs),
    accepts: x402 ? [requirementsFor(x402, offer).v1] : [],
    ...(l402 && { l402: { invoice: l402.invoice, macaroon: l402.macaroon, sats: offer.price.sats } }),
  }
  return new Response(JSON.stringify(body), {
    status: 402,
    headers: {
      ...NO_STORE,
      ...(l402 && { 'www-authenticate': authenticateHeader(l402) }),
      ...(x402 && { 'payment-required': paymentRequiredHeader(x402, offer, because.code) }),
      ...headers,
    },
  })
}

const noRail = (message: string, docs: string): Response =>
  problemResponse(problem('no_payment_rail', message, { retryAfter: 30 }), docs)

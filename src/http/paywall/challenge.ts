import { NO_STORE } from '../wire/headers.ts'
import { problem, type Problem, problemBody } from '../wire/problem.ts'
import { authenticateHeader, type L402Challenge, l402Challenge } from '../rails/l402.ts'
import type { InvoiceWithheld } from '../rails/lightning/invoice-limit.ts'
import type { Offer } from '../rails/offer.ts'
import { paymentRequiredHeader, requirementsFor, type X402Rail } from '../rails/x402.ts'
import { problemResponse, telling } from '../wire/respond.ts'
import type { PaywallContext } from './context.ts'

/** What decides which rails are offered. An invoice costs our node resources, so not every request gets one. */
export interface ChallengeRequest {
  /** The client's address, for limits. */
  readonly address: string
  readonly l402: boolean
  readonly x402: boolean
}

/** The Lightning offer, if this client may have an invoice. */
const lightningFor = async (
  paywall: PaywallContext,
  offer: Offer,
  { address, l402 }: ChallengeRequest,
): Promise<L402Challenge | InvoiceWithheld | null> => {
  if (!l402 || !paywall.rails.l402 || !offer.rails.includes('l402')) return null
  const taken = paywall.limit.take(address)
  if (taken.kind === 'withheld') {
    paywall.count.invoice('limited')
    return taken
  }
  const made = await l402Challenge(paywall.rails.l402, offer)
  paywall.count.invoice(made.kind === 'challenge' ? 'made' : 'failed')
  return made.kind === 'challenge' ? made : null
}

const x402For = async (paywall: PaywallContext, offer: Offer, { x402 }: ChallengeRequest): Promise<X402Rail | null> =>
  x402 && paywall.rails.x402 && offer.rails.includes('x402') && (await isTaken(paywall, offer))
    ? paywall.rails.x402
    : null

const isTaken = async ({ availability }: PaywallContext, { price }: Offer): Promise<boolean> =>
  (await availability.x402()) === null && (await availability.tooMuch(price.microUsd)) === null

const WITHHELD: Readonly<Record<InvoiceWithheld['why'], string>> = {
  too_many_unpaid_invoices: 'Too many invoices were made for this address and not paid.',
  too_many_invoices: 'Too many invoices are asked for right now.',
}

/** Nothing can be offered: says why, and when to come back. */
const nothingToOffer = ({ rails, docs }: PaywallContext, withheld: InvoiceWithheld | null): Response => {
  const configured = rails.l402 !== null || rails.x402 !== null
  if (withheld) {
    const { why, retryAfter } = withheld
    return problemResponse(problem('too_many_requests', WITHHELD[why], { retryAfter }), docs)
  }
  const message = configured
    ? 'No way to pay is open right now. Nothing was charged; try again soon.'
    : 'No way to pay is configured here; previews and documents are free.'
  return problemResponse(problem('no_payment_rail', message, { retryAfter: 30 }), docs)
}

/**
 * One 402 for all clients (interface 5.1): x402 version 1 in the body, version 2 in a header, Lightning in another
 * header. A rail that is closed is left out. When an invoice is withheld from this client, the answer says so and until
 * when. An unpaid request that no rail can be offered to is answered with 503.
 *
 * @param because why the payment of this request was refused, when there was one
 */
export const challenge = async (
  paywall: PaywallContext,
  offer: Offer,
  asking: ChallengeRequest,
  because: Problem | null = null,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  const { docs } = paywall
  const [x402, lightning] = await Promise.all([x402For(paywall, offer, asking), lightningFor(paywall, offer, asking)])
  const l402 = lightning?.kind === 'challenge' ? lightning : null
  const withheld = lightning?.kind === 'withheld' ? lightning : null
  // A request without credentials makes no invoice, but Lightning is open.
  const couldPay =
    x402 !== null || l402 !== null || (!asking.l402 && paywall.rails.l402 !== null && offer.rails.includes('l402'))
  if (!couldPay && because === null) return nothingToOffer(paywall, withheld)
  paywall.count.challenge([...(l402 ? (['l402'] as const) : []), ...(x402 ? (['x402'] as const) : [])])

  const found = because ?? UNPAID
  const body = {
    x402Version: 1,
    ...problemBody(found, docs),
    accepts: x402 ? [requirementsFor(x402, offer).v1] : [],
    ...(l402 && { l402: { invoice: l402.invoice, macaroon: l402.macaroon, sats: offer.price.sats } }),
    ...(withheld && { l402: { withheld: withheld.why, retryAfter: withheld.retryAfter } }),
  }
  const response = new Response(JSON.stringify(body), {
    status: 402,
    headers: {
      ...NO_STORE,
      ...(l402 && { 'www-authenticate': authenticateHeader(l402) }),
      ...(withheld && { 'retry-after': String(withheld.retryAfter) }),
      ...(x402 && { 'payment-required': paymentRequiredHeader(x402, offer, found.code) }),
      ...headers,
    },
  })
  return because === null ? response : telling(because, response)
}

const UNPAID = problem('payment_required', 'Pay with one of the offers and repeat the request.')

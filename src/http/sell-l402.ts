import { challenge } from './challenge.ts'
import type { Buyer } from './buyer.ts'
import { problem, type Problem } from './problem.ts'
import { checkToken, type TokenReason } from './rails/l402-token.ts'
import type { L402Rail, ShownToken } from './rails/l402.ts'
import type { Offer } from './rails/offer.ts'
import { problemResponse, RECEIPT, soldResponse } from './respond.ts'
import type { Goods } from '../store/goods.ts'
import { storeLost } from './store-door.ts'
import type { Till } from './till.ts'
import type { Wares } from './wares.ts'

/** A claim outlives its token by a day: while a token could be shown, its payment is remembered. */
const AFTER_TOKEN_SECONDS = 86_400

const MESSAGES: Readonly<Record<TokenReason, string>> = {
  l402_malformed_token: 'The credential is not a token of this service with a preimage.',
  l402_forged_token: 'The token was not made here, or was changed.',
  l402_expired_token: 'The token is too old. Pay the new invoice.',
  l402_other_request: 'The token was made for another request. Pay the new invoice.',
  l402_unknown_caveat: 'The token carries a condition of ours that this release does not know.',
  l402_wrong_preimage: 'The preimage does not belong to the invoice of this token.',
}

/** Honest clients cache tokens: these get a fresh invoice. Nothing is minted for a token that was never ours. */
const HONEST: readonly TokenReason[] = ['l402_expired_token', 'l402_other_request']

const because = (reason: TokenReason): Problem =>
  problem('payment_invalid', MESSAGES[reason], {
    details: [{ path: 'header.Authorization', rule: reason, message: MESSAGES[reason] }],
  })

export const usedBefore = (): Problem =>
  problem('payment_already_used', 'This payment was used before. Make a new one.')

export const inProgress = (): Problem =>
  problem('payment_in_progress', 'This payment is at work. Repeat the same request with the same payment.', {
    retryAfter: 1,
  })

/**
 * Lightning: the money came first, so claiming the payment and taking the goods leave nothing to settle.
 *
 * @param waresAt judged by the time at which the invoice was asked for
 */
export const sellL402 = async (
  till: Till,
  rail: L402Rail,
  shown: ShownToken | 'malformed',
  offer: Offer,
  waresAt: (askedAt: number) => Wares,
  { address }: Buyer,
): Promise<Response> => {
  const now = till.clock.now()
  const check = shown === 'malformed' ? malformed : checkToken(rail.secrets, shown, offer.request, now)
  const wares = waresAt(check.kind === 'paid' ? (check.askedAt ?? now) : now)
  const closed = await wares.closed(null)
  if (check.kind === 'refused') {
    till.count.refusal('l402', check.reason)
    if (closed) return problemResponse(closed, till.docs)
    return challenge(till, offer, { address, l402: HONEST.includes(check.reason), x402: true }, because(check.reason))
  }
  const on = { payment: `l402:${check.paymentHash}`, request: offer.request, now }
  const receipt = { [RECEIPT]: till.receipts.seal(on.payment) }
  const again = async (goods: Goods): Promise<Response | null> => {
    const found = await wares.handOver(goods, on.payment)
    if (found?.kind === 'problem') return problemResponse(found, till.docs, receipt)
    return found && soldResponse(found, receipt)
  }

  const keepSeconds = Math.max(0, check.validUntil - Math.floor(now / 1000)) + AFTER_TOKEN_SECONDS
  const take = async (): Promise<Response> => {
    if (closed) {
      // What was paid for is still handed out again.
      const found = await till.claims.look(on)
      const repeat = found.kind === 'spent_fresh' ? await again(found.goods) : null
      return repeat ?? problemResponse(closed, till.docs)
    }
    const claimed = await wares.claim(on, keepSeconds)
    switch (claimed.kind) {
      case 'sold':
        till.count.sale('l402', wares.actor)
        till.limit.giveBack(address)
        return soldResponse(claimed.delivery, receipt)
      case 'problem':
        return problemResponse(claimed, till.docs)
      case 'claimed':
      case 'busy':
        return problemResponse(inProgress(), till.docs, receipt)
      case 'spent_fresh':
        return (await again(claimed.goods)) ?? refuseUsed(till, offer, address)
      case 'spent':
      case 'other_request':
        return refuseUsed(till, offer, address)
    }
  }
  return take().catch((problem: unknown) => storeLost(problem, till.docs, receipt))
}

/** The next step of a client that shows a spent token is a new payment: it gets a fresh invoice. */
const refuseUsed = (till: Till, offer: Offer, address: string): Promise<Response> => {
  till.count.refusal('l402', 'payment_already_used')
  return challenge(till, offer, { address, l402: true, x402: true }, usedBefore())
}

const malformed = { kind: 'refused', reason: 'l402_malformed_token' } as const

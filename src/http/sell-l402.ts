import type { Item } from '../feeds/registry.ts'
import { challenge } from './challenge.ts'
import type { Buyer } from './buyer.ts'
import { ageOf, soldOut, takeEdition } from './goods.ts'
import { problem, type Problem } from './problem.ts'
import { checkToken, type TokenReason } from './rails/l402-token.ts'
import type { L402Rail, ShownToken } from './rails/l402.ts'
import type { Offer } from './rails/offer.ts'
import { problemResponse, RECEIPT, soldResponse } from './respond.ts'
import type { Stock } from './shelf.ts'
import type { Bought } from '../store/claims.ts'
import type { Goods } from '../store/goods.ts'
import type { Till } from './till.ts'

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

/** The same answer again: an honest client whose answer got lost. It never buys a second one. */
const again = async (till: Till, goods: Goods, receipt: Readonly<Record<string, string>>): Promise<Response | null> => {
  if (goods.kind === 'answer') return soldResponse(goods.body, 0, { ...goods.headers, ...receipt })
  const body = await till.shelf.soldBody(goods.edition)
  const age = Math.floor(till.clock.now() / 1000) - goods.edition.version
  return body === null ? null : soldResponse(body, age, receipt)
}

/**
 * Lightning: the money came first. Claiming the payment and taking an edition are one step in the store, so nothing
 * can be charged twice and nothing is lost in between.
 *
 * @param stock a problem when nothing may be sold right now; an answer that was paid for is then still handed out again
 */
export const sellL402 = async (
  till: Till,
  rail: L402Rail,
  shown: ShownToken | 'malformed',
  offer: Offer,
  item: Item,
  stock: Stock | Problem,
  { address }: Buyer,
): Promise<Response> => {
  const now = till.clock.now()
  const check = shown === 'malformed' ? malformed : checkToken(rail.secrets, shown, offer.request, now)
  if (check.kind === 'refused') {
    till.count.refusal('l402', check.reason)
    if ('code' in stock) return problemResponse(stock, till.docs)
    return challenge(till, offer, { address, l402: HONEST.includes(check.reason), x402: true }, because(check.reason))
  }
  const on = { payment: `l402:${check.paymentHash}`, request: offer.request, now }
  const receipt = { [RECEIPT]: till.receipts.seal(on.payment) }

  if ('code' in stock) {
    const found = await till.claims.look(on)
    const repeat = found.kind === 'spent_fresh' ? await again(till, found.goods, receipt) : null
    return repeat ?? problemResponse(stock, till.docs)
  }

  const keepSeconds = Math.max(0, check.validUntil - Math.floor(now / 1000)) + AFTER_TOKEN_SECONDS
  const bought = await takeEdition<Exclude<Bought, { kind: 'bought' | 'sold_out' }>>(
    till,
    item,
    stock,
    'l402',
    async (from) => {
      const { actor, timestamp } = from.snapshot
      const got = await till.claims.buy({
        ...on,
        from: { actor, version: timestamp, rail: 'l402' },
        printed: from.printed('l402'),
        keepSeconds,
      })
      return got.kind === 'bought' ? { kind: 'taken', edition: got.edition } : got
    },
  )
  switch (bought.kind) {
    case 'in_hand':
      till.count.sale('l402', item.actor)
      till.limit.giveBack(address)
      return soldResponse(bought.body, ageOf(till, bought.stock), receipt)
    case 'sold_out':
      return problemResponse(soldOut(item), till.docs)
    case 'claimed':
    case 'busy':
      return problemResponse(inProgress(), till.docs, receipt)
    case 'spent_fresh':
      return (await again(till, bought.goods, receipt)) ?? refuseUsed(till, offer, address)
    case 'spent':
    case 'other_request':
      return refuseUsed(till, offer, address)
  }
}

/** The next step of a client that shows a spent token is a new payment: it gets a fresh invoice. */
const refuseUsed = (till: Till, offer: Offer, address: string): Promise<Response> => {
  till.count.refusal('l402', 'payment_already_used')
  return challenge(till, offer, { address, l402: true, x402: true }, usedBefore())
}

const malformed = { kind: 'refused', reason: 'l402_malformed_token' } as const

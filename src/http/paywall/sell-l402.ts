import { receiptMark } from '../../canonical/receipt-mark.ts'
import type { Spent } from '../../store/claims/claim-facts.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import { challenge } from './challenge.ts'
import type { Buyer } from './buyer.ts'
import { inProgress, usedBefore } from './payment-problems.ts'
import { problem, type Problem } from '../wire/problem.ts'
import { checkToken, type TokenCheck, type TokenReason } from '../rails/l402-token.ts'
import type { L402Rail, ShownToken } from '../rails/l402.ts'
import { bothGuards, NO_GUARDS } from '../rails/guards.ts'
import type { Offer } from '../rails/offer.ts'
import { receiptHeader, traceReceipt } from '../wire/trace.ts'
import { answered } from './redeliver.ts'
import { noteSold, noteSoldLate } from './sale-log.ts'
import { problemResponse } from '../wire/respond.ts'
import { soldInGzip, soldResponse, soldWithReceipt } from './sold-response.ts'
import { FOR_EVER } from '../../store/claims/redelivery.ts'
import { type Soon, soon } from '../wire/soon.ts'
import { storeLost } from './store-refusal.ts'
import type { PaywallContext } from './context.ts'
import type { Claimed, Purchase, Product, WaresAt } from './product.ts'

/** A claim is kept a day longer than its token is valid, so a token that can be shown always has its claim. */
const AFTER_TOKEN_SECONDS = DAY_SECONDS

/** What each fault of a token means, for people. */
export const TOKEN_MESSAGES: Readonly<Record<TokenReason, string>> = {
  l402_malformed_token: 'The credential is not a token of this service with a preimage.',
  l402_forged_token: 'The token was not made here, or was changed.',
  l402_expired_token: 'The token is too old. Pay the new invoice.',
  l402_other_request: 'The token was made for another request. Pay the new invoice.',
  l402_unknown_caveat: 'The token carries a condition of ours that this path does not know.',
  l402_wrong_preimage: 'The preimage does not belong to the invoice of this token.',
}

type PaidToken = Extract<TokenCheck, { readonly kind: 'paid' }>
type Refused = Extract<TokenCheck, { readonly kind: 'refused' }>

/** Honest clients cache tokens, so these faults get a new invoice. A token that we never made gets none. */
const HONEST: readonly TokenReason[] = ['l402_expired_token', 'l402_other_request']

const because = (reason: TokenReason): Problem =>
  problem('payment_invalid', TOKEN_MESSAGES[reason], {
    details: [{ path: 'header.Authorization', rule: reason, message: TOKEN_MESSAGES[reason] }],
  })

/**
 * Lightning: the payment was made before the request, so there is nothing to settle after the answer is taken.
 *
 * What the token says binds it as it was asked for: the product meets the guards of the token and those of the request.
 */
export const sellL402 = (
  paywall: PaywallContext,
  rail: L402Rail,
  shown: ShownToken | 'malformed',
  offer: Offer,
  waresAt: WaresAt,
  buyer: Buyer,
): Soon<Response> => {
  const now = paywall.clock.now()
  const check =
    shown === 'malformed' ? malformed : takenHere(offer, checkToken(rail.secrets, shown, offer.request, now))
  const asked = offer.guards ?? NO_GUARDS
  const product =
    check.kind === 'paid' ? waresAt(check.askedAt ?? now, bothGuards(asked, check.guards)) : waresAt(now, asked)
  return soon(product.closed(null), (closed) =>
    check.kind === 'refused'
      ? refuse(paywall, product, offer, buyer, closed, check)
      : exchange(paywall, product, offer, buyer, closed, check, now),
  )
}

const nameOf = ({ paymentHash }: { readonly paymentHash: string }): string => `l402:${paymentHash}`

const traceToken = ({ receipts }: PaywallContext, { trace }: Buyer, paid: { readonly paymentHash: string }): void =>
  traceReceipt(trace, receipts.seal(nameOf(paid)), true)

/**
 * The receipt of a token of ours with its preimage, for answers that are given before it is judged. Only the payer has
 * the two.
 */
export const receiptOfToken = (
  paywall: PaywallContext,
  shown: ShownToken | 'malformed' | null,
  offer: Offer,
  buyer: Buyer,
): Readonly<Record<string, string>> => {
  const { l402 } = paywall.rails
  if (l402 === null || shown === null || shown === 'malformed') return {}
  const check = checkToken(l402.secrets, shown, offer.request, paywall.clock.now())
  const paid = check.kind === 'paid' ? check : check.expired
  if (paid) traceToken(paywall, buyer, paid)
  return receiptHeader(buyer.trace)
}

/** A holder may add guards to a token. Where they cannot be judged they are a condition like every unknown one. */
const takenHere = ({ guards }: Offer, check: TokenCheck): TokenCheck =>
  check.kind === 'paid' && check.guards !== NO_GUARDS && guards === undefined
    ? { kind: 'refused', reason: 'l402_unknown_caveat' }
    : check

const refuse = async (
  paywall: PaywallContext,
  product: Product,
  offer: Offer,
  buyer: Buyer,
  closed: Problem | null,
  { expired, reason }: Refused,
): Promise<Response> => {
  if (expired) traceToken(paywall, buyer, expired)
  const bought = expired ? await boughtForEver(paywall, product, offer, buyer, nameOf(expired)) : null
  if (bought) return bought
  paywall.count.refusal('l402', reason)
  const receipt = receiptHeader(buyer.trace)
  if (closed) return problemResponse(closed, paywall.docs, receipt)
  const asking = { address: buyer.address, l402: HONEST.includes(reason), x402: true }
  return challenge(paywall, offer, asking, because(reason), receipt)
}

const exchange = (
  paywall: PaywallContext,
  product: Product,
  offer: Offer,
  buyer: Buyer,
  closed: Problem | null,
  check: PaidToken,
  now: number,
): Soon<Response> => {
  const payment = nameOf(check)
  const id = paywall.receipts.seal(payment)
  const sats = check.sats ?? offer.price.sats
  const sale = { payment, amount: String(sats), item: product.actor, event: '', receipt: receiptMark(id) }
  const keepSeconds = Math.max(0, check.validUntil - Math.floor(now / 1000)) + AFTER_TOKEN_SECONDS
  const purchase = { payment, request: offer.request, now, keepSeconds, sale }

  traceReceipt(buyer.trace, id, true, sale.receipt)
  const receipt = receiptHeader(buyer.trace)
  const paid = { paywall, product, offer, buyer, purchase, closed, id, receipt }
  const lost = (problem: unknown): Response => storeLost(problem, paywall.docs, receipt)
  try {
    const answered = honour(paid)
    return answered instanceof Promise ? answered.catch(lost) : answered
  } catch (problem) {
    return lost(problem)
  }
}

/** A paid token, and what it is to buy. */
interface Paid {
  readonly paywall: PaywallContext
  readonly product: Product
  readonly offer: Offer
  readonly buyer: Buyer
  readonly purchase: Purchase
  readonly closed: Problem | null
  /** Of the receipt, and the header that names it. */
  readonly id: string
  readonly receipt: Readonly<Record<string, string>>
}

const honour = (paid: Paid): Soon<Response> =>
  paid.closed === null || paid.product.isEnd?.(paid.closed)
    ? soon(paid.product.claim(paid.purchase), (claimed) => handOver(paid, claimed))
    : honourClosed(paid, paid.closed)

/** Answers a token whose product cannot be sold now: what it has bought before is delivered again. */
const honourClosed = async (paid: Paid, closed: Problem): Promise<Response> => {
  const { paywall, product, buyer, purchase, receipt } = paid
  const found = await paywall.claims.look(purchase)
  const repeat = found.kind === 'spent' ? await again(paywall, product, buyer, purchase, found.spent) : null
  return repeat ? withReceipt(repeat, receipt) : problemResponse(stillGood(closed), paywall.docs, receipt)
}

const handOver = (paid: Paid, claimed: Claimed): Soon<Response> => {
  const { paywall, offer, buyer, purchase, receipt } = paid
  switch (claimed.kind) {
    case 'sold':
      paywall.limit.giveBack(buyer.address)
      noteSold(buyer.trace, purchase.sale)
      return soldInGzip(buyer.request, claimed.delivery, receipt) ?? soldWithReceipt(claimed.delivery, paid.id)
    case 'problem':
      return problemResponse(claimed.message.endsWith(NO_CHARGE) ? stillGood(claimed) : claimed, paywall.docs, receipt)
    case 'claimed':
    case 'busy':
      return problemResponse(inProgress(), paywall.docs, receipt)
    case 'spent':
      return repeated(paid, claimed.spent)
    case 'other_request':
      return refuseUsed(paywall, offer, buyer)
  }
}

const repeated = async (
  { paywall, product, offer, buyer, purchase, receipt }: Paid,
  spent: Spent,
): Promise<Response> => {
  const repeat = await again(paywall, product, buyer, purchase, spent)
  return repeat ? withReceipt(repeat, receipt) : refuseUsed(paywall, offer, buyer)
}

const withReceipt = (response: Response, receipt: Readonly<Record<string, string>>): Response => {
  for (const [name, value] of Object.entries(receipt)) response.headers.set(name, value)
  return response
}

/**
 * The token with its preimage is the proof, so what it bought is delivered again, with its secrets. `null`: not any
 * more.
 */
const again = async (
  paywall: PaywallContext,
  product: Product,
  { trace }: Buyer,
  { payment, sale, request, now }: Purchase,
  spent: Spent,
) => {
  if (now > spent.until || spent.deliverable === null) return null
  const found = await product.handOver(spent.deliverable, payment, true)
  if (found?.kind === 'problem') return problemResponse(found, paywall.docs)
  if (found) {
    if (!spent.told && (await answered(paywall, payment, spent, 'shown'))) noteSoldLate(trace, product.actor)
    return soldResponse(found)
  }
  // The answer was lost with a store, too early. The money has arrived, so the token may buy again.
  if (!(await paywall.claims.giveBack(sale, spent, request, now))) return null
  return problemResponse(inProgress(), paywall.docs)
}

/** A product that an old token bought and that is delivered without a time limit; `null` if there is none. */
const boughtForEver = async (
  paywall: PaywallContext,
  product: Product,
  { request }: Offer,
  { trace }: Buyer,
  payment: string,
): Promise<Response | null> => {
  const found = await paywall.claims.look({ payment, request, now: paywall.clock.now() })
  if (found.kind !== 'spent' || found.spent.until !== FOR_EVER || found.spent.deliverable === null) return null
  const delivery = await product.handOver(found.spent.deliverable, payment, true)
  const receipt = receiptHeader(trace)
  return delivery?.kind === 'delivery'
    ? soldResponse(delivery, receipt)
    : delivery && problemResponse(delivery, paywall.docs, receipt)
}

/** The end of most refusals, which says nothing to who has paid before. */
const NO_CHARGE = ' Nothing was charged.'

const stillGood = (closed: Problem): Problem => ({
  ...closed,
  message: `${closed.message.replace(NO_CHARGE, '')} Your payment stays good: repeat the request.`,
})

/** A client that shows a spent token will pay again next, so it gets a new invoice. */
const refuseUsed = (paywall: PaywallContext, offer: Offer, { address, trace }: Buyer): Promise<Response> => {
  paywall.count.refusal('l402', 'payment_already_used')
  return challenge(paywall, offer, { address, l402: true, x402: true }, usedBefore(), receiptHeader(trace))
}

const malformed: TokenCheck = { kind: 'refused', reason: 'l402_malformed_token' }

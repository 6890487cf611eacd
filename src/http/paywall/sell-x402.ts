import { receiptMark } from '../../canonical/receipt-mark.ts'
import type { Held } from '../../store/claims/claim-facts.ts'
import { readTransfer } from '../../store/claims/sent-transfer.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import { alreadyUsed, inProgress, notAsked, notJudged, refusePayment, tooManyWallets } from './payment-problems.ts'
import type { Problem } from '../wire/problem.ts'
import { judgePayment } from '../rails/judge-payment.ts'
import { isOfSettings, judgeEarlier } from '../rails/own-terms.ts'
import type { X402Reason } from '../rails/x402-check.ts'
import { readPayment, type ShownPayment } from '../rails/x402-payload.ts'
import { ofItsToken, paymentName, pendingHeaders, tokenOf } from '../rails/x402.ts'
import { problemResponse } from '../wire/respond.ts'
import { receiptHeader, traceFields, traceReceipt } from '../wire/trace.ts'
import { RECEIPT } from '../wire/header-names.ts'
import { handOut, type SpentPayment } from './redeliver.ts'
import { buy, forMaker, letGo, resume } from './settle-x402.ts'
import { CLAIM_HOLD_MS } from './product.ts'
import { clientOf, networkOf, whoAsks } from './who-asks.ts'
import type { X402Sale, PaymentAttempt } from './x402-sale.ts'

/** A claim is remembered for as long as its authorization can be submitted, and a day longer. */
const AFTER_VALID_SECONDS = DAY_SECONDS
const LONGEST_KEEP_SECONDS = 30 * DAY_SECONDS

const TIME_IS_UP: X402Reason = 'invalid_exact_evm_payload_authorization_valid_before'

/** USDC: check, hold, take the answer, settle, spend, deliver. A payment that was used before goes to `redeliver`. */
export const sellX402 = async (shown: PaymentAttempt, text: string): Promise<Response> => {
  const { paywall, rail, offer, product, buyer } = shown
  const now = paywall.clock.now()
  const payment = readPayment(text)
  if (typeof payment === 'string') return refusePayment(shown, await product.closed(null), payment)
  const { from } = payment.authorization
  const name = paymentName(rail, payment)

  const judged = await judgePayment(rail, payment, offer.price.microUsd, now, clientOf(buyer))
  if (judged.kind === 'too_many') return problemResponse(tooManyWallets(judged.retryAfter), paywall.docs)
  if (judged.kind === 'nobody_answers') return problemResponse(notAsked(), paywall.docs)
  if (judged.kind === 'refused') {
    const { reason } = judged
    return (await known(shown, payment, name, reason)) ?? refusePayment(shown, await product.closed(null), reason, from)
  }

  const sale = saleOf(shown, payment, name, await product.closed(from))
  const held = await hold(sale)
  if (held.kind !== 'held') return answered(sale, held)
  // The request that made the hold is the buyer's.
  traceReceipt(buyer.trace, sale.receipt, true, sale.claim.sale.receipt)
  return buyWhenOpen(sale).catch(async (problem: unknown) => forMaker(sale, await broken(sale, problem)))
}

const saleOf = (shown: PaymentAttempt, payment: ShownPayment, name: string, closed: Problem | null): X402Sale => {
  const { paywall, offer, product, buyer } = shown
  const { from, value, validBefore } = payment.authorization
  const receipt = paywall.receipts.seal(name)
  const sale = { payment: name, amount: value, item: product.actor, event: '', receipt: receiptMark(receipt) }
  traceReceipt(buyer.trace, receipt, false, sale.receipt)
  const left = Math.max(0, Number(validBefore) - Math.floor(paywall.clock.now() / 1000))
  const keepSeconds = Math.min(left + AFTER_VALID_SECONDS, LONGEST_KEEP_SECONDS)
  const holder = Buffer.from(paywall.random.bytes(16)).toString('hex')
  const claim = {
    payment: name,
    request: offer.request,
    holder,
    payer: from,
    keepSeconds,
    sale,
    network: networkOf(buyer),
  }
  return { ...shown, payment, claim, receipt, closed }
}

const hold = ({ paywall, offer, claim }: X402Sale): Promise<Held> => {
  const { payment, holder, keepSeconds, network, sale } = claim
  const now = paywall.clock.now()
  return paywall.claims.hold({
    payment,
    request: offer.request,
    now,
    holder,
    holdMs: CLAIM_HOLD_MS,
    keepSeconds,
    network,
    sale,
  })
}

const buyWhenOpen = async (sale: X402Sale): Promise<Response> =>
  sale.closed ? forMaker(sale, await letGo(sale, sale.closed)) : buy(sale)

/**
 * An unexpected error came after the payment was held. Money may have moved, so the client is told that the payment is
 * in progress, and a repeated request finds out the result.
 */
const broken = async ({ paywall, rail, product, buyer, claim }: X402Sale, problem: unknown): Promise<Response> => {
  const fields = { ...traceFields(buyer.trace), actor: product.actor }
  paywall.log.error('sale.broken', { ...fields, message: String(problem), stack: (problem as Error).stack })
  await paywall.claims.yield(claim.payment, claim.holder).catch(() => {})
  return problemResponse(inProgress(), paywall.docs, pendingHeaders(rail, claim.payer, ''))
}

/**
 * An earlier request made the claim. Settling goes on with the transfer that it stored: a payer can sign another one
 * with the same nonce, to another recipient or for less, and send that one now.
 */
const answered = async (sale: X402Sale, held: Exclude<Held, { kind: 'held' }>): Promise<Response> => {
  const { paywall, rail, claim, payment, offer, buyer } = sale
  const paid = { name: claim.payment, payment, request: offer.request }
  switch (held.kind) {
    case 'spent':
      return handOut(sale, { ...paid, spent: held.spent })
    case 'sent': {
      const who = await whoAsks(paywall, rail, buyer, paid, held.network)
      const asSent = { ...sale, payment: { ...payment, ...readTransfer(held.transfer) } }
      return resume(asSent, held.deliverable, who).catch((problem: unknown) => broken(sale, problem))
    }
    case 'busy':
      return problemResponse(inProgress(), paywall.docs, {
        ...pendingHeaders(rail, claim.payer, ''),
        ...((await whoAsks(paywall, rail, buyer, paid, '')) === 'shown' && { [RECEIPT]: sale.receipt }),
      })
    case 'other_request':
      await whoAsks(paywall, rail, buyer, paid, '')
      return alreadyUsed(sale, payment)
  }
}

/**
 * A payment that today's settings or the time would refuse, and that may have bought something earlier. It is judged by
 * the recipient, amount, network and asset that its claim stores. `null` when there is no such claim.
 */
const known = async (
  shown: PaymentAttempt,
  payment: ShownPayment,
  name: string,
  reason: X402Reason,
): Promise<Response | null> => {
  const { paywall, rail, offer, buyer } = shown
  if (!isOfSettings(reason)) return null
  const paid: Omit<SpentPayment, 'spent'> = { name, payment, request: offer.request }
  const isShown = (await whoAsks(paywall, rail, buyer, paid, '')) === 'shown'
  const found = await paywall.claims.look({ payment: name, request: offer.request, now: paywall.clock.now() })
  if (found.kind === 'free') return null
  traceReceipt(buyer.trace, paywall.receipts.seal(name), isShown)
  // Payer and nonce are public after settlement, so they prove nothing; a receipt does. When the time limit is the only
  // fault, the signature was found valid before: the time is the last check.
  const isSigned = isShown || reason === TIME_IS_UP
  const signed = isSigned ? 'valid' : await judgeEarlier(rail, payment, clientOf(buyer))
  if (found.kind === 'spent' || found.kind === 'other_request') {
    if (signed === 'unknown') return problemResponse(notJudged(), paywall.docs)
    if (signed === 'invalid') return null
    // The same answer as for a payment that is still valid: nobody learns from it what the payment bought.
    return found.kind === 'spent' ? handOut(shown, { ...paid, spent: found.spent }) : alreadyUsed(shown, payment)
  }
  if (found.kind === 'sent' && signed === 'valid' && tokenOf(rail, payment) === rail.token)
    return takenUp(saleOf(shown, payment, name, null))
  // It is being settled here, or by a settler for that network. The client must not be told to pay again.
  return problemResponse(inProgress(), paywall.docs, {
    ...pendingHeaders(ofItsToken(rail, payment), payment.authorization.from, ''),
    ...receiptHeader(buyer.trace),
  })
}

/** `null` when the claim was released meanwhile: nothing was charged, and today's settings judge the payment. */
const takenUp = async (sale: X402Sale): Promise<Response | null> => {
  const { paywall, claim } = sale
  const held = await hold(sale)
  if (held.kind !== 'held') return answered(sale, held)
  await paywall.claims.release(claim.payment, claim.holder, paywall.clock.now())
  return null
}

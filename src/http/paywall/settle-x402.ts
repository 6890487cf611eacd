import type { Settlement } from '../../payments/settlement.ts'
import type { Deliverable } from '../../store/claims/deliverable.ts'
import { challenge } from './challenge.ts'
import { alreadyUsed, inProgress, notJudged, refusePayment } from './payment-problems.ts'
import { problem, type Problem } from '../wire/problem.ts'
import { requirementsOfPayment } from '../rails/own-terms.ts'
import type { X402Reason } from '../rails/x402-check.ts'
import { pendingHeaders, settlementHeaders } from '../rails/x402.ts'
import { handOutTo } from './redeliver.ts'
import { problemResponse } from '../wire/respond.ts'
import { soldInGzip, soldResponse } from './sold-response.ts'
import { PROOF, RECEIPT } from '../wire/header-names.ts'
import { receiptHeader, traceFields, traceReceipt } from '../wire/trace.ts'
import { noteSold } from './sale-log.ts'
import type { SoldAnswer } from './product.ts'
import { checkProof, type ProofVerdict } from './payment-proof.ts'
import { clientOf, type WhoAsks } from './who-asks.ts'
import type { X402Sale } from './x402-sale.ts'

const tooMany = (retryAfter: number): Problem =>
  problem('too_many_requests', 'Too many payments from this address failed. Nothing was charged.', {
    retryAfter,
  })

/** The nonce was used in another transfer. */
const USED = 'invalid_exact_evm_nonce_already_used'

const shut = (why: string): Problem =>
  problem('no_payment_rail', `USDC is not taken right now: ${why}. Nothing was charged.`, { retryAfter: 15 })

/** Releases a payment that this request holds, before any money has moved. */
export const letGo = async (sale: X402Sale, found: Problem): Promise<Response> => {
  await sale.product.release(sale.claim)
  return problemResponse(found, sale.paywall.docs)
}

/** The request that made the hold is the buyer's, so it gets the receipt whatever the result is. */
export const forMaker = ({ buyer }: X402Sale, response: Response): Response => {
  for (const [name, id] of Object.entries(receiptHeader(buyer.trace))) response.headers.set(name, id)
  return response
}

/**
 * The first request with a payment. For an answer that is ready, our own check and the settlement are enough: a payment
 * that cannot be settled costs nothing. Before something is made for a buyer, and for a signature by a contract, the
 * payment is verified first.
 */
export const buy = async (sale: X402Sale): Promise<Response> => {
  const { paywall, rail, product, payment, claim } = sale
  const refused = await notNow(sale)
  if (refused) return forMaker(sale, refused)
  const mustAsk = product.made || !rail.isPlain(payment)
  const paid = mustAsk ? await simulated(sale) : null
  if (paid instanceof Response) return forMaker(sale, paid)
  if (paid && product.made) {
    // Whoever shows a transfer that was public before may be anybody, until he shows more.
    told(sale, false)
    const proven = await isProven(sale)
    if (proven === 'unknown') return letGo(sale, notJudged())
    // Also when nobody shows himself now: a receipt of before may be a stranger's.
    if (!(await paywall.claims.byProofAlone(claim.payment, claim.holder))) return lost(sale)
    if (proven === 'invalid') return buyForAnybody(sale, paid)
    told(sale, true)
  }
  return forMaker(sale, await putAside(sale, paid, 'maker'))
}

/** Why nothing is bought over this rail right now; `null`: go on. */
const notNow = async (sale: X402Sale): Promise<Response | null> => {
  const { paywall, payment, claim } = sale
  const why = await paywall.availability.x402()
  if (why !== null) return letGo(sale, shut(why))
  if ((await paywall.availability.tooMuch(Number(payment.authorization.value))) !== null) return elsewhere(sale)
  const { address } = sale.buyer
  if (paywall.attempts.take(address, claim.payer)) return null
  return letGo(sale, tooMany(paywall.attempts.waitSeconds(address, claim.payer)))
}

/** The receipt goes to the buyer, who made the hold or shows that he is the payer, and to nobody else. */
const receiptTo = ({ receipt }: X402Sale, who: WhoAsks | 'maker') =>
  who === 'maker' || who === 'shown' ? { [RECEIPT]: receipt } : {}

/**
 * By a signature alone. A receipt may be of a refusal before, and whoever showed the header then may have found it on the
 * chain.
 */
const isProven = async ({ paywall, rail, buyer, claim, payment, offer }: X402Sale): Promise<ProofVerdict> => {
  const proof = buyer.request.headers.get(PROOF)
  if (proof === null) return 'invalid'
  const paid = { name: claim.payment, payment, request: offer.request }
  return checkProof(rail, proof, paid, clientOf(buyer), paywall.clock.now())
}

/**
 * A transfer that was on the chain before we sent anything is public, so the client that sends its header may be
 * anybody. It gets the answer without its secrets, and nothing that only the payer may ask for.
 */
const buyForAnybody = (sale: X402Sale, paid: Settlement): Promise<Response> =>
  sale.product.byPayer ? letGo(sale, notShown()) : putAside(sale, paid, 'stranger')

/** Whether answers name the receipt to who asks. */
const told = ({ buyer, receipt, claim }: X402Sale, isBuyers: boolean): void =>
  traceReceipt(buyer.trace, receipt, isBuyers, claim.sale.receipt)

const notShown = (): Problem =>
  problem(
    'forbidden',
    'This transfer was on the chain before it was shown here, so its header is public. Send Payment-Proof, or the manageToken as X-Manage-Token.',
  )

/** @param paid a settlement that a third party has submitted */
const putAside = async (sale: X402Sale, paid: Settlement | null, who: WhoAsks | 'maker'): Promise<Response> => {
  const { paywall, rail, product, payment, claim, offer } = sale
  const transfer = JSON.stringify({ authorization: payment.authorization, signature: payment.signature })
  // From here on money may move.
  const aside = await product.setAside(claim, transfer, paid !== null)
  if (aside.kind === 'lost') return lost(sale)
  if (aside.kind === 'problem') return notMade(sale, paid ? inProgress() : aside)
  // Making the answer took time. A payment that would expire while it is settled must not be sent.
  const late = paid || !product.made ? null : rail.check(payment, offer.price.microUsd, paywall.clock.now(), 'judged')
  if (late !== null && late !== 'ask_the_chain') return turnedDown(sale, late)
  return paid
    ? finish(sale, aside.deliverable, aside.ready, paid, who)
    : settle(sale, aside.deliverable, aside.ready, 'first')
}

/** The hold has expired, and another request may be at work on this payment. */
const lost = ({ paywall, rail, claim }: X402Sale): Response =>
  problemResponse(inProgress(), paywall.docs, pendingHeaders(rail, claim.payer, ''))

/** The payment could not be settled, through no fault of its payer. The hold may have expired, as in `turnedDown`. */
const notMade = async (sale: X402Sale, found: Problem): Promise<Response> => {
  const { paywall, rail, offer, product, claim } = sale
  if (found.code === 'data_unavailable') paywall.attempts.giveBack(sale.buyer.address, claim.payer)
  await product.release(claim)
  const left = await paywall.claims.look({ payment: claim.payment, request: offer.request, now: paywall.clock.now() })
  if (left.kind === 'free' || left.kind === 'other_request') return problemResponse(found, paywall.docs)
  return problemResponse(inProgress(), paywall.docs, pendingHeaders(rail, claim.payer, ''))
}

/** The amount is above what this rail takes right now: the answer offers the rails that are open. */
const elsewhere = async ({ paywall, offer, product, claim, buyer }: X402Sale): Promise<Response> => {
  await product.release(claim)
  const closed = await product.closed(null)
  if (closed) return problemResponse(closed, paywall.docs)
  return challenge(paywall, offer, { address: buyer.address, l402: true, x402: true })
}

/** Asks whether a payment would settle. A settlement if a third party has submitted it; `null`: it would. */
const simulated = async (sale: X402Sale): Promise<Settlement | null | Response> => {
  const { paywall, rail, payment, claim } = sale
  const wanted = requirementsOfPayment(rail, sale.offer, payment)
  const found = await rail.settler.simulate(payment, wanted, { network: claim.network || null })
  if (found.kind === 'would_settle') return null
  if (found.kind === 'unreachable') {
    paywall.attempts.giveBack(sale.buyer.address, claim.payer)
    paywall.log.warn('facilitator.unreachable', traceFields(sale.buyer.trace))
    return letGo(sale, shut('payments cannot be checked'))
  }
  // Anybody may submit a signed transfer, and its money can only come to us. So it counts as paid, whoever submitted
  // it. A used nonce goes by several names: some facilitators only say that a simulation failed.
  const paid = await rail.lookUp(payment)
  if (paid && paid !== 'used_otherwise') return paid
  return turnedDown(sale, found.reason)
}

/**
 * Nothing was charged, as far as this request knows. While it waited its hold may have expired, and another request
 * with the same payment may be settling it. Then the client must not be told to pay again.
 */
const turnedDown = async (sale: X402Sale, reason: X402Reason): Promise<Response> => {
  const { paywall, rail, offer, product, claim } = sale
  paywall.attempts.failed(sale.buyer.address, claim.payer)
  await product.release(claim)
  const left = await paywall.claims.look({ payment: claim.payment, request: offer.request, now: paywall.clock.now() })
  if (left.kind === 'free' || left.kind === 'other_request') return refusePayment(sale, null, reason, claim.payer)
  return problemResponse(inProgress(), paywall.docs, pendingHeaders(rail, claim.payer, ''))
}

/**
 * A settlement that was sent before and whose result is not known: any request with the payment may find it out. What
 * is delivered depends on who asks.
 */
export const resume = async (sale: X402Sale, deliverable: Deliverable, who: WhoAsks): Promise<Response> =>
  settle(sale, deliverable, null, 'resumed', who)

const settle = async (
  sale: X402Sale,
  deliverable: Deliverable,
  ready: SoldAnswer | null,
  attempt: 'first' | 'resumed',
  who: WhoAsks | 'maker' = 'maker',
): Promise<Response> => {
  const { paywall, rail, offer, product, payment, claim } = sale
  const wanted = requirementsOfPayment(rail, offer, payment)
  const settled = await rail.settler.settle(payment, wanted, claim.payment, { network: claim.network || null })
  const found = settled.kind === 'settled' ? settled.settlement : await rail.lookUp(payment)
  if (found && found !== 'used_otherwise') return finish(sale, deliverable, ready, found, who)
  const why = found === 'used_otherwise' ? USED : settled.kind === 'failed' ? settled.reason : null
  if (why !== null && attempt === 'first') return turnedDown(sale, why)
  if (settled.kind === 'unreached' && attempt === 'first') {
    paywall.attempts.giveBack(sale.buyer.address, claim.payer)
    paywall.log.warn('facilitator.unreachable', traceFields(sale.buyer.trace))
    return letGo(sale, shut('payments cannot be settled'))
  }
  // The result is not known, so the payment may have succeeded: a second challenge could make the buyer pay twice.
  const transaction = settled.kind === 'unknown' ? settled.transaction : ''
  await paywall.claims.yield(claim.payment, claim.holder)
  paywall.log.warn('settlement.unknown', { ...traceFields(sale.buyer.trace), attempt, actor: product.actor })
  return problemResponse(inProgress(), paywall.docs, {
    ...pendingHeaders(rail, claim.payer, transaction),
    ...receiptTo(sale, who),
  })
}

/** Money has moved: one step spends the claim, and the answer goes out. */
const finish = async (
  sale: X402Sale,
  deliverable: Deliverable,
  ready: SoldAnswer | null,
  { transaction }: Settlement,
  who: WhoAsks | 'maker' = 'maker',
): Promise<Response> => {
  const { paywall, rail, product, claim, payment } = sale
  paywall.attempts.paid(sale.buyer.address, claim.payer)
  const isSpent = await product.spend(claim, deliverable, transaction, who === 'maker' && ready !== null)
  if (who !== 'maker') return handOutLater(sale, who)
  if (!isSpent && !(await isSpentBefore(sale))) return lost(sale)
  const headers = settlementHeaders(rail, { transaction, payer: payment.authorization.from })
  const found = ready ?? (await product.handOver(deliverable, claim.payment, true))
  if (found === null) return alreadyUsed(sale, payment)
  if (found.kind === 'problem') return problemResponse(found, paywall.docs, headers)
  // A settling worker has spent the claim, or the answer was still to be made: it goes out now.
  const isFirst =
    (isSpent && ready !== null) || (await paywall.claims.delivered(claim.payment, paywall.clock.now(), 'maker'))
  if (isFirst) noteSold(sale.buyer.trace, claim.sale)
  return (await soldInGzip(sale.buyer.request, found, headers)) ?? soldResponse(found, headers)
}

/**
 * Whether a settling worker has spent the claim. It may have deleted it too, before the money came by another hand: then
 * the same payment is shown again, held again and spent, and nothing is handed out for a payment that is still free.
 */
const isSpentBefore = async ({ paywall, offer, claim }: X402Sale): Promise<boolean> => {
  const { payment } = claim
  return (await paywall.claims.look({ payment, request: offer.request, now: paywall.clock.now() })).kind === 'spent'
}

/** Delivers what a resumed settlement bought, as for every later request. */
const handOutLater = async (sale: X402Sale, who: WhoAsks): Promise<Response> => {
  const { paywall, claim, payment, offer } = sale
  if (who === 'unknown') return problemResponse(notJudged(), paywall.docs)
  const found = await paywall.claims.look({ payment: claim.payment, request: offer.request, now: paywall.clock.now() })
  if (found.kind !== 'spent') return problemResponse(inProgress(), paywall.docs, receiptTo(sale, who))
  return handOutTo(sale, { name: claim.payment, payment, request: offer.request, spent: found.spent }, who)
}

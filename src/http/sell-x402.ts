import type { ClaimOn, Held } from '../store/claims.ts'
import type { Goods } from '../store/goods.ts'
import type { Buyer } from './buyer.ts'
import { challenge } from './challenge.ts'
import { problem, type Problem } from './problem.ts'
import type { Offer } from './rails/offer.ts'
import type { Settlement } from '../payments/settlement.ts'
import { judgePayment } from './rails/judge-payment.ts'
import type { X402Reason } from './rails/x402-check.ts'
import { readPayment, type ShownPayment } from './rails/x402-payload.ts'
import {
  failureHeaders,
  paymentName,
  pendingHeaders,
  requirementsFor,
  settlementHeaders,
  type X402Rail,
} from './rails/x402.ts'
import { problemResponse, RECEIPT, soldResponse } from './respond.ts'
import { inProgress, usedBefore } from './sell-l402.ts'
import type { Till } from './till.ts'
import { type HeldClaim, HOLD_MS, type Wares } from './wares.ts'

/** While an authorization could still be submitted its claim must be remembered, and a day longer. */
const AFTER_VALID_SECONDS = 86_400

/** One sale on its way: what every step of it needs. */
interface Sale {
  readonly till: Till
  readonly rail: X402Rail
  readonly offer: Offer
  readonly wares: Wares
  readonly closed: Problem | null
  readonly address: string
  readonly payment: ShownPayment
  readonly claim: HeldClaim
}

const MESSAGE = 'The payment was not accepted. Nothing was charged.'

const because = (reason: X402Reason): Problem =>
  problem('payment_invalid', MESSAGE, {
    details: [{ path: 'header.X-PAYMENT', rule: reason, message: reason.replaceAll('_', ' ') }],
  })

/**
 * After a failed attempt only this rail is offered again: no invoice is made for a stranger's bad signature. What cannot
 * be sold right now is not offered at all.
 */
const refuse = async (
  { till, rail, offer, closed, address }: Pick<Sale, 'till' | 'rail' | 'offer' | 'closed' | 'address'>,
  reason: X402Reason | 'payment_already_used',
  payer = '',
): Promise<Response> => {
  till.count.refusal('x402', reason)
  if (closed) return problemResponse(closed, till.docs)
  const found = reason === 'payment_already_used' ? usedBefore() : because(reason)
  const said = payer === '' ? {} : failureHeaders(rail, payer, reason)
  return challenge(till, offer, { address, l402: false, x402: true }, found, said)
}

/**
 * USDC: check, hold, take the goods, settle, spend, deliver. The goods lie in the claim before money can move, so
 * that whatever breaks afterwards, the same payment fetches them.
 */
export const sellX402 = async (
  till: Till,
  rail: X402Rail,
  header: string,
  offer: Offer,
  wares: Wares,
  { address }: Buyer,
): Promise<Response> => {
  const now = till.clock.now()
  const payment = readPayment(header)
  const seen = { till, rail, offer, wares, address }
  if (typeof payment === 'string') return refuse({ ...seen, closed: await wares.closed(null) }, payment)
  const name = paymentName(rail, payment)
  const payer = payment.authorization.from
  const on = { payment: name, request: offer.request, now }

  const judged = await judgePayment(rail, payment, offer.price.microUsd, now, address)
  if (judged.kind === 'too_many') return problemResponse(tooManyWallets(judged.retryAfter), till.docs)
  if (judged.kind === 'nobody_answers') return problemResponse(nobodyAnswers(), till.docs)
  if (judged.kind === 'refused') {
    const { reason } = judged
    const repeat =
      reason === 'invalid_exact_evm_payload_authorization_valid_before' ? await afterExpiry(seen, payment, on) : null
    return repeat
      ? withReceipt(till, name, repeat)
      : refuse({ ...seen, closed: await wares.closed(null) }, reason, payer)
  }
  const holder = Buffer.from(till.random.bytes(16)).toString('hex')
  const keepSeconds = Math.min(
    Math.max(0, Number(payment.authorization.validBefore) - Math.floor(now / 1000)) + AFTER_VALID_SECONDS,
    30 * 86_400,
  )
  const closed = await wares.closed(payer)
  const sale: Sale = { ...seen, closed, payment, claim: { payment: name, holder, payer, keepSeconds } }

  const held = await till.claims.hold({ ...on, holder, holdMs: HOLD_MS, keepSeconds })
  const answer = held.kind === 'held' ? buyWhenOpen(sale) : answerClaimed(sale, held)
  return withReceipt(till, name, await answer.catch((problem: unknown) => broken(sale, problem)))
}

const withReceipt = (till: Till, name: string, response: Response): Response => {
  response.headers.set(RECEIPT, till.receipts.seal(name))
  return response
}

/** Something gave way under a payment that is ours to settle: it is in progress, whatever it was. */
const broken = async ({ till, rail, wares, claim }: Sale, problem: unknown): Promise<Response> => {
  till.log.error('sale.broken', { actor: wares.actor, message: String(problem), stack: (problem as Error).stack })
  await till.claims.yield(claim.payment, claim.holder).catch(() => {})
  return problemResponse(inProgress(), till.docs, pendingHeaders(rail, claim.payer, ''))
}

const buyWhenOpen = async (sale: Sale): Promise<Response> => {
  const { till, wares, claim } = sale
  const closed = sale.closed ?? (await doorProblem(till))
  if (closed) {
    await wares.release(claim)
    return problemResponse(closed, till.docs)
  }
  return buy(sale)
}

const doorProblem = async ({ doors }: Till): Promise<Problem | null> => {
  const why = await doors.x402()
  return why === null
    ? null
    : problem('no_payment_rail', `USDC is not taken right now: ${why}. Nothing was charged.`, { retryAfter: 15 })
}

/**
 * An authorization that has run out since still fetches what it paid for, and one whose settlement is not known yet
 * must not be answered with 402. Its signature was checked: payer and nonce alone are public once it is settled.
 */
const afterExpiry = async (
  { till, rail, wares }: Pick<Sale, 'till' | 'rail' | 'wares'>,
  { authorization }: ShownPayment,
  on: ClaimOn,
): Promise<Response | null> => {
  const known = await till.claims.look(on)
  if (known.kind === 'spent_fresh') {
    if (await till.claims.delivered(on.payment, on.now)) till.count.sale('x402', wares.actor)
    return deliver({ till, rail, wares }, on.payment, known.goods, known.settlement)
  }
  if (known.kind === 'sent' || known.kind === 'busy')
    return problemResponse(inProgress(), till.docs, pendingHeaders(rail, authorization.from, ''))
  return null
}

/** The claim was there before us. */
const answerClaimed = async (sale: Sale, held: Exclude<Held, { kind: 'held' }>): Promise<Response> => {
  const { till, wares, claim } = sale
  switch (held.kind) {
    case 'spent_fresh':
      if (await till.claims.delivered(claim.payment, till.clock.now())) till.count.sale('x402', wares.actor)
      return (await deliver(sale, claim.payment, held.goods, held.settlement)) ?? refuse(sale, 'payment_already_used')
    case 'sent':
      return settle(sale, held.goods, 'resumed')
    case 'busy':
      return problemResponse(inProgress(), till.docs)
    case 'spent':
    case 'other_request':
      return refuse(sale, 'payment_already_used')
  }
}

const buy = async (sale: Sale): Promise<Response> => {
  const { till, rail, offer, wares, payment, claim } = sale
  if (!till.attempts.take(sale.address)) {
    await wares.release(claim)
    return problemResponse(tooMany(), till.docs)
  }
  const simulated = await rail.settler.simulate(payment, requirementsFor(rail, offer))
  // A stranger's wallet may have kept the facilitator waiting: its silence about one says nothing about the facilitator.
  if (simulated.kind === 'unreachable') {
    if (rail.isPlain(payment)) till.doors.facilitatorFailed()
  } else till.doors.facilitatorAnswered()
  // Anybody may submit a signed transfer, and its money can only come to us: paid is paid, whoever did it.
  // A used nonce goes by several names: some facilitators only say that a simulation failed.
  const paid = simulated.kind === 'refused' ? await rail.lookUp(payment) : null
  if (simulated.kind !== 'would_settle' && paid === null) {
    await wares.release(claim)
    if (simulated.kind === 'refused') return refuse(sale, simulated.reason, claim.payer)
    till.log.warn('facilitator.unreachable', {})
    return problemResponse(nobodyAnswers(), till.docs)
  }
  const transfer = JSON.stringify({ authorization: payment.authorization, signature: payment.signature })
  // From here on money may move.
  const aside = await wares.setAside(claim, transfer)
  if (aside.kind === 'lost') return problemResponse(inProgress(), till.docs)
  if (aside.kind === 'problem') {
    await wares.release(claim)
    return problemResponse(paid ? inProgress() : aside, till.docs)
  }
  return paid ? finish(sale, aside.goods, paid) : settle(sale, aside.goods, 'first')
}

const tooMany = (): Problem =>
  problem('too_many_requests', 'Too many payments from this address came to nothing. Nothing was charged.', {
    retryAfter: 30,
  })

const nobodyAnswers = (): Problem =>
  problem('no_payment_rail', 'USDC payments cannot be settled right now. Nothing was charged.', { retryAfter: 15 })

const tooManyWallets = (retryAfter: number): Problem =>
  problem('too_many_requests', 'Too many payments whose signature only the chain can judge. Nothing was charged.', {
    retryAfter,
  })

/** Money has moved: spends the claim and delivers. */
const finish = async (sale: Sale, goods: Goods, settlement: Settlement): Promise<Response> => {
  const { till, wares, claim } = sale
  const written = JSON.stringify(settlement)
  till.attempts.giveBack(sale.address)
  if (await wares.spend(claim, goods, written)) till.count.sale('x402', wares.actor)
  return (await deliver(sale, claim.payment, goods, written)) ?? problemResponse(inProgress(), till.docs)
}

const settle = async (sale: Sale, goods: Goods, attempt: 'first' | 'resumed'): Promise<Response> => {
  const { till, rail, offer, wares, payment, claim } = sale
  const settled = await rail.settler.settle(payment, requirementsFor(rail, offer), claim.payment)
  if (settled.kind === 'settled') return finish(sale, goods, settled.settlement)
  const found = await rail.lookUp(payment)
  if (found) return finish(sale, goods, found)
  if (settled.kind === 'failed' && attempt === 'first') {
    await wares.release(claim)
    return refuse(sale, settled.reason, claim.payer)
  }
  // Unknown is not failed: a second challenge would make the buyer pay twice.
  const transaction = settled.kind === 'unknown' ? settled.transaction : ''
  await till.claims.yield(claim.payment, claim.holder)
  till.log.warn('settlement.unknown', { attempt, actor: wares.actor })
  return problemResponse(inProgress(), till.docs, pendingHeaders(rail, claim.payer, transaction))
}

const deliver = async (
  { till, rail, wares }: Pick<Sale, 'till' | 'rail' | 'wares'>,
  payment: string,
  goods: Goods,
  settlement: string,
): Promise<Response | null> => {
  const headers = settlementHeaders(rail, JSON.parse(settlement) as Settlement)
  const found = await wares.handOver(goods, payment)
  if (found?.kind === 'problem') return problemResponse(found, till.docs, headers)
  return found && soldResponse(found, headers)
}

import type { Item } from '../feeds/registry.ts'
import type { ClaimOn, Held } from '../store/claims.ts'
import type { Goods } from '../store/goods.ts'
import type { Buyer } from './buyer.ts'
import { challenge } from './challenge.ts'
import { goodsFor, soldOut, takeEdition } from './goods.ts'
import { problem, type Problem } from './problem.ts'
import type { Offer } from './rails/offer.ts'
import type { Settlement } from '../payments/settlement.ts'
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
import type { Stock } from './shelf.ts'
import type { Till } from './till.ts'

/** Longer than a simulation and reprints take together, and longer than settling; a crash blocks the payment for as long. */
const HOLD_MS = 30_000
/** While an authorization could still be submitted its claim must be remembered, and a day longer. */
const AFTER_VALID_SECONDS = 86_400

/** One sale on its way: what every step of it needs. */
interface Sale {
  readonly till: Till
  readonly rail: X402Rail
  readonly offer: Offer
  readonly item: Item
  readonly stock: Stock | Problem
  readonly address: string
  readonly payment: ShownPayment
  readonly name: string
  readonly holder: string
  readonly keepSeconds: number
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
  { till, rail, offer, stock, address }: Pick<Sale, 'till' | 'rail' | 'offer' | 'stock' | 'address'>,
  reason: X402Reason | 'payment_already_used',
  payer = '',
): Promise<Response> => {
  till.count.refusal('x402', reason)
  if ('code' in stock) return problemResponse(stock, till.docs)
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
  item: Item,
  stock: Stock | Problem,
  { address }: Buyer,
): Promise<Response> => {
  const now = till.clock.now()
  const payment = readPayment(header)
  if (typeof payment === 'string') return refuse({ till, rail, offer, stock, address }, payment)
  const name = paymentName(rail, payment)
  const on = { payment: name, request: offer.request, now }

  const reason = rail.check(payment, offer.price.microUsd, now)
  if (reason !== null) {
    const repeat =
      reason === 'invalid_exact_evm_payload_authorization_valid_before'
        ? await afterExpiry(till, rail, payment, on, item)
        : null
    return repeat
      ? withReceipt(till, name, repeat)
      : refuse({ till, rail, offer, stock, address }, reason, payment.authorization.from)
  }
  const holder = Buffer.from(till.random.bytes(16)).toString('hex')
  const keepSeconds =
    Math.max(0, Number(payment.authorization.validBefore) - Math.floor(now / 1000)) + AFTER_VALID_SECONDS
  const sale: Sale = {
    till,
    rail,
    offer,
    item,
    stock,
    address,
    payment,
    name,
    holder,
    keepSeconds: Math.min(keepSeconds, 30 * 86_400),
  }

  const held = await till.claims.hold({ ...on, holder, holdMs: HOLD_MS, keepSeconds: sale.keepSeconds })
  const answer = held.kind === 'held' ? buyWhenOpen(sale) : answerClaimed(sale, held)
  return withReceipt(till, name, await answer.catch((problem: unknown) => broken(sale, problem)))
}

const withReceipt = (till: Till, name: string, response: Response): Response => {
  response.headers.set(RECEIPT, till.receipts.seal(name))
  return response
}

/** Something gave way under a payment that is ours to settle: it is in progress, whatever it was. */
const broken = async ({ till, rail, item, payment, name, holder }: Sale, problem: unknown): Promise<Response> => {
  till.log.error('sale.broken', { actor: item.actor, message: String(problem), stack: (problem as Error).stack })
  await till.claims.yield(name, holder).catch(() => {})
  return problemResponse(inProgress(), till.docs, pendingHeaders(rail, payment.authorization.from, ''))
}

const buyWhenOpen = async (sale: Sale): Promise<Response> => {
  const { till, stock, name, holder } = sale
  const closed = 'code' in stock ? stock : await doorProblem(till)
  if (closed) {
    await till.claims.release(name, holder)
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
  till: Till,
  rail: X402Rail,
  { authorization }: ShownPayment,
  on: ClaimOn,
  item: Item,
): Promise<Response | null> => {
  const known = await till.claims.look(on)
  if (known.kind === 'spent_fresh') {
    if (await till.claims.delivered(on.payment, on.now)) till.count.sale('x402', item.actor)
    return deliver(till, rail, known.goods, known.settlement)
  }
  if (known.kind === 'sent' || known.kind === 'busy')
    return problemResponse(inProgress(), till.docs, pendingHeaders(rail, authorization.from, ''))
  return null
}

/** The claim was there before us. */
const answerClaimed = async (sale: Sale, held: Exclude<Held, { kind: 'held' }>): Promise<Response> => {
  const { till, rail } = sale
  switch (held.kind) {
    case 'spent_fresh':
      if (await till.claims.delivered(sale.name, till.clock.now())) till.count.sale('x402', sale.item.actor)
      return deliver(till, rail, held.goods, held.settlement) ?? refuse(sale, 'payment_already_used')
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
  const { till, rail, offer, item, payment, name, holder } = sale
  const simulated = await rail.settler.simulate(payment, requirementsFor(rail, offer))
  if (simulated.kind === 'unreachable') till.doors.facilitatorFailed()
  else till.doors.facilitatorAnswered()
  // Anybody may submit a signed transfer, and its money can only come to us: paid is paid, whoever did it.
  // A used nonce goes by several names: some facilitators only say that a simulation failed.
  const paid = simulated.kind === 'refused' ? await rail.lookUp(payment) : null
  if (simulated.kind !== 'would_settle' && paid === null) {
    await till.claims.release(name, holder)
    if (simulated.kind === 'refused') return refuse(sale, simulated.reason, payment.authorization.from)
    till.log.warn('facilitator.unreachable', {})
    const closed = problem('no_payment_rail', 'USDC payments cannot be settled right now. Nothing was charged.', {
      retryAfter: 15,
    })
    return problemResponse(closed, till.docs)
  }
  // Asking took its time, and what was fresh before may be too old to be sold now.
  const now = await goodsFor(till, item)
  if ('code' in now) {
    await till.claims.release(name, holder)
    return paid ? problemResponse(inProgress(), till.docs) : problemResponse(now, till.docs)
  }
  const taken = await takeEdition<never>(till, item, now, 'x402', async (from) => {
    const { actor, timestamp } = from.snapshot
    const edition = await till.claims.take({ actor, version: timestamp, rail: 'x402' }, from.printed('x402'))
    return edition ? { kind: 'taken', edition } : { kind: 'sold_out' }
  })
  if (taken.kind !== 'in_hand') {
    await till.claims.release(name, holder)
    return problemResponse(paid ? inProgress() : soldOut(item), till.docs)
  }
  const goods: Goods = { kind: 'answer', status: 200, body: taken.body, headers: {} }
  // From here on money may move; a hold that ran out meanwhile belongs to somebody else.
  const transfer = JSON.stringify({ authorization: payment.authorization, signature: payment.signature })
  if (!(await till.claims.send(name, holder, goods, transfer, till.clock.now(), HOLD_MS, sale.keepSeconds)))
    return problemResponse(inProgress(), till.docs)
  return paid ? finish(sale, goods, paid) : settle(sale, goods, 'first')
}

/** Money has moved: spends the claim and delivers. */
const finish = async (sale: Sale, goods: Goods, settlement: Settlement): Promise<Response> => {
  const { till, rail, item, name } = sale
  const written = JSON.stringify(settlement)
  const now = till.clock.now()
  // A settling worker has spent the claim already; the first delivery is the sale then.
  const isOurs =
    (await till.claims.spend(name, goods, written, now, sale.keepSeconds)) || (await till.claims.delivered(name, now))
  if (isOurs) till.count.sale('x402', item.actor)
  return deliver(till, rail, goods, written) ?? problemResponse(inProgress(), till.docs)
}

const settle = async (sale: Sale, goods: Goods, attempt: 'first' | 'resumed'): Promise<Response> => {
  const { till, rail, offer, item, payment, name, holder } = sale
  const settled = await rail.settler.settle(payment, requirementsFor(rail, offer), name)
  if (settled.kind === 'settled') return finish(sale, goods, settled.settlement)
  const found = await rail.lookUp(payment)
  if (found) return finish(sale, goods, found)
  if (settled.kind === 'failed' && attempt === 'first') {
    await till.claims.release(name, holder)
    return refuse(sale, settled.reason, payment.authorization.from)
  }
  // Unknown is not failed: a second challenge would make the buyer pay twice.
  const transaction = settled.kind === 'unknown' ? settled.transaction : ''
  await till.claims.yield(name, holder)
  till.log.warn('settlement.unknown', { attempt, actor: item.actor })
  return problemResponse(inProgress(), till.docs, pendingHeaders(rail, payment.authorization.from, transaction))
}

const deliver = (till: Till, rail: X402Rail, goods: Goods, settlement: string): Response | null => {
  if (goods.kind !== 'answer') return null
  const headers = settlementHeaders(rail, JSON.parse(settlement) as Settlement)
  const { timestamp } = JSON.parse(goods.body) as { timestamp: number }
  return soldResponse(goods.body, Math.floor(till.clock.now() / 1000) - timestamp, { ...goods.headers, ...headers })
}

import type { Spent } from '../../store/claims/claim-facts.ts'
import type { AnsweredTo } from '../../store/claims/claims.ts'
import { alreadyUsed, notJudged } from './payment-problems.ts'
import type { ShownPayment } from '../rails/x402-payload.ts'
import { ofItsToken, settlementHeaders } from '../rails/x402.ts'
import { problemResponse } from '../wire/respond.ts'
import { noteSoldLate } from './sale-log.ts'
import { soldResponse } from './sold-response.ts'
import { RECEIPT } from '../wire/header-names.ts'
import type { PaywallContext } from './context.ts'
import { shareOf, type WhoAsks, whoAsks } from './who-asks.ts'
import type { PaymentAttempt } from './x402-sale.ts'

/** An x402 payment that bought something before: who asks again, and what may be delivered. */

type Repeat = Pick<PaymentAttempt, 'paywall' | 'rail' | 'offer' | 'product' | 'buyer'>

export interface SpentPayment {
  readonly name: string
  readonly payment: ShownPayment
  readonly request: string
  readonly spent: Spent
}

export const handOut = async (repeat: Repeat, paid: SpentPayment): Promise<Response> => {
  const { paywall, rail, buyer } = repeat
  const who = await whoAsks(paywall, rail, buyer, paid, paid.spent.network)
  if (who === 'unknown') return problemResponse(notJudged(), paywall.docs)
  return handOutTo(repeat, paid, who)
}

export const handOutTo = async (
  repeat: Repeat,
  { name, payment, spent }: SpentPayment,
  who: Exclude<WhoAsks, 'unknown'>,
): Promise<Response> => {
  const { paywall, rail, product, buyer } = repeat
  const share = shareOf(spent, who, paywall.clock.now())
  if (share === null || spent.deliverable === null) return alreadyUsed(repeat, payment)
  const { from } = payment.authorization
  const headers = {
    ...settlementHeaders(ofItsToken(rail, payment), { transaction: spent.transaction, payer: from }),
    ...(share === 'whole' && { [RECEIPT]: paywall.receipts.seal(name) }),
  }
  const found = await product.handOver(spent.deliverable, name, share === 'whole')
  if (found === null) return alreadyUsed(repeat, payment)
  if (found.kind === 'problem') return problemResponse(found, paywall.docs, headers)
  // A delivery to a third party does not count as the answer to the buyer, so the time limits stay as they are.
  if (who !== 'stranger' && (await answered(paywall, name, spent, who))) noteSoldLate(buyer.trace, product.actor)
  return soldResponse(found, headers)
}

/**
 * Starts the time in which an answer can be fetched again, and lets a stored text expire. True for the first answer of
 * this payment.
 */
export const answered = async (
  paywall: PaywallContext,
  name: string,
  { deliverable }: Pick<Spent, 'deliverable'>,
  who: AnsweredTo,
): Promise<boolean> => {
  const isFirst = await paywall.claims.delivered(name, paywall.clock.now(), who)
  // The text is stored longer than it is delivered, so nothing is lost when this call fails.
  if (who !== 'network' && deliverable?.kind === 'kept') paywall.answers.delivered(deliverable.id).catch(() => {})
  return isFirst
}

import type { Rail } from '../../canonical/snapshot.ts'
import { refusalOf } from '../../store/redis/refusal.ts'
import { amountText } from '../../payments/amount-text.ts'
import { paidOn, type Sale } from '../../payments/posting.ts'
import type { Offer } from '../rails/offer.ts'
import type { Problem, ProblemCode } from '../wire/problem.ts'
import { problemIn } from '../wire/respond.ts'
import { type Trace, traceFields } from '../wire/trace.ts'
import type { PaywallContext } from './context.ts'

/**
 * One line for each payment that was shown: `sale.made` with its first answer, `sale.refused` with every answer that is
 * none. An offer to somebody who showed no payment is no refusal, and an answer that is delivered again no sale. The
 * receipt stands there as its mark, as in the books: its id opens the answer.
 */

/** Notes what a request was sold, when its payment is answered for the first time. */
export const noteSold = (trace: Trace, { payment, amount, item }: Sale): void => {
  const on = paidOn(payment)
  trace.sold = { item, amount: amountText(on.rail === 'l402' ? 'sat' : on.asset, BigInt(amount)) }
}

/** The same for a payment that an earlier request made, and that was not answered then. */
export const noteSoldLate = (trace: Trace, item: string): void => {
  trace.sold = { item, amount: null }
}

/** One that the buyer fetches by its receipt, which says neither what nor how much. */
export const fetchedLate = ({ log }: Pick<PaywallContext, 'log'>, trace: Trace, rail: Rail, route: string): void =>
  log.info('sale.made', { ...traceFields(trace), rail, route, item: null, amount: null })

/** Why a payment was refused: the broken rule of the payment itself, otherwise the code of the problem. */
const reasonOf = ({ code, details }: Problem): string => {
  const [first] = details
  return code === 'payment_invalid' && first && 'rule' in first ? first.rule : code
}

/** `null` for an answer that is handed out again. */
const refusalIn = (response: Response): string | null => {
  const found = problemIn(response)
  if (found) return reasonOf(found)
  // An offer in place of an answer names no problem of the payment.
  return response.status === 402 ? ('payment_required' satisfies ProblemCode) : null
}

/** Tells of one request that showed a payment. */
export interface SaleLine {
  answered(response: Response): void
  /** Nothing was answered by the paywall. */
  broken(problem: unknown): void
}

export const saleLine = (
  { log, clock }: Pick<PaywallContext, 'log' | 'clock'>,
  { method, url, route }: Offer,
  trace: Trace,
  rail: Rail,
): SaleLine => {
  const begunAt = clock.now()
  const fields = () => ({
    ...traceFields(trace),
    rail,
    route: `${method} ${route?.template ?? new URL(url).pathname}`,
    tookMs: Math.max(0, clock.now() - begunAt),
  })
  const refused = (reason: string): void => log.info('sale.refused', { ...fields(), reason })
  return {
    answered: (response) => {
      if (trace.sold) return log.info('sale.made', { ...fields(), ...trace.sold })
      const reason = refusalIn(response)
      if (reason !== null) refused(reason)
    },
    broken: (problem) =>
      refused((refusalOf(problem) === null ? 'internal_error' : 'unavailable') satisfies ProblemCode),
  }
}

import { inDollars } from '../../client/src/dollars.ts'
import { NOT_PAID, Refused } from '../../client/src/errors.ts'
import { inSats } from '../../client/src/l402.ts'
import type { Payer, Payment } from '../../client/src/payer.ts'

/** What one run may spend over all rails, in millionths of a dollar. */
export interface Budget {
  readonly total: bigint
  left(): bigint
  take(cost: bigint): void
  giveBack(cost: bigint): void
}

/** Why a price within the limit of a call is not paid. */
const OVER_BUDGET = 'over_budget'

export const createBudget = (total: bigint): Budget => {
  let left = total
  return {
    total,
    left: () => left,
    take: (cost) => void (left -= cost),
    giveBack: (cost) => void (left += cost),
  }
}

const overBudget = (asked: string, { total, left }: Budget): Refused => {
  const sums = { asked, left: inDollars(left()), budget: inDollars(total) }
  const message = `the answer costs ${asked}, and ${sums.left} of the budget of ${sums.budget} is left`
  return new Refused(OVER_BUDGET, message, { problem: sums })
}

/**
 * A way to pay that counts. What leaves is counted before it leaves, and stays counted whatever comes of it: only a
 * payment that was never made, or that the wallet refused when it was asked for it the first time, is given back.
 *
 * @param counted what an amount in the smallest unit of the rail costs
 */
export const withinBudget = (payer: Payer, budget: Budget, counted: (amount: bigint) => bigint): Payer => {
  /** Payments that the wallet was not asked for yet, and what each costs. */
  const fresh = new WeakMap<Payment, bigint>()
  const prepared = async (prepare: () => Promise<Payment>, cost: bigint): Promise<Payment> => {
    // In the same step as the offer was judged: no other call can have taken it since.
    budget.take(cost)
    try {
      const payment = await prepare()
      fresh.set(payment, cost)
      return payment
    } catch (problem) {
      budget.giveBack(cost)
      throw problem
    }
  }
  const judge: Payer['judge'] = (challenge) => {
    const judged = payer.judge(challenge)
    if (judged.kind !== 'fits') return judged
    const { amount, prepare } = judged
    const cost = counted(amount)
    if (cost > budget.left()) {
      const asked = payer.rail === 'l402' ? inSats(amount) : inDollars(amount)
      return { kind: 'refused', because: overBudget(asked, budget) }
    }
    return { ...judged, prepare: () => prepared(prepare, cost) }
  }
  const complete: Payer['complete'] = async (payment) => {
    const cost = fresh.get(payment) ?? 0n
    fresh.delete(payment)
    try {
      return await payer.complete(payment)
    } catch (problem) {
      if (problem instanceof Refused && problem.code === NOT_PAID) budget.giveBack(cost)
      throw problem
    }
  }
  return { ...payer, judge, complete }
}

import type { Clock } from '../../ports.ts'
import type { IsPlain } from './payer-signature.ts'
import type { Settler } from './settlement.ts'

/**
 * A facilitator checks a payment again when it settles it. Asking it to check beforehand only spares us settlements that
 * fail, and whoever has just paid will mostly pay again: such a payer is settled without the question.
 *
 * Known is whose last settlement through us ended well, not long ago. An open outcome or a facilitator that is away
 * says more about the facilitator than about one payer: everybody is asked about until a settlement ends well again.
 */

const KNOWN_MS = 600_000
/** The one who has not paid for longest goes. */
const MAX_PAYERS = 10_000

export interface KnownPayersOptions {
  readonly clock: Clock
  readonly maxPayers?: number
  /** A payment that our own check could not judge is asked about, whoever is said to pay. */
  readonly isPlain: IsPlain
}

export const sparingKnownPayers = (
  settler: Settler,
  { clock, isPlain, maxPayers = MAX_PAYERS }: KnownPayersOptions,
): Settler => {
  /** Address in lower case, and when it paid, Unix milliseconds; in the order of payment. */
  const paidAt = new Map<string, number>()
  let isHealthy = true

  const payerOf = ({ authorization }: Parameters<Settler['settle']>[0]): string => authorization.from.toLowerCase()

  const isKnown = (payer: string): boolean => {
    const age = clock.now() - (paidAt.get(payer) ?? Number.NEGATIVE_INFINITY)
    // A clock that was set back knows nobody any longer.
    return isHealthy && age >= 0 && age < KNOWN_MS
  }

  const remember = (payer: string): void => {
    isHealthy = true
    paidAt.delete(payer)
    paidAt.set(payer, clock.now())
    if (paidAt.size <= maxPayers) return
    const [oldest] = paidAt.keys()
    paidAt.delete(oldest!)
  }

  return {
    simulate: async (payment, requirements) => {
      const payer = payerOf(payment)
      if (isPlain(payment) && isKnown(payer)) return { kind: 'would_settle' }
      const found = await settler.simulate(payment, requirements)
      if (found.kind !== 'would_settle') paidAt.delete(payer)
      if (found.kind === 'unreachable') isHealthy = false
      return found
    },
    settle: async (payment, requirements, name) => {
      const payer = payerOf(payment)
      const settled = await settler.settle(payment, requirements, name)
      if (settled.kind === 'settled') remember(payer)
      else paidAt.delete(payer)
      if (settled.kind === 'unknown') isHealthy = false
      return settled
    },
  }
}

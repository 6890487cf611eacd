import { problem, type Problem } from './problem.ts'
import type { Wares } from './wares.ts'

/** What wakes the subject of wares. Asked by whoever pays nothing, and for who has shown that he can. */
export interface Waking {
  /** Whether it lives: then nothing has to be made for anybody. */
  isAwake(): Promise<boolean>
  /** Why it will not be woken, whoever pays: it is known to hold nothing, or too much was asked for. Asks no provider. */
  refusal(): Promise<Problem | null>
  /** `null` when it is awake; otherwise why it is not. */
  wake(): Promise<Problem | null>
}

/** Nothing was put aside yet: the payment is let go. */
const NOT_WOKEN = problem(
  'data_unavailable',
  'The sources of this answer cannot be asked right now. Nothing was charged.',
  {
    retryAfter: 5,
  },
)

/**
 * Wares of a subject that may have to be brought to life first, which costs a question to a provider. An offer wakes it, so
 * that nobody is asked for money in vain. For a payment over USDC it is made like everything that is made for its buyer:
 * once it has been seen that he can pay.
 */
export const coldWares = (wares: Wares, { isAwake, refusal, wake }: Waking): Wares => {
  let isCold = false
  return {
    actor: wares.actor,
    ...(wares.byPayer !== undefined && { byPayer: wares.byPayer }),
    get made() {
      return isCold || wares.made
    },
    closed: async (payer) => {
      isCold = payer !== null && !(await isAwake())
      return isCold ? refusal() : ((await wake()) ?? wares.closed(payer))
    },
    setAside: async (claim, transfer, paid) => {
      const asleep = isCold ? await wake().catch(() => NOT_WOKEN) : null
      return asleep ?? wares.setAside(claim, transfer, paid)
    },
    claim: (purchase) => wares.claim(purchase),
    spend: (claim, goods, transaction, told) => wares.spend(claim, goods, transaction, told),
    release: (claim) => wares.release(claim),
    handOver: (goods, payment, whole) => wares.handOver(goods, payment, whole),
  }
}

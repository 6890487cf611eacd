import { problem, type Problem } from '../wire/problem.ts'
import type { Product } from './product.ts'

/** What starts the subject of a product, for unpaid requests and for payments that were verified. */
export interface Waking {
  /** Whether it runs already: then nothing has to be started. */
  isAwake(): Promise<boolean>
  /** Why it is not started even for a payment: it has no data, or too much was asked for. Asks no provider. */
  refusal(): Promise<Problem | null>
  /** `null` when it runs; otherwise why it does not. */
  wake(): Promise<Problem | null>
}

/** Nothing is stored for the payment yet, so it is released. */
const NOT_WOKEN = problem(
  'data_unavailable',
  'The sources of this answer cannot be asked right now. Nothing was charged.',
  {
    retryAfter: 5,
  },
)

/**
 * The product of a subject that may have to be started first, which costs a request to a provider. An offer starts it,
 * so that nobody pays for an answer that does not exist. A payment over USDC starts it only after the payment was
 * verified, like everything that is made for its buyer.
 */
export const coldProduct = (product: Product, { isAwake, refusal, wake }: Waking): Product => {
  let isCold = false
  return {
    actor: product.actor,
    ...(product.byPayer !== undefined && { byPayer: product.byPayer }),
    get made() {
      return isCold || product.made
    },
    closed: async (payer) => {
      isCold = payer !== null && !(await isAwake())
      return isCold ? refusal() : ((await wake()) ?? product.closed(payer))
    },
    setAside: async (claim, transfer, paid) => {
      const asleep = isCold ? await wake().catch(() => NOT_WOKEN) : null
      return asleep ?? product.setAside(claim, transfer, paid)
    },
    claim: (purchase) => product.claim(purchase),
    spend: (claim, deliverable, transaction, told) => product.spend(claim, deliverable, transaction, told),
    release: (claim) => product.release(claim),
    handOver: (deliverable, payment, whole) => product.handOver(deliverable, payment, whole),
  }
}

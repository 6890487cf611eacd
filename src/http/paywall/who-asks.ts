import { clientNetwork } from '../wire/client-network.ts'
import { PROOF_ALONE, type Spent } from '../../store/claims/claim-facts.ts'
import { UNANSWERED_MS } from '../../store/claims/redelivery.ts'
import type { Buyer } from './buyer.ts'
import { checkProof } from './payment-proof.ts'
import { PROOF, RECEIPT } from '../wire/header-names.ts'
import { traceReceipt } from '../wire/trace.ts'
import type { X402Rail } from '../rails/x402.ts'
import type { ShownPayment } from '../rails/x402-payload.ts'
import type { PaywallContext } from './context.ts'

/**
 * Who asks for what an x402 payment bought (interface 5.5). The payment header is public once its transfer is on a
 * chain. So it shows that the payment was made, and not who sends it now. A client with the receipt, or with a proof
 * signed by the paying account, is the buyer. A client in the network that made the hold most likely is. Any other
 * client is a `stranger`.
 */
export type WhoAsks =
  | 'shown'
  | 'network'
  | 'stranger'
  /** A wallet contract must judge the proof, and the chain cannot be asked now. */
  | 'unknown'

/** '' for a client that has none. */
export const networkOf = ({ address }: Pick<Buyer, 'address'>): string => clientNetwork(address) ?? ''

/** What limits are counted by: the client network, or the address of a client without one. */
export const clientOf = (buyer: Pick<Buyer, 'address'>): string => networkOf(buyer) || buyer.address

interface Paid {
  readonly name: string
  readonly payment: ShownPayment
  readonly request: string
}

/**
 * Notes too that the client has shown itself, so that its answer names the receipt whatever becomes of the request.
 *
 * @param network of the hold, or `PROOF_ALONE`
 */
export const whoAsks = async (
  paywall: PaywallContext,
  rail: X402Rail,
  buyer: Buyer,
  paid: Paid,
  network: string,
): Promise<WhoAsks> => {
  const who = await judged(paywall, rail, buyer, paid, network)
  if (who === 'shown') traceReceipt(buyer.trace, paywall.receipts.seal(paid.name), true)
  return who
}

const judged = async (
  paywall: PaywallContext,
  rail: X402Rail,
  { request, address }: Buyer,
  paid: Paid,
  network: string,
): Promise<WhoAsks> => {
  const receipt = request.headers.get(RECEIPT)
  const isOpened = network !== PROOF_ALONE && receipt !== null
  if (isOpened && paywall.receipts.open(receipt.trim()) === paid.name) return 'shown'
  const proof = request.headers.get(PROOF)
  if (proof !== null) {
    const found = await checkProof(rail, proof, paid, clientOf({ address }), paywall.clock.now())
    if (found === 'valid') return 'shown'
    if (found === 'unknown') return 'unknown'
  }
  return network !== '' && networkOf({ address }) === network ? 'network' : 'stranger'
}

/** What may be delivered: everything, the answer without secrets and receipt, or nothing. */
export type Share = 'whole' | 'bare' | null

/**
 * How long it is delivered: a day while the buyer has not been answered; after the answer the usual time, and nothing
 * to a `stranger`. Some products are delivered without a time limit to a client that shows that it is the buyer.
 */
export const shareOf = (spent: Spent, who: Exclude<WhoAsks, 'unknown'>, now: number): Share => {
  if (who === 'shown') return now <= spent.until ? 'whole' : null
  if (spent.bareUntil === null) return now <= Math.min(spent.until, spent.spentAt + UNANSWERED_MS) ? 'bare' : null
  return who === 'network' && now <= spent.bareUntil ? 'bare' : null
}

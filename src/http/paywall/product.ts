import type { Sale } from '../../payments/posting.ts'
import type { ClaimOn, HoldOn } from '../../store/claims/claims.ts'
import type { Held } from '../../store/claims/claim-facts.ts'
import type { Deliverable } from '../../store/claims/deliverable.ts'
import type { Guards } from '../rails/guards.ts'
import type { Problem } from '../wire/problem.ts'
import type { Soon } from '../wire/soon.ts'

/**
 * What one request buys. The paywall knows the steps of a payment, and a product knows the answer: a published edition,
 * or something that is made for this buyer. There is a new object for each request.
 */
export interface Product {
  /** The actor for which the sale is counted: `price/spot/BTC-USD`, `dlc/threshold`. */
  readonly actor: string
  /** Made for this buyer alone: the payment must be verified before anything is made. */
  readonly made: boolean
  /** Only the identity of the payer permits this sale. */
  readonly byPayer?: boolean
  /**
   * Why it cannot be sold right now. Asked before any invoice is made, and again when a payment is shown.
   *
   * @param payer who signed the payment; `null` without a payment, and on Lightning, where the payer is not known
   */
  closed(payer: string | null): Soon<Problem | null>
  /** Lightning: whether this answer uses up a payment that was made before, because it can never buy anything else. */
  isEnd?(closed: Problem): boolean
  /** Lightning: the payment was made before the request. Claims it and takes the answer. */
  claim(purchase: Purchase): Soon<Claimed>
  /**
   * USDC: stores the answer in a held claim and marks the claim as sent. If anything fails after money may have moved,
   * the same payment gets this answer.
   *
   * @param transfer what is to be settled, JSON
   * @param paid the money has arrived already; limits on unpaid answers do not apply then
   */
  setAside(claim: HeldClaim, transfer: string, paid: boolean): Promise<SetAside>
  /**
   * USDC: money has moved. True when the claim is spent by this call.
   *
   * @param transaction 0x and 64 hex digits
   * @param told whether the answer goes out with this step
   */
  spend(claim: HeldClaim, deliverable: Deliverable, transaction: string, told: boolean): Promise<boolean>
  /** Nothing was charged: the payment can be used again. */
  release(claim: HeldClaim): Promise<void>
  /**
   * What the buyer gets. A problem when it is not available at this moment, `null` when it does not exist any more.
   *
   * @param whole with the secrets of its owner: for the request that made the hold, or with receipt, proof or token
   */
  handOver(deliverable: Deliverable, payment: string, whole: boolean): Promise<SoldAnswer | Problem | null>
}

/**
 * The product by the rules at a time (Unix milliseconds), now or for a paid invoice the time at which it was requested,
 * and what the buyer asks of it.
 */
export type WaresAt = (askedAt: number, guards: Guards) => Product

/** A payment that was made before the request, and the request that it pays for. */
export interface Purchase extends ClaimOn {
  readonly keepSeconds: number
  readonly sale: Sale
}

/** A claim that this request holds. */
export interface HeldClaim {
  readonly payment: string
  /** As `ClaimOn` has it. */
  readonly request: string
  readonly holder: string
  /** The payer of an x402 payment. */
  readonly payer: string
  /** How long the claim is kept after it is spent. */
  readonly keepSeconds: number
  readonly sale: Sale
  /** The client network that asks; '' for none. */
  readonly network: string
}

export interface SoldAnswer {
  readonly kind: 'delivery'
  readonly status: number
  readonly body: string
  /** Seconds since the observation. */
  readonly ageSeconds: number
  readonly headers: Readonly<Record<string, string>>
  /** The body in gzip, where it is long and its beginning is at hand. */
  readonly gzip?: () => Promise<Uint8Array<ArrayBuffer>>
}

/** For deliveries without headers of their own. */
export const NO_HEADERS: SoldAnswer['headers'] = {}

/** The result of claiming a Lightning payment. */
export type Claimed =
  | { readonly kind: 'sold'; readonly delivery: SoldAnswer }
  /** The claim is spent, but the answer could not be read. The same payment gets it on the next try. */
  | { readonly kind: 'claimed' }
  | Problem
  | Exclude<Held, { readonly kind: 'held' | 'sent' }>

export type SetAside =
  /** `ready`: what is delivered after the money has moved; `null` where it is made only then. */
  | { readonly kind: 'set_aside'; readonly deliverable: Deliverable; readonly ready: SoldAnswer | null }
  /** The hold expired meanwhile, and another request has the claim. */
  | { readonly kind: 'lost' }
  | Problem

/** How long a claim is held while it is settled. After a crash the payment is blocked for this time. */
export const CLAIM_HOLD_MS = 30_000

/** The hold of a payment over Lightning, which does not tell the client network. */
export const holdOn = ({ payment, request, now, keepSeconds, sale }: Purchase, holder: string): HoldOn => ({
  payment,
  request,
  now,
  holder,
  holdMs: CLAIM_HOLD_MS,
  keepSeconds,
  network: '',
  sale,
})

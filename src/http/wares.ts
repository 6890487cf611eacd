import type { Sale } from '../payments/posting.ts'
import type { ClaimOn, HoldOn } from '../store/claims.ts'
import type { Held } from '../store/claim-facts.ts'
import type { Goods } from '../store/goods.ts'
import type { Problem } from './problem.ts'
import type { Soon } from './soon.ts'

/**
 * What one request buys. The paywall knows the steps of money, wares know the goods: editions that lie ready, or something
 * that is made for its buyer. Made anew for each request.
 */
export interface Wares {
  /** Whom the sale is counted for: `price/spot/BTC-USD`, `dlc/threshold`. */
  readonly actor: string
  /** Made for this buyer alone: whoever pays for it must be seen to be able to, before anything is made. */
  readonly made: boolean
  /** What allows it is who pays, and nothing else that was shown. */
  readonly byPayer?: boolean
  /**
   * Why it cannot be sold right now. Asked before any invoice exists, and again of who shows a payment.
   *
   * @param payer who signed the payment; `null` where nobody has, or Lightning does not say
   */
  closed(payer: string | null): Soon<Problem | null>
  /** Lightning: whether a payment that came first is used up by this answer, because it can never buy anything else. */
  isEnd?(closed: Problem): boolean
  /** Lightning: the money came first. Claims the payment and takes the goods. */
  claim(purchase: Purchase): Soon<Claimed>
  /**
   * USDC: puts the goods into a held claim and marks it sent, so that whatever breaks once money may have moved, the same
   * payment fetches them.
   *
   * @param transfer what is to be settled, JSON
   * @param paid its money is here already, whoever submitted it: limits on what may never be paid for are none of its
   */
  setAside(claim: HeldClaim, transfer: string, paid: boolean): Promise<SetAside>
  /**
   * USDC: money has moved. True when the claim is spent by this call.
   *
   * @param transaction 0x and 64 hex digits
   * @param told whether the answer goes out with this step
   */
  spend(claim: HeldClaim, goods: Goods, transaction: string, told: boolean): Promise<boolean>
  /** Nothing was charged: the payment is as good as new. */
  release(claim: HeldClaim): Promise<void>
  /**
   * What the buyer is handed; a problem when it cannot be had this moment, `null` when it cannot be had any more.
   *
   * @param whole with what only its owner may know: to who made the hold, or shows a receipt, a proof or a token
   */
  handOver(goods: Goods, payment: string, whole: boolean): Promise<Delivery | Problem | null>
}

/** A payment that came first, and what it is for. */
export interface Purchase extends ClaimOn {
  readonly keepSeconds: number
  readonly sale: Sale
}

/** A claim that this request holds. */
export interface HeldClaim {
  readonly payment: string
  readonly holder: string
  /** Of x402: who paid. */
  readonly payer: string
  /** For how long it is remembered once spent. */
  readonly keepSeconds: number
  readonly sale: Sale
  /** The client network that asks; '' for none. */
  readonly network: string
}

export interface Delivery {
  readonly kind: 'delivery'
  readonly status: number
  readonly body: string
  /** Seconds since the observation. */
  readonly ageSeconds: number
  readonly headers: Readonly<Record<string, string>>
}

/** Of a delivery that needs none of its own. */
export const NO_HEADERS: Delivery['headers'] = {}

/** What claiming on Lightning came to. */
export type Claimed =
  | { readonly kind: 'sold'; readonly delivery: Delivery }
  /** Spent, and the text is not at hand: the same payment fetches it on the next try. */
  | { readonly kind: 'claimed' }
  | Problem
  | Exclude<Held, { readonly kind: 'held' | 'sent' }>

export type SetAside =
  /** `ready`: what is handed over once money has moved; `null` where that is still to be made then. */
  | { readonly kind: 'set_aside'; readonly goods: Goods; readonly ready: Delivery | null }
  /** The hold ran out meanwhile and the claim belongs to somebody else. */
  | { readonly kind: 'lost' }
  | Problem

/** While a claim is held and settled; a crash blocks the payment for as long. */
export const HOLD_MS = 30_000

/** Holding a payment that came first: Lightning does not say from where. */
export const holdOn = ({ payment, request, now, keepSeconds, sale }: Purchase, holder: string): HoldOn => ({
  payment,
  request,
  now,
  holder,
  holdMs: HOLD_MS,
  keepSeconds,
  network: '',
  sale,
})

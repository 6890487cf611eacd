import type { Redis } from 'ioredis'
import { type Sale, writeSale } from '../../payments/posting.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import {
  DELIVERED,
  HOLD,
  KEEP_PROMISE,
  PEEK,
  READ_RECEIPT,
  RELEASE,
  SEND,
  SPEND,
  USE_UP,
  YIELD,
} from './claim-scripts.ts'
import {
  type ClaimReceipt,
  type ClaimState,
  foundReceipt,
  type Held,
  heldSold,
  readHeld,
  type Spent,
} from './claim-facts.ts'
import { earlierGuard } from './earlier-claims.ts'
import { type Deliverable, writeDeliverable } from './deliverable.ts'
import { names } from '../redis/names.ts'
import { type PaymentKeys, paymentKeys } from './payment-keys.ts'
import { REDELIVERY_MS } from './redelivery.ts'
import { type EditionSale, editionSales, shortRequest, type SaleOutcome, type Sold } from './sales.ts'

/**
 * A claim is a payment on its way from shown to used up. It is moved only by the scripts of this room:
 *
 *     (none) -> held -> sent -> spent          x402: goods are put aside, settlement is sent, money has moved
 *     (none) -> held --------> spent           L402, where the goods are made for it: the money came first
 *     (none) ----------------> sold            L402 and an edition that is in hand: one step (`sales.ts`)
 *       ^         |       |       |
 *       +---------+-------+-------+  released, or given back: nothing was charged, the payment is as good as new
 *
 * A claim is bound to one request, and remembers the client network that made its hold: what a payment shows on a chain is
 * public, and does not say who is asking. Whoever holds a claim has a name, and nobody else may move it until the hold runs
 * out: neither before the settlement was sent nor while it is under way, or two settlements of one payment would race and
 * the loser would call the payment failed. What was sent has no lifetime until it is resolved.
 *
 * The step that spends a claim appends its posting to the ledger. The goods lie apart, for as long as they are handed out:
 * what stays of a claim is small.
 */

/** Names a payment and what it is for. */
export interface ClaimOn {
  readonly payment: string
  /** Hash of method, path template, parameters, query and body, hex. */
  readonly request: string
  readonly now: number
}

export interface HoldOn extends ClaimOn {
  readonly holder: string
  readonly holdMs: number
  readonly keepSeconds: number
  /** The client network that asks; '' for none. */
  readonly network: string
  readonly sale: Sale
}

/** Who is answered: the request that made the hold, who shows a receipt or a proof, or who asks from the same network. */
export type AnsweredTo = 'maker' | 'shown' | 'network'

/** What selling an edition in one step came to. */
export type Bought = { readonly kind: 'bought' } | Exclude<Held, { readonly kind: 'held' | 'sent' }>

export interface ClaimStore {
  /**
   * L402: claims the payment for an edition that is in hand, in one step. Rejects when the outcome is not known: the edition
   * must not be sold again then, and the same payment tells what became of it.
   */
  buy(on: EditionSale): Promise<Bought>
  /** L402: the edition of a spent payment is no longer kept. The payment is good again. */
  giveBack(sale: Sale, found: Spent, request: string, now: number): Promise<boolean>
  /** What lies there, without touching it; `free` when nothing does. */
  look(on: ClaimOn): Promise<ClaimState>
  hold(on: HoldOn): Promise<Held>
  /**
   * Puts the goods aside and marks the settlement as sent: from here on money may have moved. The claim stays the
   * holder's for `holdMs` more, the longest that settling takes. `transfer` is what is to be settled, as JSON: whoever
   * resolves the claim later needs it, with the recipient and the amount of that day.
   */
  send(
    payment: string,
    holder: string,
    goods: Deliverable,
    transfer: string,
    now: number,
    holdMs: number,
    keepSeconds?: number | 'for_ever',
    sale?: Sale,
  ): Promise<boolean>
  /** L402: a held claim is used up, whatever it came to. */
  useUp(payment: string, holder: string, goods: Deliverable, now: number, keepSeconds: number): Promise<boolean>
  /** A promise was kept: from here on its answer is handed out. False when the claim is not spent. */
  keepPromise(payment: string, goods: Deliverable): Promise<boolean>
  /** The outcome is not known: lets the next one who shows the payment try to resolve it, without waiting. */
  yield(payment: string, holder: string): Promise<boolean>
  /**
   * Money has moved, and the goods that were put aside are the buyer's.
   *
   * @param transaction 0x and 64 hex digits
   * @param told whether the answer goes out with this step; otherwise its buyer has a day to fetch it
   */
  spend(payment: string, transaction: string, now: number, keepSeconds: number, told: boolean): Promise<boolean>
  /** An answer of a spent claim is on its way. True for the first one of a payment that nobody was answered for. */
  delivered(payment: string, now: number, who: AnsweredTo): Promise<boolean>
  /** What a claim is, for a receipt; `null` when there is none. */
  receipt(payment: string, now: number): Promise<ClaimReceipt | null>
  /** Nothing was charged: forgets the claim. Only its holder may; from `sent` only one who knows that it failed. */
  release(payment: string, holder: string): Promise<boolean>
}

/** In the order in which scripts take them. */
export const moveKeys = ({ claim, goods, sent, ledger, owed, owing }: PaymentKeys): readonly string[] => [
  claim,
  goods,
  sent,
  ledger,
  owed,
  owing,
]

const BOUGHT: Bought = { kind: 'bought' }

export const claimStore = (redis: Redis): ClaimStore => {
  const sales = editionSales(redis)
  const earlier = earlierGuard(redis)
  const keysOf = (payment: string): readonly string[] => moveKeys(paymentKeys(payment))
  const lookKeys = (payment: string): readonly string[] => {
    const keys = paymentKeys(payment)
    return [...moveKeys(keys), keys.earlier, names.earlierSent()]
  }

  const look: ClaimStore['look'] = async ({ payment, request, now }) => {
    const raw = await PEEK.run(redis, lookKeys(payment), [shortRequest(request), now, payment])
    if (raw[0] === 'free') return { kind: 'free' }
    const found = readHeld(raw, shortRequest(request))
    return found.kind === 'held' ? { kind: 'busy' } : found
  }

  const notBought = async (on: EditionSale, outcome: SaleOutcome): Promise<Bought> => {
    if (outcome.kind === 'before') return heldSold(outcome.sold, shortRequest(on.request))
    const found = await look(on)
    // A rail whose money comes first never sends a settlement; and what was held a moment ago may be free by now.
    return found.kind === 'sent' || found.kind === 'free' ? { kind: 'busy' } : found
  }
  const buy = (on: EditionSale): Promise<Bought> =>
    sales.sell(on).then((outcome) => (outcome.kind === 'sold' ? BOUGHT : notBought(on, outcome)))
  const buyBesideEarlier = async (on: EditionSale, period: boolean | Promise<boolean>): Promise<Bought> => {
    if (await period) {
      const found = await look(on)
      if (found.kind !== 'free') return found.kind === 'sent' ? { kind: 'busy' } : found
      await earlier.mark(on)
    }
    return buy(on)
  }

  return {
    look,
    buy: (on) => {
      const period = earlier.period(on.now)
      return period === false ? buy(on) : buyBesideEarlier(on, period)
    },
    giveBack: (sale, { goods, spentAt }, request, now) => {
      if (goods?.kind !== 'edition') return Promise.resolve(false)
      const sold: Sold = { request: shortRequest(request), spentAt, edition: goods.edition }
      return sales.giveBack(sale, sold, now)
    },
    hold: async ({ payment, request, now, holder, holdMs, keepSeconds, network, sale }) => {
      const marked = (await earlier.period(now)) ? 1 : 0
      const asked = [shortRequest(request), now, payment]
      const hold = [holder, now + holdMs, keepSeconds, network, writeSale(sale), marked, request]
      return readHeld(await HOLD.run(redis, lookKeys(payment), [...asked, ...hold]), shortRequest(request))
    },
    send: (payment, holder, goods, transfer, now, holdMs, keepSeconds = DAY_SECONDS, sale = undefined) =>
      SEND.run(redis, keysOf(payment), [
        holder,
        writeDeliverable(goods),
        transfer,
        now,
        payment,
        now + holdMs,
        keepSeconds === 'for_ever' ? 0 : keepSeconds,
        sale ? writeSale(sale) : '',
      ]),
    useUp: (payment, holder, goods, now, keepSeconds) =>
      USE_UP.run(redis, keysOf(payment), [holder, writeDeliverable(goods), now, keepSeconds, REDELIVERY_MS, payment]),
    keepPromise: (payment, goods) => {
      const keys = paymentKeys(payment)
      return KEEP_PROMISE.run(redis, [keys.claim, keys.goods], [writeDeliverable(goods)])
    },
    yield: (payment, holder) => YIELD.run(redis, [paymentKeys(payment).claim], [holder]),
    spend: (payment, transaction, now, keepSeconds, told) =>
      SPEND.run(redis, keysOf(payment), [transaction, now, keepSeconds, payment, REDELIVERY_MS, told ? 1 : 0]),
    delivered: (payment, now, who) => DELIVERED.run(redis, keysOf(payment), [now, REDELIVERY_MS, payment, who]),
    receipt: async (payment, now) => foundReceipt(await READ_RECEIPT.run(redis, lookKeys(payment), [now, payment])),
    release: (payment, holder) => {
      const keys = paymentKeys(payment)
      return RELEASE.run(redis, [...moveKeys(keys), keys.earlier], [holder, payment])
    },
  }
}

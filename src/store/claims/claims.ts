import type { RedisClient } from '../redis/client.ts'
import type { Edition } from '../../canonical/snapshot.ts'
import { type Sale, writeSale } from '../../payments/posting.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import {
  BY_PROOF_ALONE,
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
  PROOF_ALONE,
  readHeld,
  type Spent,
} from './claim-facts.ts'
import { type Deliverable, editionBody, type LongEdition, writeDeliverable } from './deliverable.ts'
import { type LongText, readLongText } from './long-body.ts'
import { type PaymentKeys, paymentKeys } from './payment-keys.ts'
import { REDELIVERY_MS } from './redelivery.ts'
import { shardsOf } from './shards.ts'
import { type EditionSale, editionSales, shortRequest, type SaleOutcome, type Sold } from './sales.ts'

/**
 * A claim is a payment on its way from the request that shows it until it is used up. Only the scripts of this room
 * change it:
 *
 *     (none) -> held -> sent -> spent          x402: the deliverable is kept, settlement is sent, money has moved
 *     (none) -> held --------> spent           L402, an answer made for this request: the money came first
 *     (none) ----------------> sold            L402, an edition that is already taken: one step (`sales.ts`)
 *       ^         |       |       |
 *       +---------+-------+-------+  released, or given back: nothing was charged, the payment is unused again
 *
 * A claim is bound to one request. It remembers the client network that made its hold, because a payment is public on
 * the chain and does not prove who asks. The holder of a claim has a name. No other process may change the claim until
 * the hold ends, neither before the settlement was sent nor while it runs. Otherwise two settlements of one payment
 * would race, and the loser would call the payment failed. A claim whose settlement was sent has no lifetime until it
 * is resolved.
 *
 * The step that spends a claim appends its posting to the ledger. The deliverable has its own key, which expires when
 * it is no longer handed out: the claim that remains is small.
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

/** An edition that is set aside for a payment, and the text that it shares with the others of its snapshot. */
export interface LongSend {
  readonly payment: string
  readonly holder: string
  readonly text: LongText
  readonly edition: Edition
  readonly transfer: string
  readonly now: number
  readonly holdMs: number
  readonly keepSeconds: number
}

/**
 * The caller that gets an answer: the request that made the hold, one with a receipt or a proof, or one from the same
 * network.
 */
export type AnsweredTo = 'maker' | 'shown' | 'network'

/** The result of selling an edition in one step. */
export type Bought = { readonly kind: 'bought' } | Exclude<Held, { readonly kind: 'held' | 'sent' }>

export interface ClaimStore {
  /**
   * L402: claims the payment for an edition that is already taken, in one step. Rejects when the result is not known:
   * the edition must not be sold again then, and the same payment shows later what happened.
   */
  buy(on: EditionSale): Promise<Bought>
  /** L402: the edition of a spent payment is no longer kept. The payment can be used again. */
  giveBack(sale: Sale, found: Spent, request: string, now: number): Promise<boolean>
  /** Reads the claim without changing it; `free` when there is none. */
  look(on: ClaimOn): Promise<ClaimState>
  hold(on: HoldOn): Promise<Held>
  /**
   * The transfer was on the chain before, so others may have made a hold with it and have its receipt: what it buys is
   * opened by a proof alone. False when the caller has lost the claim.
   */
  byProofAlone(payment: string, holder: string): Promise<boolean>
  /**
   * Keeps the deliverable and marks the settlement as sent: from here on money may have moved. The claim stays with the
   * holder for `holdMs` more, the longest time that settling takes. `transfer` is what is to be settled, as JSON: the
   * process that resolves the claim later needs it, with the recipient and the amount as they were then.
   */
  send(
    payment: string,
    holder: string,
    deliverable: Deliverable,
    transfer: string,
    now: number,
    holdMs: number,
    keepSeconds?: number | 'for_ever',
    sale?: Sale,
  ): Promise<boolean>
  /**
   * The same for an edition of a long body: the claim keeps the edition and names the text, which lies once for all claims
   * on its snapshot. `null` when the claim is lost.
   */
  sendLong(on: LongSend): Promise<LongEdition | null>
  /** What a claim on a long body bought; `null` when its text is gone. */
  longBody(bought: LongEdition): Promise<string | null>
  /** L402: uses up a held claim, whatever the answer is. */
  useUp(payment: string, holder: string, deliverable: Deliverable, now: number, keepSeconds: number): Promise<boolean>
  /** The promised answer was made: from now on it is handed out. False when the claim is not spent. */
  keepPromise(payment: string, deliverable: Deliverable): Promise<boolean>
  /** The result is not known: the next request that shows this payment may try to resolve it, without waiting. */
  yield(payment: string, holder: string): Promise<boolean>
  /**
   * Money has moved, and the buyer gets the deliverable that was kept.
   *
   * @param transaction 0x and 64 hex digits
   * @param told whether the answer is sent with this step; otherwise its buyer has a day to fetch it
   */
  spend(payment: string, transaction: string, now: number, keepSeconds: number, told: boolean): Promise<boolean>
  /** An answer of a spent claim is being sent. True for the first answer of this payment. */
  delivered(payment: string, now: number, who: AnsweredTo): Promise<boolean>
  /** The claim as its receipt shows it; `null` when there is none. */
  receipt(payment: string): Promise<ClaimReceipt | null>
  /**
   * Nothing was charged: deletes the claim. Only its holder may; from `sent` only a holder who knows that the
   * settlement failed.
   */
  release(payment: string, holder: string, now: number): Promise<boolean>
}

/** In the order in which scripts expect them. */
export const moveKeys = ({ claim, deliverable, sent, ledger, owed, owing }: PaymentKeys): readonly string[] => [
  claim,
  deliverable,
  sent,
  ledger,
  owed,
  owing,
]

const BOUGHT: Bought = { kind: 'bought' }

export const claimStore = (redis: RedisClient): ClaimStore => {
  const shards = shardsOf(redis)
  const sales = editionSales(redis)
  const keysOf = (payment: string): readonly string[] => moveKeys(paymentKeys(shards, payment))
  const look: ClaimStore['look'] = async ({ payment, request, now }) => {
    const raw = await PEEK.run(redis, keysOf(payment), [shortRequest(request), now])
    if (raw[0] === 'free') return { kind: 'free' }
    const found = readHeld(raw, shortRequest(request))
    return found.kind === 'held' ? { kind: 'busy' } : found
  }

  const notBought = async (on: EditionSale, outcome: SaleOutcome): Promise<Bought> => {
    if (outcome.kind === 'before') return heldSold(outcome.sold, shortRequest(on.request))
    const found = await look(on)
    // With L402 no settlement is ever sent; and a claim that was held when the script ran may be free by now.
    return found.kind === 'sent' || found.kind === 'free' ? { kind: 'busy' } : found
  }
  return {
    look,
    buy: async (on) => {
      const outcome = await sales.sell(on)
      return outcome.kind === 'sold' ? BOUGHT : notBought(on, outcome)
    },
    giveBack: (sale, { deliverable, spentAt }, request, now) => {
      if (deliverable?.kind !== 'edition') return Promise.resolve(false)
      const sold: Sold = { request: shortRequest(request), spentAt, edition: deliverable.edition }
      return sales.giveBack(sale, sold, now)
    },
    hold: async ({ payment, request, now, holder, holdMs, keepSeconds, network, sale }) => {
      const hold = [holder, now + holdMs, keepSeconds, network, writeSale(sale)]
      const found = await HOLD.run(redis, keysOf(payment), [shortRequest(request), now, ...hold])
      return readHeld(found, shortRequest(request))
    },
    byProofAlone: (payment, holder) =>
      BY_PROOF_ALONE.run(redis, [paymentKeys(shards, payment).claim], [holder, PROOF_ALONE]),
    send: async (payment, holder, deliverable, transfer, now, holdMs, keepSeconds = DAY_SECONDS, sale = undefined) => {
      const said = await SEND.run(redis, keysOf(payment), [
        holder,
        writeDeliverable(deliverable),
        transfer,
        now,
        payment,
        now + holdMs,
        keepSeconds === 'for_ever' ? 0 : keepSeconds,
        sale ? writeSale(sale) : '',
        '',
        '',
      ])
      return said === 'sent'
    },
    sendLong: async ({ payment, holder, text, edition, transfer, now, holdMs, keepSeconds }) => {
      const key = paymentKeys(shards, payment).longText(text.digest)
      const bought: LongEdition = { kind: 'long', text: key, edition }
      const sendWith = (packed: Buffer | ''): Promise<'sent' | 'lost' | 'no_text'> =>
        SEND.run(redis, keysOf(payment), [
          holder,
          writeDeliverable(bought),
          transfer,
          now,
          payment,
          now + holdMs,
          keepSeconds,
          '',
          key,
          packed,
        ])
      const said = await sendWith('')
      return (said === 'no_text' ? await sendWith((await text.packed()).bytes) : said) === 'sent' ? bought : null
    },
    longBody: async ({ text, edition }) => {
      const start = await readLongText(redis, text)
      return start === null ? null : editionBody(start, edition)
    },
    useUp: (payment, holder, deliverable, now, keepSeconds) =>
      USE_UP.run(redis, keysOf(payment), [
        holder,
        writeDeliverable(deliverable),
        now,
        keepSeconds,
        REDELIVERY_MS,
        payment,
      ]),
    keepPromise: (payment, deliverable) => {
      const keys = paymentKeys(shards, payment)
      return KEEP_PROMISE.run(redis, [keys.claim, keys.deliverable], [writeDeliverable(deliverable)])
    },
    yield: (payment, holder) => YIELD.run(redis, [paymentKeys(shards, payment).claim], [holder]),
    spend: (payment, transaction, now, keepSeconds, told) =>
      SPEND.run(redis, keysOf(payment), [transaction, now, keepSeconds, payment, REDELIVERY_MS, told ? 1 : 0]),
    delivered: (payment, now, who) => DELIVERED.run(redis, keysOf(payment), [now, REDELIVERY_MS, payment, who]),
    receipt: async (payment) => foundReceipt(await READ_RECEIPT.run(redis, keysOf(payment), [])),
    release: (payment, holder, now) => RELEASE.run(redis, keysOf(payment), [holder, payment, now]),
  }
}

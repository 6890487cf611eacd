import type { Redis } from 'ioredis'
import { LONGEST_SALE_SECONDS } from '../canonical/snapshot.ts'
import {
  BUY,
  DELIVERED,
  HOLD,
  KEEP_PROMISE,
  PEEK,
  RELEASE,
  SEND,
  SEND_NEXT,
  SPEND,
  USE_UP,
  YIELD,
} from './claim-scripts.ts'
import { answerStem, type EditionRef, editionGoods, type Goods, readGoods, writeGoods } from './goods.ts'
import { names } from './names.ts'

/**
 * A claim is a payment on its way from shown to used up. It is one Redis hash, moved only by the scripts of this file:
 *
 *     (none) -> held -> sent -> spent          x402: goods are put aside, settlement is sent, money has moved
 *     (none) ---------------> spent            L402: the money came first
 *       ^         |       |
 *       +---------+-------+  released: nothing was charged, the payment is as good as new
 *
 * A claim is bound to one request. Whoever holds it has a name, and nobody else may move it until the hold runs out:
 * neither before the settlement was sent nor while it is under way, or two settlements of one payment would race and
 * the loser would call the payment failed.
 */

/** What holding a claim came to. */
export type Held =
  /** The claim is ours until the deadline. */
  | { readonly kind: 'held' }
  /** Somebody else is at work on this payment, for this same request. */
  | { readonly kind: 'busy' }
  /** Settlement was sent earlier and its outcome is not known; the goods lie ready, and the claim is ours to resolve. */
  | { readonly kind: 'sent'; readonly goods: Goods; readonly settlement: string }
  /** Spent on this request, not long ago: hand out the same goods again. */
  | { readonly kind: 'spent_fresh'; readonly goods: Goods; readonly spentAt: number; readonly settlement: string }
  /** Spent on this request, too long ago to hand it out again. */
  | { readonly kind: 'spent' }
  /** Held or spent for something else. */
  | { readonly kind: 'other_request' }

/** What buying an edition in one step came to. */
export type Bought =
  | { readonly kind: 'bought'; readonly edition: EditionRef; readonly spentAt: number }
  | { readonly kind: 'sold_out' }
  | Exclude<Held, { readonly kind: 'held' | 'sent' }>

/** What putting an edition aside and sending its payment off came to. */
export type SentNext =
  | { readonly kind: 'taken'; readonly edition: EditionRef }
  | { readonly kind: 'sold_out' }
  /** The hold ran out meanwhile, and with it the right to settle. */
  | { readonly kind: 'not_held' }

/** An edition that is to be put aside for a held claim. */
export interface NextEdition {
  readonly payment: string
  readonly holder: string
  readonly from: Omit<EditionRef, 'index'>
  readonly printed: number
  /** The body up to what only one edition has. */
  readonly stem: string
  /** As for `send`. */
  readonly transfer: string
  readonly now: number
  readonly holdMs: number
  readonly keepSeconds: number
}

/** Names a payment and what it is for. */
export interface ClaimOn {
  readonly payment: string
  /** Hash of method, path template, parameters, query and body. */
  readonly request: string
  readonly now: number
}

/** A claim as its buyer may see it. */
export interface ClaimReceipt {
  readonly state: 'held' | 'sent' | 'spent'
  /** Of a spent claim. */
  readonly goods: Goods | null
  /** What the receipt header said, JSON; '' on Lightning. */
  readonly settlement: string
  /** Hash of a transaction of ours that is on its way; '' when there is none. */
  readonly transaction: string
  /** Unix milliseconds. */
  readonly spentAt: number
  /** Until when the goods are handed out again, Unix milliseconds. */
  readonly until: number
}

export interface ClaimStore {
  /** L402: claims the payment and takes the next edition of a version, in one step. */
  buy(
    on: ClaimOn & { readonly from: Omit<EditionRef, 'index'>; readonly printed: number; readonly keepSeconds: number },
  ): Promise<Bought>
  /** What lies there, without touching it; `free` when nothing does. */
  look(on: ClaimOn): Promise<Exclude<Held, { readonly kind: 'held' }> | { readonly kind: 'free' }>
  hold(on: ClaimOn & { readonly holder: string; readonly holdMs: number; readonly keepSeconds: number }): Promise<Held>
  /**
   * Puts the goods aside and marks the settlement as sent: from here on money may have moved. The claim stays the
   * holder's for `holdMs` more, the longest that settling takes. `transfer` is what is to be settled, as JSON: whoever
   * resolves the claim later needs it.
   */
  send(
    payment: string,
    holder: string,
    goods: Goods,
    transfer: string,
    now: number,
    holdMs: number,
    keepSeconds?: number | 'for_ever',
  ): Promise<boolean>
  /** L402: a held claim is used up, whatever it came to. */
  useUp(payment: string, holder: string, goods: Goods, now: number, keepSeconds: number): Promise<boolean>
  /** A promise was kept: from here on its answer is handed out. False when the claim is not spent. */
  keepPromise(payment: string, goods: Goods): Promise<boolean>
  /** Takes the next edition and sends, in one step: it leaves the shelf only for a claim that keeps its whole text. */
  sendNext(wish: NextEdition): Promise<SentNext>
  /** The outcome is not known: lets the next one who shows the payment try to resolve it, without waiting. */
  yield(payment: string, holder: string): Promise<boolean>
  /** Money has moved, and the goods that were put aside are the buyer's. `settlement` is what the receipt header will say. */
  spend(payment: string, settlement: string, now: number, keepSeconds: number): Promise<boolean>
  /**
   * The first answer of a claim that somebody else has spent is on its way: from here on it is handed out for the
   * usual time. True for the first one.
   */
  delivered(payment: string, now: number): Promise<boolean>
  /** What a claim is, for a receipt; `null` when there is none. */
  receipt(payment: string): Promise<ClaimReceipt | null>
  /** Nothing was charged: forgets the claim. Only its holder may; from `sent` only one who knows that it failed. */
  release(payment: string, holder: string): Promise<boolean>
}

/** Until when goods are handed out that a payment stands for as long as there is an oracle, Unix milliseconds. */
export const FOR_EVER = 8_640_000_000_000_000

/** How long the same goods are handed out again, from the first answer on. */
export const REDELIVERY_MS = 120_000

const readHeld = (raw: readonly string[]): Held => {
  const [kind, goods, third, fourth] = raw
  switch (kind) {
    case 'spent_fresh':
      return { kind, goods: readGoods(goods!), spentAt: Number(third), settlement: fourth ?? '' }
    case 'sent':
      return { kind, goods: readGoods(goods!), settlement: third ?? '' }
    case 'held':
    case 'busy':
    case 'spent':
    case 'other_request':
      return { kind }
    default:
      throw new Error(`a claim script answered ${kind}`)
  }
}

export const claimStore = (redis: Redis): ClaimStore => ({
  buy: async ({ payment, request, now, from, printed, keepSeconds }) => {
    const keys = [names.claim(payment), names.sold(from.actor, from.version, from.rail)]
    const raw = await BUY.run(redis, keys, [
      request,
      now,
      REDELIVERY_MS,
      printed,
      editionGoods(from),
      keepSeconds,
      LONGEST_SALE_SECONDS,
    ])
    if (raw[0] === 'sold_out') return { kind: 'sold_out' }
    if (raw[0] === 'bought') {
      const goods = readGoods(raw[1]!)
      if (goods.kind === 'edition') return { kind: 'bought', edition: goods.edition, spentAt: Number(raw[2]) }
    }
    const held = readHeld(raw)
    // A rail whose money comes first never sends a settlement; a claim in that state is another rail's by mistake.
    return held.kind === 'held' || held.kind === 'sent' ? { kind: 'busy' } : held
  },
  look: async ({ payment, request, now }) => {
    const raw = await PEEK.run(redis, [names.claim(payment)], [request, now, REDELIVERY_MS])
    if (raw[0] === 'free') return { kind: 'free' }
    const found = readHeld(raw)
    return found.kind === 'held' ? { kind: 'busy' } : found
  },
  hold: async ({ payment, request, now, holder, holdMs, keepSeconds }) =>
    readHeld(
      await HOLD.run(redis, [names.claim(payment)], [request, now, REDELIVERY_MS, holder, now + holdMs, keepSeconds]),
    ),
  send: (payment, holder, goods, transfer, now, holdMs, keepSeconds = 86_400) =>
    SEND.run(
      redis,
      [names.claim(payment), names.unresolved()],
      [holder, writeGoods(goods), transfer, now, payment, now + holdMs, keepSeconds === 'for_ever' ? 0 : keepSeconds],
    ),
  useUp: (payment, holder, goods, now, keepSeconds) =>
    USE_UP.run(redis, [names.claim(payment)], [holder, writeGoods(goods), now, keepSeconds, REDELIVERY_MS]),
  keepPromise: (payment, goods) => KEEP_PROMISE.run(redis, [names.claim(payment)], [writeGoods(goods)]),
  sendNext: async ({ payment, holder, from, printed, stem, transfer, now, holdMs, keepSeconds }) => {
    const { actor, version, rail } = from
    const index = await SEND_NEXT.run(
      redis,
      [
        names.claim(payment),
        names.unresolved(),
        names.sold(actor, version, rail),
        names.editions(actor, version, rail),
      ],
      [holder, answerStem(stem), transfer, now, payment, now + holdMs, keepSeconds, printed, LONGEST_SALE_SECONDS],
    )
    if (index === -2) return { kind: 'not_held' }
    return index === -1 ? { kind: 'sold_out' } : { kind: 'taken', edition: { ...from, index } }
  },
  yield: (payment, holder) => YIELD.run(redis, [names.claim(payment)], [holder]),
  spend: (payment, settlement, now, keepSeconds) =>
    SPEND.run(
      redis,
      [names.claim(payment), names.unresolved()],
      [settlement, now, keepSeconds, payment, REDELIVERY_MS],
    ),
  delivered: (payment, now) => DELIVERED.run(redis, [names.claim(payment)], [now, REDELIVERY_MS]),
  receipt: async (payment) => {
    const [state, goods, settlement, hash, spentAt, until] = await redis.hmget(
      names.claim(payment),
      'state',
      'goods',
      'settlement',
      'hash',
      'spentAt',
      'until',
    )
    if (!state) return null
    return {
      state: state as ClaimReceipt['state'],
      goods: state === 'spent' && goods ? readGoods(goods) : null,
      settlement: settlement ?? '',
      transaction: hash ?? '',
      spentAt: Number(spentAt ?? 0),
      until: Number(until ?? 0),
    }
  },
  release: (payment, holder) => RELEASE.run(redis, [names.claim(payment), names.unresolved()], [holder, payment]),
})

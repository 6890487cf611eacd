import { type Deliverable, readDeliverable } from './deliverable.ts'
import { REDELIVERY_MS } from './redelivery.ts'
import { readSold, type Sold } from './sales.ts'
import { wordOf } from '../redis/script.ts'
import { oneOf, readWholeNumber, stored, UnreadableRecord } from '../redis/stored.ts'

/** Replies of scripts about a claim, as typed values. */

/** Stands in a claim in the place of the network of the hold: neither a network nor a receipt opens what it bought. */
export const PROOF_ALONE = 'proof'

/** A payment that bought this request. The caller decides, by who asks, whether the answer is handed out again. */
export interface Spent {
  /** `null` when it is no longer kept. */
  readonly deliverable: Deliverable | null
  /** Unix milliseconds, as all times here. */
  readonly spentAt: number
  /** Until when a request with a receipt or a proof is answered. */
  readonly until: number
  /** The same for a request from the network of the hold, once such a request was answered; `null` before. */
  readonly bareUntil: number | null
  /** Whether the buyer who made the hold, or somebody with a receipt or a proof, was answered. */
  readonly told: boolean
  /** Client network that made the hold, or `PROOF_ALONE`; '' when it had none, and on Lightning. */
  readonly network: string
  /** 0x and 64 hex digits; '' on Lightning. */
  readonly transaction: string
}

/** The result of an attempt to hold a claim. */
export type Held =
  /** The caller has the claim until the deadline. */
  | { readonly kind: 'held' }
  /** Another process works on this payment, for this same request. */
  | { readonly kind: 'busy' }
  /**
   * Settlement was sent earlier and its result is not known. The deliverable is kept, and the caller now has the claim
   * and must resolve it.
   */
  | {
      readonly kind: 'sent'
      readonly deliverable: Deliverable
      readonly network: string
      /** What is to be settled, JSON as it was sent. */
      readonly transfer: string
    }
  | { readonly kind: 'spent'; readonly spent: Spent }
  /** It is held or spent for another request. */
  | { readonly kind: 'other_request' }

/** The state of a claim, read without changing it. */
export type ClaimState = Exclude<Held, { readonly kind: 'held' }> | { readonly kind: 'free' }

/** A claim as its buyer may see it. */
export interface ClaimReceipt {
  readonly state: 'held' | 'sent' | 'spent'
  /** Set when the claim is spent. */
  readonly spent: Spent | null
  /** Hash of our own transaction that is not final yet; '' when there is none. */
  readonly transaction: string
  /** The request that it is bound to, in the short form that claims keep as long as they live. */
  readonly request: string
}

/** A sale in one step has no time window: its answer was sent with it. */
const soldBefore = ({ spentAt, edition }: Sold): Spent => ({
  deliverable: { kind: 'edition', edition },
  spentAt,
  until: spentAt + REDELIVERY_MS,
  bareUntil: spentAt + REDELIVERY_MS,
  told: true,
  network: '',
  transaction: '',
})

const KIND = 'claim'
const numberOf = (field: string, text: string | undefined): number => readWholeNumber(KIND, field, text)

const spentBefore = (raw: readonly string[]): Spent => {
  const [, at, until, bare, told, network = '', transaction = '', deliverable] = raw
  const [isTold, ends] = [told === '1', numberOf('until', until)]
  return {
    deliverable: deliverable ? readDeliverable(deliverable) : null,
    spentAt: numberOf('at', at),
    until: ends,
    bareUntil: bare ? numberOf('bare', bare) : isTold ? ends : null,
    told: isTold,
    network,
    transaction,
  }
}

/** @param request the short form that claims keep: a sale in one step is compared by it */
export const heldSold = (sold: Sold, request: string): Extract<Held, { kind: 'spent' | 'other_request' }> =>
  sold.request === request ? { kind: 'spent', spent: soldBefore(sold) } : { kind: 'other_request' }

/** Reads the reply of a script in the same way. Throws `UnreadableRecord`. */
export const readHeld = (raw: readonly string[], request: string): Held => {
  const [said, first = '', second = '', third = ''] = raw
  if (said === 'no_state') throw new UnreadableRecord(KIND, 'its state is none of ours')
  const kind = wordOf(said, ['sold', 'spent', 'sent', 'held', 'busy', 'other_request'])
  switch (kind) {
    case 'sold':
      return heldSold(readSold(first), request)
    case 'spent':
      return { kind, spent: spentBefore(raw) }
    case 'sent':
      return { kind, deliverable: readDeliverable(first), network: second, transfer: third }
    default:
      return { kind }
  }
}

/** States that the reply of a script may name for a claim that is not a sale in one step. */
export const CLAIM_STATE = stored(KIND, oneOf(['held', 'sent', 'spent']))

/** Throws `UnreadableRecord`. */
export const foundReceipt = (raw: readonly string[]): ClaimReceipt | null => {
  const [said, text = ''] = raw
  if (said === 'none') return null
  if (said === 'sold') {
    const sold = readSold(text)
    return { state: 'spent', spent: soldBefore(sold), transaction: '', request: sold.request }
  }
  const state = CLAIM_STATE.check(said)
  return {
    state,
    spent: state === 'spent' ? spentBefore([state, ...raw.slice(1)]) : null,
    transaction: raw[8] ?? '',
    request: raw[9] ?? '',
  }
}

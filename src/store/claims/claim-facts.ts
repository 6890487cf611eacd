import { type Deliverable, readDeliverable } from './deliverable.ts'
import { REDELIVERY_MS } from './redelivery.ts'
import { readSold, type Sold } from './sales.ts'
import { wordOf } from '../redis/script.ts'
import { oneOf, readWholeNumber, stored, UnreadableRecord } from '../redis/stored.ts'

/** What scripts say of a claim, in words. */

/** A payment that bought what was asked. Whether it is handed out again is for the reader to say, by who is asking. */
export interface Spent {
  /** `null` when they are no longer kept. */
  readonly goods: Deliverable | null
  /** Unix milliseconds, as all times here. */
  readonly spentAt: number
  /** Until when whoever shows a receipt or a proof is answered. */
  readonly until: number
  /** The same for the network of the hold, once it was answered; `null` while it was not. */
  readonly bareUntil: number | null
  /** Whether the maker of the hold, or somebody with a receipt or a proof, was answered. */
  readonly told: boolean
  /** Client network of the hold; '' when it had none, and on Lightning. */
  readonly network: string
  /** 0x and 64 hex digits; '' on Lightning. */
  readonly transaction: string
}

/** What holding a claim came to. */
export type Held =
  /** The claim is ours until the deadline. */
  | { readonly kind: 'held' }
  /** Somebody else is at work on this payment, for this same request. */
  | { readonly kind: 'busy' }
  /** Settlement was sent earlier and its outcome is not known; the goods lie ready, and the claim is ours to resolve. */
  | {
      readonly kind: 'sent'
      readonly goods: Deliverable
      readonly network: string
      /** What is to be settled, JSON as it was sent. */
      readonly transfer: string
    }
  | { readonly kind: 'spent'; readonly spent: Spent }
  /** Held or spent for something else. */
  | { readonly kind: 'other_request' }

/** What looking at a claim came to. */
export type ClaimState = Exclude<Held, { readonly kind: 'held' }> | { readonly kind: 'free' }

/** A claim as its buyer may see it. */
export interface ClaimReceipt {
  readonly state: 'held' | 'sent' | 'spent'
  /** Of a spent claim. */
  readonly spent: Spent | null
  /** Hash of a transaction of ours that is on its way; '' when there is none. */
  readonly transaction: string
}

/** A sale in one step keeps no window: its answer went out with it. */
const soldBefore = ({ spentAt, edition }: Sold): Spent => ({
  goods: { kind: 'edition', edition },
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
  const [, at, until, bare, told, network = '', transaction = '', goods] = raw
  const [isTold, ends] = [told === '1', numberOf('until', until)]
  return {
    goods: goods ? readDeliverable(goods) : null,
    spentAt: numberOf('at', at),
    until: ends,
    bareUntil: bare ? numberOf('bare', bare) : isTold ? ends : null,
    told: isTold,
    network,
    transaction,
  }
}

/** @param request as claims keep it: a sale in one step is compared here */
export const heldSold = (sold: Sold, request: string): Extract<Held, { kind: 'spent' | 'other_request' }> =>
  sold.request === request ? { kind: 'spent', spent: soldBefore(sold) } : { kind: 'other_request' }

/** The same of what a script has answered. Throws `Unreadable`. */
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
      return { kind, goods: readDeliverable(first), network: second, transfer: third }
    default:
      return { kind }
  }
}

/** What a claim that is no sale in one step says of where it is. */
export const CLAIM_STATE = stored(KIND, oneOf(['held', 'sent', 'spent']))

/** Throws `Unreadable`. */
export const foundReceipt = (raw: readonly string[]): ClaimReceipt | null => {
  const [said, text = ''] = raw
  if (said === 'none') return null
  if (said === 'sold') return { state: 'spent', spent: soldBefore(readSold(text)), transaction: '' }
  const state = CLAIM_STATE.check(said)
  return {
    state,
    spent: state === 'spent' ? spentBefore([state, ...raw.slice(1)]) : null,
    transaction: raw[8] ?? '',
  }
}

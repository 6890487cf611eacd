import { names } from '../redis/names.ts'
import { SHARDS } from './shards.ts'

/** Where everything of one payment lies: names that carry the tag of its shard, so that one script may touch them all. */
export interface PaymentKeys {
  readonly claim: string
  /** What it buys, while it is handed out. */
  readonly goods: string
  /** Of its whole shard: see `names`. */
  readonly sent: string
  readonly ledger: string
  readonly owed: string
  readonly owing: string
  /** The claim as the release before this one spelled it. */
  readonly earlier: string
}

/** 160 bits name a payment as surely as its whole name, in a third of the memory. */
const NAME_BYTES = 20

interface Place {
  readonly shard: string
  readonly short: string
}

const digest = Buffer.alloc(32)

const placeOf = (payment: string): Place => {
  Bun.SHA256.hash(payment, digest)
  const shard = SHARDS[digest[31]! % SHARDS.length]!
  return { shard, short: digest.toString('base64url', 0, NAME_BYTES) }
}

/** The shard of a payment with the name of its claim: all that a sale in one step needs. */
export const claimPlace = (payment: string): { readonly shard: string; readonly claim: string } => {
  const { shard, short } = placeOf(payment)
  return { shard, claim: names.claim(shard, short) }
}

export const paymentKeys = (payment: string): PaymentKeys => {
  const { shard, short } = placeOf(payment)
  return {
    claim: names.claim(shard, short),
    goods: names.goods(shard, short),
    sent: names.sent(shard),
    ledger: names.ledger(shard),
    owed: names.owed(shard),
    owing: names.owing(shard),
    earlier: names.earlierClaim(payment),
  }
}

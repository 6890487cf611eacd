import { names } from '../redis/names.ts'
import type { Shards } from './shards.ts'

/** The keys of everything about one payment. They carry the tag of its shard, so that one script may use them all. */
export interface PaymentKeys {
  readonly claim: string
  /** The deliverable, while it is handed out. */
  readonly deliverable: string
  /** The list of its whole shard: see `names`. */
  readonly sent: string
  readonly ledger: string
  readonly owed: string
  readonly owing: string
  /** The key of a long text in this shard, by its digest. */
  longText(digest: string): string
}

/** 160 bits identify a payment as safely as its full name, in a third of the memory. */
const NAME_BYTES = 20

interface Place {
  readonly shard: string
  readonly short: string
}

const digest = Buffer.alloc(32)

const placeOf = (shards: Shards, payment: string): Place => {
  Bun.SHA256.hash(payment, digest)
  return { shard: shardAt(shards, digest[0]!), short: digest.toString('base64url', 0, NAME_BYTES) }
}

const shardAt = (shards: Shards, byte: number): string => shards[byte % shards.length]!

/** The shard of a claim whose payment is not known, by what its key shows of it. */
export const shardOfShort = (shards: Shards, short: string): string =>
  shardAt(shards, Buffer.from(short.slice(0, 4), 'base64url')[0] ?? 0)

/** The shard of a payment and the key of its claim: all that a sale in one step needs. */
export const claimPlace = (shards: Shards, payment: string): { readonly shard: string; readonly claim: string } => {
  const { shard, short } = placeOf(shards, payment)
  return { shard, claim: names.claim(shard, short) }
}

export const paymentKeys = (shards: Shards, payment: string): PaymentKeys => {
  const { shard, short } = placeOf(shards, payment)
  return {
    claim: names.claim(shard, short),
    deliverable: names.deliverable(shard, short),
    sent: names.sent(shard),
    ledger: names.ledger(shard),
    owed: names.owed(shard),
    owing: names.owing(shard),
    longText: (digest) => names.longText(shard, digest),
  }
}

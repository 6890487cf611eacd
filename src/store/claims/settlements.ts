import type { RedisClient } from '../redis/client.ts'
import { type PaidOn, paidOn, receiptInSale } from '../../payments/posting.ts'
import type { Clock } from '../../ports.ts'
import { FIELDS } from './claim-lua.ts'
import { SPEND } from './claim-scripts.ts'
import { CLAIM_STATE } from './claim-facts.ts'
import { moveKeys } from './claims.ts'
import { NEED_UNTIL } from './long-body.ts'
import { names } from '../redis/names.ts'
import { paymentKeys } from './payment-keys.ts'
import { REDELIVERY_MS } from './redelivery.ts'
import { lastingScript } from '../redis/lasting.ts'
import { asTexts, script } from '../redis/script.ts'
import { shardsOf } from './shards.ts'
import { ofKind, orTold, UnreadableRecord, untold } from '../redis/stored.ts'

/**
 * Claims as the settling worker and the sweeper change them: from `sent` to `spent`, or removed. Every change is one
 * script that says whether it was made; `false` means that the claim had changed since the worker read it.
 */

/** One sweep reads at most this many claims. */
const SWEEP_LIMIT = 500
/** The pause between two sweeps. */
const SHORTEST_PAUSE_MS = 3_000
const LONGEST_PAUSE_MS = 120_000

/** The fields of a claim, as they were written. */
export interface SentClaim {
  readonly state: 'held' | 'sent' | 'spent'
  /** JSON of what is to be settled; '' once spent. */
  readonly transfer: string
  readonly stored: { readonly hash: string; readonly raw: string } | null
  /** 0x and 64 hex digits; '' before it is spent. */
  readonly transaction: string
  /** The mark of its receipt; '' once spent, when the ledger has it. */
  readonly receipt: string
}

export interface SettlementStore {
  read(payment: string): Promise<SentClaim | null>
  /** Only while `sent`, and only if what is stored has the hash `replaces` (`null`: nothing). */
  storeTransaction(
    payment: string,
    transaction: { readonly hash: string; readonly raw: string },
    replaces: string | null,
  ): Promise<boolean>
  /** `sent` to `spent`, with the deliverable that the claim keeps. */
  spend(payment: string, transaction: string): Promise<boolean>
  /** Only from `sent`, and with `stored` only if that is the stored hash: nothing was charged and nothing will be. */
  release(payment: string, stored?: string | null): Promise<boolean>
  /**
   * Claims that are due before this moment (Unix milliseconds) and still `sent`, the longest due first. A claim is due
   * when it was sent, and again some time after each listing.
   */
  listSent(before: number): Promise<readonly string[]>
  /** Number of `sent` claims, by chain and token. Includes those that were resolved since the last listing. */
  countSent(): Promise<readonly OpenPayments[]>
}

export interface OpenPayments {
  readonly chainId: number
  /** The token's address, lower case. */
  readonly asset: string
  readonly count: number
}

/** KEYS claim. ARGV hash, raw, replaces. */
const STORE = lastingScript(
  `${FIELDS}
   local c = fields(KEYS[1], 'state', 'hash')
   if c[1] ~= 'sent' or (c[2] or '') ~= ARGV[3] then return 0 end
   redis.call('HSET', KEYS[1], 'hash', ARGV[1], 'raw', ARGV[2])
   return 1`,
  (raw) => raw === 1,
  'claim',
)

/** KEYS claim, deliverable, sent. ARGV payment, stored, whether stored must match, now. */
const RELEASE_SENT = script(
  `${FIELDS}${NEED_UNTIL}
   local c = fields(KEYS[1], 'state', 'hash')
   if c[1] ~= 'sent' then return 0 end
   if ARGV[3] == '1' and (c[2] or '') ~= ARGV[2] then return 0 end
   needUntil(KEYS[1], KEYS[2], tonumber(ARGV[4]), nil)
   redis.call('DEL', KEYS[1], KEYS[2])
   redis.call('ZREM', KEYS[3], ARGV[1])
   return 1`,
  (raw) => raw === 1,
  'claim',
)

/** KEYS sent. ARGV before, limit. A claim that another process resolved is removed from the list here. */
const LIST = script(`return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1], 'LIMIT', 0, ARGV[2])`, asTexts)

/**
 * The time from one check of a claim to the next is half its age: young claims are checked often, and none is
 * forgotten. A sweep must not check all of them: claims that cannot be resolved yet would take the places of those that
 * can.
 */
const pauseAfter = (age: number): number => Math.min(Math.max(age / 2, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)

/** The list holds names of payments. Throws `UnreadableRecord`. */
const readPaidOn = (payment: string): PaidOn => {
  try {
    return paidOn(payment)
  } catch {
    throw new UnreadableRecord('claim', 'its payment has no name')
  }
}

/** Puts the listed claims behind all others that are due. Never adds a claim again that has left the list meanwhile. */
const postpone = async (
  redis: RedisClient,
  sent: string,
  payments: readonly string[],
  before: number,
): Promise<void> => {
  if (payments.length === 0) return
  const sentAt = await Promise.all(
    payments.map((payment) => redis.hget(paymentKeys(shardsOf(redis), payment).claim, 'sentAt').catch(() => null)),
  )
  const scores = payments.flatMap((payment, at) => [
    String(Math.ceil(before + pauseAfter(before - (Number(sentAt[at]) || before)))),
    payment,
  ])
  await redis.zadd(sent, 'XX', 'GT', ...scores)
}

/** @param told is called with claims that cannot be read */
export const settlementStore = (redis: RedisClient, clock: Clock, told = untold): SettlementStore => ({
  read: async (payment) => {
    const { claim, sent } = paymentKeys(shardsOf(redis), payment)
    const [fields, tx] = await ofKind(
      'claim',
      Promise.all([redis.hmget(claim, 'state', 'transfer', 'hash', 'raw', 'sale'), redis.hgetBuffer(claim, 'tx')]),
    )
    const [state, transfer, hash, raw, sale] = fields
    if (!state) {
      // Nothing of it needs resolving any more.
      await redis.zrem(sent, payment)
      return null
    }
    return {
      state: CLAIM_STATE.check(state),
      transfer: transfer ?? '',
      stored: hash && raw ? { hash, raw } : null,
      transaction: tx ? `0x${tx.toString('hex')}` : '',
      receipt: receiptInSale(sale ?? ''),
    }
  },
  storeTransaction: (payment, { hash, raw }, replaces) =>
    STORE.run(redis, [paymentKeys(shardsOf(redis), payment).claim], [hash, raw, replaces ?? '']),
  spend: (payment, transaction) =>
    SPEND.run(redis, moveKeys(paymentKeys(shardsOf(redis), payment)), [
      transaction,
      clock.now(),
      '',
      payment,
      REDELIVERY_MS,
      0,
    ]),
  release: (payment, stored) => {
    const { claim, deliverable, sent } = paymentKeys(shardsOf(redis), payment)
    const counts = stored === undefined ? 0 : 1
    return RELEASE_SENT.run(redis, [claim, deliverable, sent], [payment, stored ?? '', counts, clock.now()])
  },
  countSent: async () => {
    const open = await Promise.all(shardsOf(redis).map((shard) => redis.zrange(names.sent(shard), '0', '-1')))
    const counts = new Map<string, OpenPayments>()
    for (const payment of open.flat()) {
      const on = orTold(told, () => readPaidOn(payment))
      if (on?.rail !== 'x402') continue
      const { chainId, asset } = on
      const token = `${chainId}:${asset}`
      counts.set(token, { chainId, asset, count: (counts.get(token)?.count ?? 0) + 1 })
    }
    return [...counts.values()]
  },
  listSent: async (before) => {
    const listed = await Promise.all(
      shardsOf(redis).map(async (shard) => {
        const payments = await LIST.run(redis, [names.sent(shard)], [before, SWEEP_LIMIT])
        await postpone(redis, names.sent(shard), payments, before)
        return payments
      }),
    )
    return listed.flat()
  },
})

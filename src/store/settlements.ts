import type { Redis } from 'ioredis'
import type { Clock } from '../ports.ts'
import { FOR_EVER } from './claims.ts'
import { names } from './names.ts'
import { asTexts, script } from './script.ts'

/**
 * Claims as a settling or sweeping worker moves them: from `sent` to `spent`, or away. Every move is one script that says
 * whether it was made; `false` means that the claim was no longer as the worker thought.
 */

/** A sweeper's answer waits for its buyer this long; the first delivery shortens it to the usual time. */
const UNDELIVERED_MS = 86_400_000
/** One sweep looks at this many. */
const SWEEP_LIMIT = 500
/** The pause between two sweeps. */
const SHORTEST_PAUSE_MS = 3_000
const LONGEST_PAUSE_MS = 120_000

/** What lies in a claim, texts as they were written. */
export interface SentClaim {
  readonly state: 'held' | 'sent' | 'spent'
  /** JSON of what is to be settled; '' once spent. */
  readonly transfer: string
  readonly stored: { readonly hash: string; readonly raw: string } | null
  /** JSON of what the receipt header says; '' before it is spent. */
  readonly settlement: string
}

export interface SettlementStore {
  read(payment: string): Promise<SentClaim | null>
  /** Only while `sent`, and only if what is stored has the hash `replaces` (`null`: nothing). */
  storeTransaction(
    payment: string,
    transaction: { readonly hash: string; readonly raw: string },
    replaces: string | null,
  ): Promise<boolean>
  /** `sent` to `spent`, with the goods that lie in the claim. */
  spend(payment: string, settlement: string): Promise<boolean>
  /** Only from `sent`, and with `stored` only if that is what is stored: nothing was charged and nothing will be. */
  release(payment: string, stored?: string | null): Promise<boolean>
  /**
   * Due before this moment (Unix milliseconds) and still `sent`, longest due first: when it was sent, and after each
   * listing somewhat later than that listing.
   */
  listSent(before: number): Promise<readonly string[]>
  /** How many are `sent`, with those that ended otherwise since the last listing. */
  countSent(): Promise<number>
}

/** KEYS claim. ARGV hash, raw, replaces. */
const STORE = script(
  `local c = redis.call('HMGET', KEYS[1], 'state', 'hash')
   if c[1] ~= 'sent' or (c[2] or '') ~= ARGV[3] then return 0 end
   redis.call('HSET', KEYS[1], 'hash', ARGV[1], 'raw', ARGV[2])
   return 1`,
  (raw) => raw === 1,
)

/** KEYS claim, unresolved. ARGV settlement, now, until, payment, the end of ever. */
const SPEND_SENT = script(
  `local c = redis.call('HMGET', KEYS[1], 'state', 'keep')
   if c[1] ~= 'sent' then return 0 end
   local forever = c[2] == '0'
   redis.call('HSET', KEYS[1], 'state', 'spent', 'settlement', ARGV[1], 'spentAt', ARGV[2],
     'until', forever and ARGV[5] or ARGV[3])
   redis.call('HDEL', KEYS[1], 'transfer', 'raw')
   if forever then redis.call('PERSIST', KEYS[1])
   else redis.call('EXPIRE', KEYS[1], math.max(tonumber(c[2] or '0'), 172800)) end
   redis.call('ZREM', KEYS[2], ARGV[4])
   return 1`,
  (raw) => raw === 1,
)

/** KEYS claim, unresolved. ARGV payment, stored, whether stored counts. */
const RELEASE_SENT = script(
  `local c = redis.call('HMGET', KEYS[1], 'state', 'hash')
   if c[1] ~= 'sent' then return 0 end
   if ARGV[3] == '1' and (c[2] or '') ~= ARGV[2] then return 0 end
   redis.call('DEL', KEYS[1])
   redis.call('ZREM', KEYS[2], ARGV[1])
   return 1`,
  (raw) => raw === 1,
)

/** KEYS unresolved. ARGV before, limit. A claim that ran out of time or was moved otherwise leaves the list here. */
const LIST = script(`return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1], 'LIMIT', 0, ARGV[2])`, asTexts)

/**
 * From one look at a claim to the next: half its age, so that young ones are looked at often, and none is forgotten. Not
 * every sweep may look at all: claims that cannot be resolved yet would take the places of those that can.
 */
const pauseAfter = (age: number): number => Math.min(Math.max(age / 2, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)

/** Puts what was listed behind everything else that is due. Never brings back what has left the list meanwhile. */
const postpone = async (redis: Redis, payments: readonly string[], before: number): Promise<void> => {
  if (payments.length === 0) return
  const reading = redis.pipeline()
  for (const payment of payments) reading.hget(names.claim(payment), 'sentAt')
  const replies = (await reading.exec()) ?? []
  const scores = payments.flatMap((payment, index) => {
    const sentAt = Number(replies[index]?.[1] ?? before)
    return [String(Math.ceil(before + pauseAfter(before - sentAt))), payment]
  })
  await redis.zadd(names.unresolved(), 'XX', 'GT', ...scores)
}

export const settlementStore = (redis: Redis, clock: Clock): SettlementStore => {
  const keys = (payment: string) => [names.claim(payment), names.unresolved()]
  return {
    read: async (payment) => {
      const [state, transfer, hash, raw, settlement] = await redis.hmget(
        names.claim(payment),
        'state',
        'transfer',
        'hash',
        'raw',
        'settlement',
      )
      if (!state) {
        // Nothing of it is left to be resolved.
        await redis.zrem(names.unresolved(), payment)
        return null
      }
      return {
        state: state as SentClaim['state'],
        transfer: transfer ?? '',
        stored: hash && raw ? { hash, raw } : null,
        settlement: settlement ?? '',
      }
    },
    storeTransaction: (payment, { hash, raw }, replaces) =>
      STORE.run(redis, [names.claim(payment)], [hash, raw, replaces ?? '']),
    spend: (payment, settlement) => {
      const now = clock.now()
      return SPEND_SENT.run(redis, keys(payment), [settlement, now, now + UNDELIVERED_MS, payment, FOR_EVER])
    },
    release: (payment, stored) =>
      RELEASE_SENT.run(redis, keys(payment), [payment, stored ?? '', stored === undefined ? '0' : '1']),
    countSent: () => redis.zcard(names.unresolved()),
    listSent: async (before) => {
      const payments = await LIST.run(redis, [names.unresolved()], [before, SWEEP_LIMIT])
      await postpone(redis, payments, before)
      return payments
    },
  }
}

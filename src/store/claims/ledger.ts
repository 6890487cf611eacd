import type { RedisClient } from '../redis/client.ts'
import { writePosting } from '../../payments/posting.ts'
import { readLasting } from '../redis/lasting.ts'
import { names } from '../redis/names.ts'
import { type PeriodSums, sumArguments } from './revenue.ts'
import { asNumber, script } from '../redis/script.ts'
import { type Shards, shardsOf } from './shards.ts'

/**
 * Postings on their way from the scripts that make them to the ledger files: one stream for each shard. The bookkeeper
 * reads and empties it.
 */

/** One entry of a stream. */
export interface LedgerEntry {
  /** `<ms>-<sequence>` */
  readonly entry: string
  /** Posting texts, in the order in which they were made. */
  readonly postings: readonly string[]
}

/** A move of the mark: the postings of a shard up to here are on disk. */
export interface Booked {
  readonly shard: string
  /** The mark that must stand there now; `''`: nothing was booked yet. */
  readonly from: string
  /** The mark from now on. */
  readonly to: string
  /** Entries before this one leave the stream. */
  readonly keepFrom: string
  /** The sums of the postings between the two marks; they are added once. */
  readonly sums: readonly PeriodSums[]
}

export interface LedgerStore {
  /** Each has a stream of its own. */
  readonly shards: Shards
  /** Oldest first. They last: a sale that is lost with the primary is made again, and would be booked twice. */
  oldest(shard: string, count: number): Promise<readonly LedgerEntry[]>
  /** Identity of the last posting that is in the ledger files and in the sums. */
  mark(shard: string): Promise<string | null>
  /**
   * Adds the sums, moves the mark and trims the stream in one step; `false`: the mark is another one, nothing was done.
   */
  booked(move: Booked): Promise<boolean>
  /**
   * Gives entries new ids that come after a posting in the ledger files. When Redis has lost its newest entries and its
   * clock is behind, it gives new entries ids that look old.
   */
  lift(
    shard: string,
    entries: readonly string[],
    after: { readonly ms: number; readonly sequence: number },
  ): Promise<void>
  /** Entries that are not in the ledger files yet. */
  waiting(): Promise<number>
  /** Payments that were settled and whose buyers were not answered yet. */
  unanswered(): Promise<number>
  /** Posts as `undelivered` what no buyer fetched until `now` (Unix ms), at most `most` of them. @returns how many */
  giveUp(shard: string, now: number, most: number): Promise<number>
}

/**
 * KEYS stream, mark, then sums by period. ARGV from, to, keepFrom, then the result of `sumArguments`. It trims first: a
 * Redis that is out of memory lets a script write only when its first write frees memory.
 */
const BOOKED = script(
  `local mark = redis.call('GET', KEYS[2]) or ''
   if mark ~= ARGV[1] then return 0 end
   redis.call('XTRIM', KEYS[1], 'MINID', ARGV[3])
   local at = 4
   for period = 3, #KEYS do
     local seconds, fields = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
     at = at + 2
     for _ = 1, fields do
       redis.call('HINCRBY', KEYS[period], ARGV[at], ARGV[at + 1])
       at = at + 2
     end
     if seconds > 0 then redis.call('EXPIRE', KEYS[period], seconds) end
   end
   redis.call('SET', KEYS[2], ARGV[2])
   return 1`,
  (raw) => raw === 1,
)

/** KEYS owed, owing, stream. ARGV now, most, the beginning of a posting, a sale of which only the payment is known. */
const GIVE_UP = script(
  `local late = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
   for _, payment in ipairs(late) do
     local sale = redis.call('HGET', KEYS[2], payment) or (payment .. ARGV[4])
     redis.call('XADD', KEYS[3], '*', 's', ARGV[3] .. sale)
     redis.call('HDEL', KEYS[2], payment)
     redis.call('ZREM', KEYS[1], payment)
   end
   return #late`,
  asNumber,
)

/** KEYS stream. ARGV ms and sequence that the new ids come after, then the entries. */
const LIFT = script(
  `local lowest = ARGV[1] .. '-' .. string.format('%.0f', tonumber(ARGV[2]) + 1)
   for at = 3, #ARGV do
     local found = redis.call('XRANGE', KEYS[1], ARGV[at], ARGV[at])[1]
     if found then
       redis.call('XDEL', KEYS[1], ARGV[at])
       local added = redis.pcall('XADD', KEYS[1], lowest, unpack(found[2]))
       if type(added) == 'table' and added.err then redis.call('XADD', KEYS[1], '*', unpack(found[2])) end
     end
   end
   return 1`,
  asNumber,
)

const readEntry = ([entry, fields]: readonly [string, readonly string[]]): LedgerEntry => ({
  entry,
  postings: fields.filter((_, at) => at % 2 === 1),
})

const sumOver = async (shards: Shards, ask: (shard: string) => Promise<number>): Promise<number> =>
  (await Promise.all(shards.map(ask))).reduce((sum, each) => sum + each, 0)

export const ledgerStore = (redis: RedisClient): LedgerStore => ({
  shards: shardsOf(redis),
  oldest: (shard, count) =>
    readLasting(
      redis,
      async () => (await redis.xrange(names.ledger(shard), '-', '+', 'COUNT', count)).map(readEntry),
      (found) => found.length > 0,
    ),
  mark: (shard) => redis.get(names.ledgerMark(shard)),
  booked: ({ shard, from, to, keepFrom, sums }) =>
    BOOKED.run(
      redis,
      [names.ledger(shard), names.ledgerMark(shard), ...sums.map(({ period }) => names.revenue(shard, period))],
      [from, to, keepFrom, ...sums.flatMap(sumArguments)],
    ),
  lift: async (shard, entries, { ms, sequence }) => {
    await LIFT.run(redis, [names.ledger(shard)], [ms, sequence, ...entries])
  },
  waiting: () => sumOver(shardsOf(redis), (shard) => redis.xlen(names.ledger(shard))),
  unanswered: () => sumOver(shardsOf(redis), (shard) => redis.zcard(names.owed(shard))),
  giveUp: (shard, now, most) =>
    GIVE_UP.run(
      redis,
      [names.owed(shard), names.owing(shard), names.ledger(shard)],
      // Such a posting adds to no sum, so an unknown amount need not be found out.
      [now, most, writePosting('undelivered', now, '', ''), '|0|||'],
    ),
})

import type { Redis } from 'ioredis'
import { type Posting, readPosting } from '../../src/payments/posting.ts'
import { names } from '../../src/store/redis/names.ts'
import { ONE_SHARD } from '../../src/store/claims/shards.ts'

/** What the ledger's streams hold, oldest first within a shard. */
export const postingsIn = async (redis: Redis): Promise<readonly Posting[]> => {
  const streams = await Promise.all(ONE_SHARD.map((shard) => redis.xrange(names.ledger(shard), '-', '+')))
  return (streams.flat() as [string, string[]][]).flatMap(([, fields]) =>
    fields.filter((_, at) => at % 2 === 1).map(readPosting),
  )
}

/** Payments whose money came and was not given back. */
export const salesIn = (postings: readonly Posting[]): number => {
  const count = (...what: readonly Posting['what'][]) => postings.filter((each) => what.includes(each.what)).length
  return count('sold', 'settled') - count('given_back')
}

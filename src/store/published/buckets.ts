import type { RedisClient } from '../redis/client.ts'

/** Rows in buckets of time, each a key that exists only while it has a row. */
export interface TimeBuckets {
  readonly spanSeconds: number
  /** All keys that may hold rows of a bucket. */
  keysOf(bucket: number): readonly string[]
  /** Rows within `[from, to]`, Unix seconds. */
  read(from: number, to: number): Promise<readonly unknown[]>
}

export const bucketOf = (spanSeconds: number, at: number): number => Math.floor(at / spanSeconds)

/**
 * Whether any row is within `[from, to]`. For buckets inside the range it is enough that they exist; those at its ends
 * may have only rows outside, and are read.
 */
export const anyWithin = async (
  redis: RedisClient,
  { spanSeconds, keysOf, read }: TimeBuckets,
  from: number,
  to: number,
): Promise<boolean> => {
  const [first, last] = [bucketOf(spanSeconds, from), bucketOf(spanSeconds, to)]
  const inner = Array.from({ length: Math.max(0, last - first - 1) }, (_, at) => keysOf(first + 1 + at)).flat()
  if (inner.length > 0 && (await redis.exists(...inner)) > 0) return true
  if ((await read(from, Math.min(to, (first + 1) * spanSeconds - 1))).length > 0) return true
  return last > first && (await read(last * spanSeconds, to)).length > 0
}

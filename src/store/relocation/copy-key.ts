import type { RedisClient } from '../redis/client.ts'

/** Between which two a store is copied. */
export interface MoveEnds {
  readonly from: RedisClient
  readonly to: RedisClient
}

export interface Copying {
  readonly from: RedisClient
  /** Throws when this process may have lost the right to write there. Asked before each command. */
  into(): RedisClient
}

/** Copies what lies under one key. Doing it again does no harm. */
export type CopyKey = (key: string) => Promise<void>

/** What `PTTL` says of a key without an end, and of one that is not there. */
const FOR_EVER = -1
const GONE = -2

/** How long a key still lives, ms, at least one; `for_ever`; `null`: it is not there any more. */
export const lifeOf = async ({ from }: Copying, key: string): Promise<number | 'for_ever' | null> => {
  const left = await from.pttl(key)
  if (left === GONE) return null
  return left === FOR_EVER ? 'for_ever' : Math.max(left, 1)
}

/** Of any type, byte for byte, with its end. */
export const copyAs = async (copying: Copying, key: string, name: string): Promise<void> => {
  const [bytes, life] = await Promise.all([copying.from.dumpBuffer(key), lifeOf(copying, key)])
  if (bytes === null || life === null) return
  await copying.into().restore(name, life === 'for_ever' ? 0 : life, bytes, 'REPLACE')
}

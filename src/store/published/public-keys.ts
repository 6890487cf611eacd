import type { RedisClient } from '../redis/client.ts'
import type { Rail } from '../../canonical/snapshot.ts'
import { names } from '../redis/names.ts'
import { asTexts, script } from '../redis/script.ts'

/** Public keys of this instance: of both rails, the DLC oracle and Nostr in hex, of webhooks as `whpk_…`. */
export type PublicKeys = Readonly<Partial<Record<Rail | 'dlc' | 'webhook' | 'nostr', string>>>

/** The keys that this instance signs with: recorded once. A start with other keys is refused. */
export interface KeyStore {
  read(): Promise<PublicKeys>
  /** Records what is not recorded yet; returns the recorded keys. */
  record(keys: PublicKeys): Promise<PublicKeys>
  /** Records keys that have followed others: a worker of an earlier release refuses to start with the old ones. */
  replace(keys: PublicKeys): Promise<void>
}

const RECORD = script(
  `for at = 1, #ARGV, 2 do redis.call('HSETNX', KEYS[1], ARGV[at], ARGV[at + 1]) end
   return redis.call('HGETALL', KEYS[1])`,
  asTexts,
)

const fromPairs = (flat: readonly string[]): PublicKeys => {
  const keys: Record<string, string> = {}
  for (let at = 0; at < flat.length; at += 2) keys[flat[at]!] = flat[at + 1]!
  return keys
}

export const keyStore = (redis: RedisClient): KeyStore => ({
  read: async () => redis.hgetall(names.publicKeys()),
  record: async (keys) => {
    const raw = await RECORD.run(redis, [names.publicKeys()], Object.entries(keys).flat())
    return fromPairs(raw)
  },
  replace: async (keys) => void (await redis.hset(names.publicKeys(), keys)),
})

import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { ForeignFormat, foreignWords, StoreNotReady } from './format-faults.ts'
import { readMark } from './format-mark.ts'
import { leaveWork } from './format-scripts.ts'
import { FIRST_FORMAT, MIGRATIONS } from './migrations.ts'
import { isUnused } from './own-keys.ts'
import { type FormatParts, ownFormat, settleFormat } from './settle-format.ts'

/** The format of the store, for commands that an operator runs once. */

/**
 * For a command that only reads: changes nothing. Rejects with `ForeignFormat`, and with `StoreNotReady` when the store
 * has an older format.
 *
 * @param by this release: `claros/0.1.0`
 */
export const requireFormat = async (redis: RedisClient, by: string, migrations = MIGRATIONS): Promise<void> => {
  const own = ownFormat({ migrations, by })
  const text = await redis.get(names.format.mark())
  if (text === null && (own.format === FIRST_FORMAT || (await isUnused(redis)))) return
  const mark = text === null ? { whole: FIRST_FORMAT, towards: null, by: 'an older release' } : readMark(text)
  const words = foreignWords(mark, own)
  if (words !== null) throw new ForeignFormat(words)
  if (mark!.whole !== own.format || mark!.towards !== null)
    throw new StoreNotReady(
      `The data in this Redis has format ${mark!.whole}, and this release (${by}) reads format ${own.format}. Nothing was changed: start the service of this release once, which moves the data, or run this command of the release before (docs/upgrading.md).`,
    )
}

/** For a command that writes while the service is stopped: brings the store to the format of this release. */
export const settleOnce = async (parts: Omit<FormatParts, 'migrations'>): Promise<void> => {
  await settleFormat({ ...parts, migrations: MIGRATIONS })
  await leaveWork(parts.redis, parts.process)
}

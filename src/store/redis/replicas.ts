import { Redis, type RedisOptions } from 'ioredis'
import type { RedisAddress } from './redis.ts'
import { type RedisPlace, showPlace } from './places.ts'

/** The replicas of a primary. After a failover one of them is the primary, so it must have its settings by then. */

const LINE = /^slave\d+:(.*)$/
const PATIENCE_MS = 2_000

/** The places of connected replicas in the reply to `INFO replication`, as the primary knows them. */
const replicasIn = (text: string): readonly RedisPlace[] =>
  text.split('\r\n').flatMap((line) => {
    const fields = new Map(
      (LINE.exec(line)?.[1] ?? '').split(',').map((each) => each.split('=', 2) as [string, string]),
    )
    const [host, port] = [fields.get('ip'), Number(fields.get('port'))]
    return host && port > 0 && fields.get('state') === 'online' ? [{ host, port }] : []
  })

export const replicasOf = async (primary: Redis): Promise<readonly RedisPlace[]> =>
  replicasIn(await primary.info('replication'))

/**
 * Asks a replica something, with the credentials of its primary.
 *
 * @returns `null` when it cannot be reached from here
 */
export const askReplica = async <T>(
  { username, password, tls }: RedisAddress,
  place: RedisPlace,
  ask: (redis: Redis, where: string) => Promise<T>,
): Promise<T | null> => {
  const redis = new Redis({
    ...place,
    ...(username && { username }),
    ...(password && { password }),
    ...(tls && { tls }),
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    replyMapping: 'legacy',
  } satisfies RedisOptions & { replyMapping: 'legacy' })
  redis.on('error', () => {})
  const isThere = await redis.connect().then(
    () => true,
    () => false,
  )
  try {
    return isThere ? await ask(redis, `its replica at ${showPlace(place)}`) : null
  } finally {
    redis.disconnect()
  }
}

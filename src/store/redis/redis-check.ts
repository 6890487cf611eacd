import { BadRedis, connectRedis, type RedisAddress, showAddress } from './redis.ts'

/** Settings without which claims are not safe, and what happens otherwise. */
const NEEDED = [
  {
    setting: 'maxmemory-policy',
    good: (value: string) => value === 'noeviction',
    refused:
      'Redis would throw away claims and queues when memory is short. Run: redis-cli config set maxmemory-policy noeviction',
  },
  {
    setting: 'appendonly',
    good: (value: string) => value === 'yes',
    refused: 'Redis would forget spent payments when it restarts. Run: redis-cli config set appendonly yes',
  },
] as const

/** The first version with `NX` and `GET` together in `SET`, by which a payment is claimed. */
const OLDEST_MAJOR = 7

/**
 * Checks a Redis before anything is written to it. Throws `BadRedis` when payments or queues would not be safe there;
 * returns warnings for settings that only cost speed, or that cannot be read.
 *
 * @param confirmed the operator guarantees settings that a managed Redis does not show
 */
export const checkRedis = async (address: RedisAddress, confirmed = false): Promise<readonly string[]> => {
  const redis = await connectRedis(address, 'fails_fast')
  const warnings: string[] = []
  try {
    const server = await redis.info('server')
    const version = /redis_version:(\d+)\.(\d+)/.exec(server)
    if (version && Number(version[1]) < OLDEST_MAJOR)
      throw new BadRedis(
        `Redis at ${showAddress(address)} is version ${version[1]}.${version[2]}; ${OLDEST_MAJOR}.0 or newer is needed.`,
      )
    if (/redis_mode:cluster/.test(server))
      throw new BadRedis(
        `Redis at ${showAddress(address)} is a cluster. Claims need one primary: give the address of a single Redis.`,
      )
    const read = async (setting: string): Promise<string | null> => {
      const found = (await redis.call('CONFIG', 'GET', setting).catch(() => null)) as string[] | null
      return found?.[1] ?? null
    }
    for (const { setting, good, refused } of NEEDED) {
      const value = await read(setting)
      if (value === null && !confirmed)
        warnings.push(`${setting} cannot be read; set REDIS_DURABILITY=confirmed when your provider guarantees it`)
      if (value !== null && !good(value))
        throw new BadRedis(`Redis at ${showAddress(address)} has ${setting} ${value || '""'}. ${refused}`)
    }
    const hz = await read('hz')
    if (hz !== null && Number(hz) < 50)
      warnings.push(`hz ${hz} makes scheduled work late by up to 100 ms; run: redis-cli config set hz 100`)
    const fsync = await read('appendfsync')
    if (fsync === 'no')
      warnings.push('appendfsync no: a power cut may forget payments; run: redis-cli config set appendfsync everysec')
    return warnings
  } finally {
    redis.disconnect()
  }
}

/**
 * Why outcomes must not be signed with this Redis, or `null`. An outcome that is forgotten after it was signed may be
 * decided in another way, and two signatures reveal the signing key. To lose one second of payments is less serious.
 */
export const signingProblem = async (address: RedisAddress, confirmed = false): Promise<string | null> => {
  const redis = await connectRedis(address, 'fails_fast')
  try {
    const found = (await redis.call('CONFIG', 'GET', 'appendfsync').catch(() => null)) as string[] | null
    const fsync = found?.[1]
    if (fsync === undefined)
      return confirmed
        ? null
        : 'appendfsync cannot be read; set REDIS_DURABILITY=confirmed when your provider guarantees "always"'
    return fsync === 'always'
      ? null
      : `appendfsync is ${fsync}: a power cut may forget a decision that was signed. Set it to always (REDIS_FSYNC=always)`
  } finally {
    redis.disconnect()
  }
}

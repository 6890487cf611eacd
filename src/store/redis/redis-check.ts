import type { Redis } from 'ioredis'
import { NEEDED_SETTINGS, settingOf } from './needed-settings.ts'
import { askReplica, replicasOf } from './replicas.ts'
import { connectPrimaries } from './primaries.ts'
import { showPlace } from './places.ts'
import { BadRedis, type RedisAddress } from './redis.ts'
import { saysCluster } from './server-mode.ts'
import { MOST_OFF_MS, spreadOf, timeOf } from './store-clock.ts'

/** The first version with `NX` and `GET` together in `SET`, by which a payment is claimed. */
export const OLDEST_MAJOR = 7

/** Judges the settings of one server, which is called `where`. Throws `BadRedis`; returns warnings. */
const judge = async (
  redis: Redis,
  where: string,
  confirmed: boolean,
  isOfCluster: boolean,
): Promise<readonly string[]> => {
  const warnings: string[] = []
  const server = await redis.info('server')
  const version = /redis_version:(\d+)\.(\d+)/.exec(server)
  if (version && Number(version[1]) < OLDEST_MAJOR)
    throw new BadRedis(`${where} is version ${version[1]}.${version[2]}; ${OLDEST_MAJOR}.0 or newer is needed.`)
  if (saysCluster(server) !== isOfCluster)
    throw new BadRedis(
      isOfCluster
        ? `${where} is no cluster: write its address as redis://…, or name its Sentinels.`
        : `${where} is of a cluster: write its address as redis+cluster://…`,
    )
  for (const { setting, good, refused } of NEEDED_SETTINGS) {
    const value = await settingOf(redis, setting)
    if (value === null && !confirmed)
      warnings.push(`${setting} cannot be read; set REDIS_DURABILITY=confirmed when your provider guarantees it`)
    if (value !== null && value !== good) throw new BadRedis(`${where} has ${setting} ${value || '""'}. ${refused}.`)
  }
  const hz = await settingOf(redis, 'hz')
  if (hz !== null && Number(hz) < 50)
    warnings.push(`hz ${hz} makes scheduled work late by up to 100 ms; run: redis-cli config set hz 100`)
  if (isOfCluster && (await settingOf(redis, 'cluster-require-full-coverage')) === 'yes')
    warnings.push(
      'cluster-require-full-coverage yes: a lost part stops all others; run: redis-cli config set cluster-require-full-coverage no',
    )
  const fsync = await settingOf(redis, 'appendfsync')
  if (fsync === 'no')
    warnings.push('appendfsync no: a power cut may forget payments; run: redis-cli config set appendfsync everysec')
  return warnings
}

/**
 * Too few replicas are a warning: at a failover there may be none for a moment, and a process that is started just then
 * must not take the others with it. Nothing is sold meanwhile (`lasting.ts`, `write-probe.ts`).
 */
const FEW: Readonly<Record<number, string>> = {
  0: 'no replica is connected, and what is sold must wait for one: nothing is sold until there is one',
  1: 'one replica is connected: after a failover nothing is sold until another one is; give each primary two',
}

/** Sentinel elects by priority first, and what a replica has counts only among equals. */
const priorityOf = async (replica: Redis): Promise<number | null> => {
  const found = /^slave_priority:(\d+)/m.exec(await replica.info('replication'))?.[1]
  return found === undefined ? null : Number(found)
}

const UNLIKE =
  'the replicas have different priorities: after a failover the one of the lowest may be the primary, though another one has more. Give all the same replica-priority, and 0 to none'

/** The same for the replicas: the next primary is one of them. */
const judgeReplicas = async (
  primary: Redis,
  primaryAt: string,
  address: RedisAddress,
  confirmed: boolean,
): Promise<readonly string[]> => {
  await primary.call('WAIT', 0, 1).catch((problem: unknown) => {
    throw new BadRedis(
      `Redis at ${primaryAt} does not let this user WAIT for replicas (${String(problem)}). Allow it: ACL SETUSER … +wait.`,
    )
  })
  const places = await replicasOf(primary)
  const few = FEW[places.length]
  const priorities = await Promise.all(places.map((place) => askReplica(address, place, priorityOf)))
  const known = new Set(address.nodes ? [] : priorities.filter((each) => each !== null))
  const each = await Promise.all(
    places.map(async (place) => {
      const found = await askReplica(address, place, (replica, where) =>
        judge(replica, `Redis, ${where},`, confirmed, address.nodes !== undefined),
      )
      if (found) return found.map((warning) => `replica at ${showPlace(place)}: ${warning}`)
      const advice =
        'its settings are needed after a failover; set REDIS_DURABILITY=confirmed when they are those of the primary'
      return confirmed ? [] : [`the replica at ${showPlace(place)} cannot be reached from here: ${advice}`]
    }),
  )
  return [...(few ? [few] : []), ...(known.size > 1 || known.has(0) ? [UNLIKE] : []), ...each.flat()]
}

/** Of several, warnings say whose they are. */
const named = (where: string, isOneOfMany: boolean, warnings: readonly string[]): readonly string[] =>
  isOneOfMany ? warnings.map((warning) => `${where}: ${warning}`) : warnings

/** Scripts run by the clock of their own server. */
const judgeClocks = async (primaries: readonly Redis[]): Promise<void> => {
  const apart = spreadOf(await Promise.all(primaries.map(timeOf)))
  if (apart > MOST_OFF_MS)
    throw new BadRedis(`The clocks of the servers of the cluster differ by ${apart / 1_000} s. Set them right, by NTP.`)
}

/**
 * Checks a Redis before anything is written to it, and its replicas where they are waited for; of a cluster each primary.
 * Throws `BadRedis` when payments or queues would not be safe there; returns warnings for settings that only cost speed,
 * or that cannot be read.
 *
 * @param confirmed the operator guarantees settings that a managed Redis does not show
 */
export const checkRedis = async (address: RedisAddress, confirmed = false): Promise<readonly string[]> =>
  connectPrimaries(address, async (primaries) => {
    const found = await Promise.all(
      primaries.map(async ({ redis, where }) => {
        const own = await judge(redis, `Redis at ${where}`, confirmed, address.nodes !== undefined)
        const more = address.replicas ? await judgeReplicas(redis, where, address, confirmed) : []
        return named(where, primaries.length > 1, [...own, ...more])
      }),
    )
    await judgeClocks(primaries.map(({ redis }) => redis))
    return found.flat()
  })

const fsyncProblem = async (redis: Redis, confirmed: boolean): Promise<string | null> => {
  if ((await settingOf(redis, 'appendonly')) === 'no')
    return 'appendonly is no: a restart would forget every decision that was signed. docs/restore.md says how it is turned on'
  const fsync = await settingOf(redis, 'appendfsync')
  if (fsync === null)
    return confirmed
      ? null
      : 'appendfsync cannot be read; set REDIS_DURABILITY=confirmed when your provider guarantees "always"'
  return fsync === 'always'
    ? null
    : `appendfsync is ${fsync}: a power cut may forget a decision that was signed. Set it to always (REDIS_FSYNC=always)`
}

const replicaProblem = async (primary: Redis, address: RedisAddress, confirmed: boolean): Promise<string | null> => {
  const found = await Promise.all(
    (await replicasOf(primary)).map((place) =>
      askReplica(address, place, async (replica, where) => {
        const problem = await fsyncProblem(replica, confirmed)
        return problem && `${where}: ${problem}`
      }),
    ),
  )
  return found.find((problem) => problem !== null) ?? null
}

/**
 * Why outcomes must not be signed with this Redis, or `null`. An outcome that is forgotten after it was signed may be
 * decided in another way, and two signatures reveal the signing key. To lose one second of payments is less serious.
 * A replica may be the primary tomorrow; one that cannot be reached is judged when it is.
 */
export const signingProblem = (address: RedisAddress, confirmed = false): Promise<string | null> =>
  connectPrimaries(address, async (primaries) => {
    const found = await Promise.all(
      primaries.map(async ({ redis, where }) => {
        const own = await fsyncProblem(redis, confirmed)
        if (own !== null) return address.nodes ? `${where}: ${own}` : own
        return address.replicas ? replicaProblem(redis, address, confirmed) : null
      }),
    )
    return found.find((problem) => problem !== null) ?? null
  })

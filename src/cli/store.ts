import { parseArgs } from 'node:util'
import { BadConfig, readConfig, StoreConfig } from '../config.ts'
import { BadFolder } from '../launch/folder-lock.ts'
import { type FolderRedis, hasFolderRedis, visitFolderRedis } from '../launch/folder-redis.ts'
import { WRITTEN_BY } from '../release.ts'
import { ForeignFormat } from '../store/format/format-faults.ts'
import type { RedisClient } from '../store/redis/client.ts'
import { connectStore } from '../store/redis/connect-store.ts'
import { BadRedis, type RedisAddress, redisAddress } from '../store/redis/redis.ts'
import { checkRedis } from '../store/redis/redis-check.ts'
import { REFUSAL_WORDS, refusalOf } from '../store/redis/refusal.ts'
import { type Mover, moveStore, stayHere } from '../store/relocation/move-store.ts'
import { systemClock } from '../system/clock.ts'
import { describeSelf } from '../system/process.ts'
import { systemRandom } from '../system/random.ts'
import { dataFolder, type Environment } from './data-folder.ts'

/** `claros store move`: the store of a stopped service goes to another Redis (docs/moving.md). */

const HELP = `claros store: the store of a stopped service goes to another Redis, or into a cluster

  claros store move --to URL
  claros store move --undo
         --to URL       redis://…, redis+sentinel://… or redis+cluster://…, as REDIS_URL has it; "-" reads it from standard
                        input, so that no list of processes shows its password
         --redis URL    where it is now (default: REDIS_URL, or the data folder's own Redis, started when it does not run)
         --data DIR     the data folder (default: DATA_DIR, ./data)
         --undo         take back a move that has not ended: the store stays where it is. With --to the copy is deleted
                        there; without it what was begun there stays closed

Stopped half-way it is run again, and goes on. Where it was left the data stay, and no process of the service uses them.
It reads REDIS_REPLICAS and REDIS_DURABILITY as the service does, for the Redis that the store goes to.
Exit status: 0 done, 1 not, 2 it could not be run. What to do before and after: docs/moving.md.
`

type Status = 0 | 1 | 2

const OPTIONS = {
  to: { type: 'string' },
  redis: { type: 'string' },
  data: { type: 'string' },
  undo: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  } catch {
    return null
  }
}

const TOLD_EVERY_MS = 5_000

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** Says at the end, and now and then before it. */
const sayProgress = (): ((done: number) => void) => {
  let toldAt = systemClock.now()
  return (done) => {
    if (systemClock.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = systemClock.now()
    say(`· ${done} keys`)
  }
}

const placeOf = async (given: string | undefined, data: string): Promise<FolderRedis> => {
  if (given !== undefined) return { address: redisAddress(given), how: 'running', close: async () => {} }
  if (!hasFolderRedis(data))
    throw new BadRedis(`There is no Redis in ${data}. Say where the store is with --redis, or as REDIS_URL.`)
  return visitFolderRedis(data)
}

/** An address of an option or of a setting, or a Redis that does not answer: says which of the two it is. */
const named = <T>(which: string, work: () => Promise<T>): Promise<T> =>
  work().catch((problem: unknown) => {
    const refusal = refusalOf(problem)
    if (problem instanceof BadRedis) throw new BadRedis(`${which}: ${problem.message}`)
    throw refusal === null
      ? problem
      : new BadRedis(`${which}: ${REFUSAL_WORDS[refusal]} (${(problem as Error).message})`)
  })

const HERE = 'The Redis that it should leave'
const THERE = 'The Redis that it should go to'

interface Options {
  readonly to: string | undefined
  readonly redis: string | undefined
  readonly data: string
  readonly undo: boolean
}

/** What is read and written waits for no replica: in the end all of it is waited for at once. */
const over = async <T>(
  which: string,
  { replicas: _, ...alone }: RedisAddress,
  work: (redis: RedisClient) => Promise<T>,
): Promise<T> => {
  const redis = await named(which, () => connectStore(alone, 'takes_time'))
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}

const mover = (): Mover => ({ clock: systemClock, process: describeSelf('store').name })

const move = async (at: RedisAddress, there: RedisAddress, isConfirmed: boolean): Promise<string> => {
  for (const warning of await named(THERE, () => checkRedis(there, isConfirmed))) say(`claros: ${warning}`)
  const work = (from: RedisClient) => (to: RedisClient) =>
    moveStore({
      from,
      to,
      ...mover(),
      replicas: { from: at.replicas ?? 0, to: there.replicas ?? 0 },
      random: systemRandom,
      by: WRITTEN_BY,
      onProgress: sayProgress(),
    })
  const read = await over(HERE, at, (from) => over(THERE, there, work(from)))
  const how = read === null ? 'it was there already' : `${read} keys were copied`
  return `The store is there: ${how}. Set REDIS_URL to the new place before the next start (docs/moving.md).\n`
}

const takeBack = async (at: RedisAddress, there: RedisAddress | null): Promise<string> => {
  await over(HERE, at, (from) =>
    there === null ? stayHere(from, null, mover()) : over(THERE, there, (to) => stayHere(from, to, mover())),
  )
  const copy = there === null ? 'What was begun elsewhere stays closed: empty that Redis.' : 'The copy is deleted.'
  return `The store stays where it was. ${copy}\n`
}

const run = async ({ to, redis, data, undo }: Options, env: Environment): Promise<string> => {
  const { REDIS_URL, REDIS_REPLICAS, REDIS_DURABILITY } = readConfig(StoreConfig, env)
  const there = to === undefined ? null : await named(THERE, async () => redisAddress(to, REDIS_REPLICAS))
  const found = await named(HERE, () => placeOf(redis ?? REDIS_URL, data))
  try {
    if (undo || there === null) return await takeBack(found.address, there)
    return await move(found.address, there, REDIS_DURABILITY === 'confirmed')
  } finally {
    await found.close()
  }
}

const MENDABLE = [BadConfig, BadFolder, BadRedis, ForeignFormat]

/** @returns the exit status: 0 done, 1 not done, 2 it could not be run */
export const storeCommand = async (args: readonly string[], env: Environment): Promise<Status> => {
  const parsed = parse(args)
  if (parsed?.values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const { to, redis, data, undo = false } = parsed?.values ?? {}
  if (parsed?.positionals.join(' ') !== 'move' || (to === undefined && !undo)) {
    process.stderr.write(HELP)
    return 2
  }
  try {
    const url = to === '-' ? (await Bun.stdin.text()).trim() : to
    process.stdout.write(await run({ to: url, redis, data: dataFolder(data, env), undo }, env))
    return 0
  } catch (problem) {
    if (!MENDABLE.some((each) => problem instanceof each)) throw problem
    say(`claros: ${(problem as Error).message}`)
    return problem instanceof BadConfig ? 2 : 1
  }
}

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
import { moveStore } from '../store/relocation/move-store.ts'
import { openLost, type OpenParts, saysOfStore } from '../store/relocation/open-lost.ts'
import { connectionNameOf } from '../store/relocation/other-runs.ts'
import { stayHere } from '../store/relocation/stay-here.ts'
import { systemClock } from '../system/clock.ts'
import { describeSelf } from '../system/process.ts'
import { systemRandom } from '../system/random.ts'
import { systemSteady } from '../system/steady.ts'
import { dataFolder, type Environment } from './data-folder.ts'
import { typedWords } from './typed-words.ts'

/** `claros store move`: the store of a stopped service goes to another Redis (docs/moving.md). */

const HELP = `claros store: the store of a stopped service goes to another Redis, or into a cluster

  claros store move --to URL [--never-used]
  claros store move --undo [--to URL] [--never-used]
  claros store move --open --to URL [--lost] [--restarted]
         --to URL       redis://…, redis+sentinel://… or redis+cluster://…, as REDIS_URL has it; "-" reads it from standard
                        input, so that no list of processes shows its password
         --redis URL    where it is now (default: REDIS_URL, or the data folder's own Redis, started when it does not run)
         --data DIR     the data folder (default: DATA_DIR, ./data)
         --to-replicas N  how many replicas of the new one must have what was written (default: REDIS_REPLICAS)
         --undo         take back a move that has not ended: the store stays where it is. With --to the copy is deleted
                        there; without it what was begun there stays closed, unless somebody opens it with --open
         --open         the old Redis is lost for good, and the new one has a whole copy that was not opened: it is opened. It
                        is refused where a store answers at the old place. Should the old one come back, run this command without
                        --open, which says there that it was left: what is sold from now on would be sold again there
         --lost         with --open, where the old one does not answer or cannot be named: it is gone for good
         --restarted    with --open, for a cluster whose servers were started again since: each has all that it had
         --never-used   needed once a copy may be whole: to take back a move whose copy is not named or that has left the old one,
                        and to go to another Redis than before. No process of the service was ever started on the copy, nor does
                        another run of this command go on. What was sold there would be sold again

Stopped half-way it is run again, and goes on. Where it was left the data stay, and no process of the service uses them.
It reads REDIS_REPLICAS as the service does, for the Redis that the store leaves, and REDIS_DURABILITY for the new one.
Exit status: 0 done, 1 not, 2 it could not be run. What to do before and after: docs/moving.md.
`

type Status = 0 | 1 | 2

const OPTIONS = {
  to: { type: 'string' },
  redis: { type: 'string' },
  data: { type: 'string' },
  'to-replicas': { type: 'string' },
  undo: { type: 'boolean' },
  open: { type: 'boolean' },
  'never-used': { type: 'boolean' },
  lost: { type: 'boolean' },
  restarted: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const parse = (args: readonly string[]) => typedWords(args, { allowPositionals: true, options: OPTIONS })

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

const placeOf = async (given: string | undefined, data: string, replicas?: number): Promise<FolderRedis> => {
  if (given !== undefined) return { address: redisAddress(given, replicas), how: 'running', close: async () => {} }
  if (!hasFolderRedis(data))
    throw new BadRedis(`There is no Redis in ${data}. Say where the store is with --redis, or as REDIS_URL.`)
  return visitFolderRedis(data)
}

/** An address of an option or of a setting, or a Redis that does not answer: says which of the two it is. */
const atEnd = <T>(which: string, work: () => Promise<T>): Promise<T> =>
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
  readonly toReplicas: string | undefined
  readonly undo: boolean
  readonly open: boolean
  readonly neverUsed: boolean
  readonly lost: boolean
  readonly restarted: boolean
}

/** What is read and written waits for no replica: in the end all of it is waited for at once. */
const over = async <T>(
  which: string,
  { replicas: _, ...alone }: RedisAddress,
  work: (redis: RedisClient) => Promise<T>,
): Promise<T> => {
  const redis = await atEnd(which, () => connectStore(alone, 'takes_time'))
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}

const SET_URL = 'Set REDIS_URL to the new place before the next start (docs/moving.md).\n'
/** Containers may have one name of a host and one process id. */
const SELF = `${describeSelf('store').name}/${systemRandom.bytes(8).toHex()}`
const mover = (own: RedisClient) => ({
  clock: systemClock,
  steady: systemSteady,
  process: SELF,
  own,
  random: systemRandom,
})
/** Other runs of this command find its connections by their name. */
const named = (there: RedisAddress): RedisAddress => ({ ...there, connectionName: connectionNameOf(SELF) })

const move = async (
  at: RedisAddress,
  there: RedisAddress,
  on: { readonly isConfirmed: boolean; readonly isNeverUsed: boolean },
): Promise<string> => {
  for (const warning of await atEnd(THERE, () => checkRedis(there, on.isConfirmed))) say(`claros: ${warning}`)
  const work = (own: RedisClient) => (from: RedisClient) => (to: RedisClient) =>
    moveStore({
      from,
      to,
      ...mover(own),
      replicas: { from: at.replicas ?? 0, to: there.replicas ?? 0 },
      by: WRITTEN_BY,
      isNeverUsed: on.isNeverUsed,
      onProgress: sayProgress(),
    })
  const read = await over(HERE, at, (own) => over(HERE, at, (from) => over(THERE, named(there), work(own)(from))))
  return `The store is there: ${read === null ? 'it was there already' : `${read} keys were read`}. ${SET_URL}`
}

/**
 * What the Redis says that a store has left; `null` where there is none, or where the operator says that it is lost and it
 * does not answer.
 */
const saidAt = async (visit: () => Promise<FolderRedis>, isLost: boolean): Promise<string | null> => {
  try {
    const found = await visit()
    return await atEnd(HERE, () => over(HERE, found.address, saysOfStore)).finally(found.close)
  } catch (problem) {
    if (!(problem instanceof BadRedis || problem instanceof BadFolder)) throw problem
    if (isLost) return null
    throw new BadRedis(`${problem.message} If it is gone for good, say so with --lost. Nothing was changed.`)
  }
}

/** The copy of a store whose old Redis is lost. */
const open = async (
  there: RedisAddress,
  on: Pick<OpenParts, 'said' | 'isLost' | 'isRestarted'> & { readonly isConfirmed: boolean },
): Promise<string> => {
  for (const warning of await atEnd(THERE, () => checkRedis(there, on.isConfirmed))) say(`claros: ${warning}`)
  const parts = { ...on, process: SELF, replicas: there.replicas ?? 0 }
  const isOpened = await over(THERE, named(there), (to) => openLost(to, parts))
  return `The copy ${isOpened ? 'is' : 'was'} open${isOpened ? '' : ' already'}. ${SET_URL}`
}

const takeBack = async (at: RedisAddress, there: RedisAddress | null, isNeverUsed: boolean): Promise<string> => {
  const replicas = { from: at.replicas ?? 0, to: there?.replicas ?? 0 }
  const stay = (own: RedisClient, from: RedisClient, to: RedisClient | null) =>
    stayHere(from, to, { ...mover(own), replicas, isNeverUsed })
  const isDeleted = await over(HERE, at, (own) =>
    over(HERE, at, (from) =>
      there === null ? stay(own, from, null) : over(THERE, named(there), (to) => stay(own, from, to)),
    ),
  )
  const elsewhere =
    there === null
      ? 'What was begun elsewhere stays closed, unless somebody opens it with --open.'
      : 'Nothing of this move lies in the other one.'
  return `The store stays where it was. ${isDeleted ? 'The copy is deleted.' : elsewhere}\n`
}

/** How many replicas of the new end are waited for. */
const replicasOf = (given: string | undefined, setting: number | undefined): number | undefined => {
  if (given === undefined) return setting
  if (!/^\d$/.test(given))
    throw new BadConfig(`--to-replicas is ${JSON.stringify(given)}, which is not a number from 0 to 9.`)
  return Number(given)
}

const run = async (
  { to, redis, data, toReplicas, undo, open: opens, neverUsed, lost, restarted }: Options,
  env: Environment,
): Promise<string> => {
  const { REDIS_URL, REDIS_REPLICAS, REDIS_DURABILITY } = readConfig(StoreConfig, env)
  const wanted = replicasOf(toReplicas, REDIS_REPLICAS)
  const there = to === undefined ? null : await atEnd(THERE, async () => redisAddress(to, wanted))
  const isConfirmed = REDIS_DURABILITY === 'confirmed'
  const old = redis ?? REDIS_URL
  const visit = () => atEnd(HERE, () => placeOf(old, data, REDIS_REPLICAS))
  if (opens && there !== null) {
    const said = await saidAt(visit, lost)
    return open(there, { said, isConfirmed, isLost: lost, isRestarted: restarted })
  }
  const found = await visit()
  try {
    if (undo || there === null) return await takeBack(found.address, there, neverUsed)
    return await move(found.address, there, { isConfirmed, isNeverUsed: neverUsed })
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
  const {
    to,
    redis,
    data,
    'to-replicas': toReplicas,
    undo = false,
    open: opens = false,
    'never-used': neverUsed = false,
    lost = false,
    restarted = false,
  } = parsed?.values ?? {}
  const isUsable = (undo ? !opens : to !== undefined && !(opens && neverUsed)) && (opens || !(lost || restarted))
  if (parsed?.positionals.join(' ') !== 'move' || !isUsable) {
    process.stderr.write(HELP)
    return 2
  }
  try {
    const url = to === '-' ? (await Bun.stdin.text()).trim() : to
    process.stdout.write(
      await run(
        { to: url, redis, data: dataFolder(data, env), toReplicas, undo, open: opens, neverUsed, lost, restarted },
        env,
      ),
    )
    return 0
  } catch (problem) {
    if (!MENDABLE.some((each) => problem instanceof each)) throw problem
    say(`claros: ${(problem as Error).message}`)
    return problem instanceof BadConfig ? 2 : 1
  }
}

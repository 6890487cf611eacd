import { dirname, join, resolve } from 'node:path'
import {
  prepareKey,
  revokeKey,
  rotateKey,
  type RotationParts,
  type RotationTimes,
} from '../actors/publisher/rotate-keys.ts'
import { BadKeys } from '../actors/secret-file.ts'
import { ANSWERS_PURPOSE } from '../canonical/key-document.ts'
import { RAILS, type Rail, SCHEME_OF } from '../canonical/snapshot.ts'
import { BadConfig, readConfig, StoreConfig } from '../config.ts'
import { BadFolder } from '../launch/folder-lock.ts'
import { type FolderRedis, hasFolderRedis, visitFolderRedis } from '../launch/folder-redis.ts'
import { WRITTEN_BY } from '../release.ts'
import { besideService } from '../store/format/command-format.ts'
import { ForeignFormat } from '../store/format/format-faults.ts'
import { connectStore } from '../store/redis/connect-store.ts'
import { BadRedis, redisAddress } from '../store/redis/redis.ts'
import { UnreadableRecord } from '../store/redis/stored.ts'
import { type Store, storeOn } from '../store/store.ts'
import { systemClock } from '../system/clock.ts'
import { describeSelf } from '../system/process.ts'
import { systemRandom } from '../system/random.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../time-units.ts'
import type { Environment } from './data-folder.ts'
import { chainText } from './key-chain-text.ts'
import { holdsPart } from './key-parts.ts'
import { oracleRefusal } from './oracle-key-refusal.ts'

/** `claros keys prepare | rotate | revoke`: beside a running service, over its Redis. */

/** What the command writes, and its exit status. */
export interface KeysResult {
  readonly status: 0 | 1 | 2
  readonly out: string
  readonly errors: string
}

export const done = (out: string): KeysResult => ({ status: 0, out, errors: '' })
export const wrong = (message: string, status: 1 | 2 = 2): KeysResult => ({ status, out: '', errors: message })

export const ROTATION_VERBS = ['prepare', 'rotate', 'revoke'] as const
export type RotationVerb = (typeof ROTATION_VERBS)[number]

/** The purposes whose keys follow one another. */
export const ROTATING = RAILS.map((rail) => ANSWERS_PURPOSE[SCHEME_OF[rail]])

/** Documents are kept by caches for a minute; workers may be started one after another for an hour. */
export const DEFAULT_TIMES: RotationTimes = { afterSeconds: 120, overlapSeconds: 3_600 }

/** Nothing that was said of a key is taken back, so milliseconds in place of seconds would stand for years. */
const MOST: RotationTimes = { afterSeconds: HOUR_SECONDS, overlapSeconds: 7 * DAY_SECONDS }

export interface RotationOptions {
  readonly verb: RotationVerb
  readonly purpose: string
  readonly folder: string
  readonly next?: string | undefined
  readonly in?: string | undefined
  readonly overlap?: string | undefined
  readonly since?: string | undefined
  readonly key?: string | undefined
  readonly redis?: string | undefined
}

class BadArgument extends Error {
  override readonly name = 'BadArgument'
}

const secondsOf = (option: string, text: string | undefined, otherwise: number, most: number): number => {
  if (text === undefined) return otherwise
  if (!/^\d{1,15}$/.test(text)) throw new BadArgument(`${option} ${JSON.stringify(text)} is no number of seconds`)
  if (Number(text) <= most) return Number(text)
  throw new BadArgument(`${option} ${text} is more than ${most} seconds, the most that can be waited for`)
}

/** Throws `BadArgument`. */
export const rotationTimesOf = (options: Pick<RotationOptions, 'in' | 'overlap'>): RotationTimes => ({
  afterSeconds: secondsOf('--in', options.in, DEFAULT_TIMES.afterSeconds, MOST.afterSeconds),
  overlapSeconds: secondsOf('--overlap', options.overlap, DEFAULT_TIMES.overlapSeconds, MOST.overlapSeconds),
})

const timeOf = (text: string | undefined): number => {
  const seconds = text === undefined ? NaN : /^\d{1,10}$/.test(text) ? Number(text) : Date.parse(text) / 1000
  if (Number.isFinite(seconds) && /^\d{1,10}$|Z$/.test(text ?? '')) return Math.floor(seconds)
  throw new BadArgument('--since is a time: Unix seconds, or 2026-01-31T12:00:00Z')
}

/** The one of these options, of the setting, or of the data folder whose keys these are. */
const redisOf = async ({ folder, redis }: RotationOptions, env: Environment): Promise<FolderRedis> => {
  const url = redis ?? readConfig(StoreConfig, env).REDIS_URL
  if (url !== undefined) return { address: redisAddress(url), how: 'running', close: async () => {} }
  const data = dirname(folder)
  // A Redis that is made here would know nothing of these keys, and the service nothing of what is written there.
  if (!hasFolderRedis(data))
    throw new BadArgument(`there is no Redis in ${data}. Name the one of this service with --redis, or as REDIS_URL`)
  return visitFolderRedis(data)
}

const run = async (
  options: RotationOptions,
  parts: RotationParts,
  times: RotationTimes,
  since: number,
): Promise<string> => {
  const { verb } = options
  if (verb === 'prepare') {
    const { changed, chain, path } = await prepareKey(parts)
    return `${changed ? 'promised' : 'it was promised already'}; the key is ${path}\n${chainText(chain)}`
  }
  const { changed, chain } =
    verb === 'rotate'
      ? await rotateKey(parts, times)
      : await revokeKey(parts, { since, publicKey: options.key?.toLowerCase() })
  return `${changed ? 'done' : 'nothing was changed: it ends earlier'}\n${chainText(chain)}`
}

/** A fault of the system, as a sentence. Throws what is none. */
export const systemSentence = (problem: unknown, folder: string): string => {
  const { code, syscall, path = folder } = problem as { readonly [key in 'code' | 'syscall' | 'path']?: string }
  if (code === undefined || syscall === undefined) throw problem
  return `${path} cannot be used (${code}).`
}

interface RotationPlace extends Pick<RotationParts, 'folder' | 'nextFolder'> {
  readonly store: Store
  /** `undefined`: the keys of the oracle, which do not rotate. */
  readonly rail: Rail | undefined
}

const inStore = async (
  options: RotationOptions,
  { rail, ...place }: RotationPlace,
  times: RotationTimes,
  since: number,
): Promise<KeysResult> => {
  if (rail === undefined) return wrong(`claros: ${await oracleRefusal(place.store.events)}\n`, 1)
  return done(await run(options, { rail, ...place, random: systemRandom, clock: systemClock }, times, since))
}

const EXPECTED = [BadConfig, BadKeys, BadRedis, BadFolder, ForeignFormat, UnreadableRecord]

export const runRotation = async (options: RotationOptions, env: Environment): Promise<KeysResult> => {
  const { verb, purpose, folder, next } = options
  const rail: Rail | undefined = RAILS.find((each) => ANSWERS_PURPOSE[SCHEME_OF[each]] === purpose)
  if (rail === undefined && purpose !== 'dlc')
    return wrong(
      `claros: there is no rotation of ${JSON.stringify(purpose)} keys: there is of ${ROTATING.join(', ')}.\n`,
    )
  try {
    const times = rotationTimesOf(options)
    const since = verb === 'revoke' ? timeOf(options.since) : 0
    const own = holdsPart(folder, 'publisher') ? folder : join(folder, 'publisher')
    const found = await redisOf(options, env)
    try {
      const redis = await connectStore(found.address, 'waits')
      try {
        const nextFolder = next === undefined ? undefined : resolve(next)
        const parts = { rail, folder: own, nextFolder, store: storeOn(redis, systemClock) }
        const self = { redis, clock: systemClock, process: describeSelf('keys').name, by: WRITTEN_BY }
        return await besideService(self, () => inStore(options, parts, times, since))
      } finally {
        redis.disconnect()
      }
    } finally {
      await found.close()
    }
  } catch (problem) {
    if (problem instanceof BadArgument) return wrong(`claros: ${problem.message}\n`)
    if (EXPECTED.some((each) => problem instanceof each)) return wrong(`claros: ${(problem as Error).message}\n`, 1)
    return wrong(`claros: ${systemSentence(problem, options.folder)}\n`, 1)
  }
}

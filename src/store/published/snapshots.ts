import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import type { Json } from '../../canonical/jcs.ts'
import {
  type Edition,
  type KeptSnapshot,
  LONGEST_SALE_SECONDS,
  type Rail,
  RAILS,
  type Snapshot,
} from '../../canonical/snapshot.ts'
import { names } from '../redis/names.ts'
import { readMany } from '../redis/read-many.ts'
import { lastingScript } from '../redis/lasting.ts'
import { asNumber, script, asTexts } from '../redis/script.ts'
import { REDIS_TIME } from '../redis/store-clock.ts'
import { AnyJson, orTold, type Remade, remade, untold } from '../redis/stored.ts'
import { readEdition, writeEdition } from './edition-line.ts'
import { publishScript } from './publish-script.ts'
import { addEarlierPoints, type NewPoint, pointArguments, readSeries, type SeriesPoint } from './series.ts'
import { asCount, versionOf } from './version.ts'

/** Editions per rail. */
export type EditionsByRail = Readonly<Record<Rail, readonly Edition[]>>

/** Everything that one tick publishes. */
export interface Publication {
  /** Of an item that is not sold the kept part alone, without editions. */
  readonly snapshot: Snapshot | KeptSnapshot
  readonly editions: EditionsByRail
  /** All nonces in use, including the one of the archive copy; none where the layout has no nonce. */
  readonly nonces: readonly number[]
  /** The free copy; `null` if there is none. */
  readonly preview: { readonly body: Readonly<Record<string, Json>>; readonly staleSeconds: number } | null
  /** The main value of the free copy, for the chart of its past; `null`: it has none. */
  readonly point: NewPoint | null
  /** How long its editions can be taken and fetched again. */
  readonly keepSeconds: number
  /** After this time without another snapshot everything of this actor expires; `null`: it never does. */
  readonly forgetSeconds: number | null
}

/** How many editions of one actor were signed and sold. */
export interface EditionTotals {
  readonly printed: Readonly<Record<Rail, number>>
  readonly reprinted: Readonly<Record<Rail, number>>
  readonly sold: Readonly<Record<Rail, number>>
}

/** Editions that were taken from a list, in order. */
export interface TakenEditions {
  /** The index of the first one. */
  readonly first: number
  readonly editions: readonly Edition[]
  readonly printed: number
}

/** Snapshots with their editions and previews. Workers publish, servers read. */
export interface SnapshotStore {
  /**
   * Publishes all of it in one step, or nothing: a snapshot as new is stored, or this one is ahead of the store's
   * clock.
   */
  publish(publication: Publication): Promise<boolean>
  /** Unix seconds of the newest snapshot. */
  version(actor: string): Promise<number | null>
  /** The same for several actors, in their order. */
  versionsOf(actors: readonly string[]): Promise<readonly (number | null)[]>
  /** The newest snapshot of an item that is sold. */
  latest(actor: string): Promise<Snapshot | null>
  /** A version that is still kept. */
  at(actor: string, version: number): Promise<Snapshot | null>
  /** The newest snapshots as other actors read them, also of items that are not sold. */
  latestOf(actors: readonly string[]): Promise<readonly (KeptSnapshot | null)[]>
  /** Editions of one version in the order in which they are sold, from an index on. */
  editions(actor: string, version: number, rail: Rail, from: number, count?: number): Promise<readonly Edition[]>
  /**
   * Takes the next editions of one version from the list, at most so many: nobody else gets them. `printed` counts all
   * there are.
   */
  take(actor: string, version: number, rail: Rail, most: number): Promise<TakenEditions>
  /** Taken so far, of one version, on each rail; nothing of one whose only edition is for all. */
  sold(actor: string, version: number): Promise<Readonly<Record<Rail, number>>>
  /** Adds editions to a version, except those whose nonce is already in use. Returns how many were added. */
  reprint(
    actor: string,
    version: number,
    rail: Rail,
    editions: readonly (Edition & { nonce: number })[],
  ): Promise<number>
  preview(actor: string): Promise<Readonly<Record<string, Json>> | null>
  /** The same for several actors, in their order. */
  previewsOf(actors: readonly string[]): Promise<readonly (Readonly<Record<string, Json>> | null)[]>
  /** The main values of free copies as they were published, oldest first, those of the present moment included. */
  series(actor: string): Promise<readonly SeriesPoint[]>
  /** Adds points of the past before those that are kept, oldest first. Returns how many were added. */
  addEarlier(
    actor: string,
    points: readonly SeriesPoint[],
    kept: Pick<NewPoint, 'stepSeconds' | 'most'>,
  ): Promise<number>
  printing(actor: string): Promise<EditionTotals>
}

/** KEYS editions, nonces, totals. ARGV keep, rail, then nonce and edition in turn. */
const REPRINT = script(
  `if redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
   local added = 0
   for at = 3, #ARGV, 2 do
     if redis.call('SADD', KEYS[2], ARGV[at]) == 1 then
       redis.call('RPUSH', KEYS[1], ARGV[at + 1])
       added = added + 1
     end
   end
   redis.call('EXPIRE', KEYS[1], redis.call('TTL', KEYS[2]))
   redis.call('HINCRBY', KEYS[3], 'reprinted:' .. ARGV[2], added)
   return added`,
  asNumber,
)

/** KEYS sold, editions. ARGV most, sold's lifetime. */
const TAKE = lastingScript(
  `local first = tonumber(redis.call('GET', KEYS[1]) or '0')
   local lines = redis.call('LRANGE', KEYS[2], first, first + ARGV[1] - 1)
   if #lines > 0 then
     redis.call('INCRBY', KEYS[1], #lines)
     if first == 0 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
   end
   return { first, redis.call('LLEN', KEYS[2]), unpack(lines) }`,
  asTexts,
  'edition',
)

const perRail = <T>(make: (rail: Rail) => T): Readonly<Record<Rail, T>> => ({ l402: make('l402'), x402: make('x402') })

const SIGNED = Type.Object({ canonical: Type.String(), signature: Type.String() })
const SEAL = Type.Object({ publicKey: Type.String(), contentSignature: Type.String() })
const FACTS = Type.Record(Type.String(), AnyJson)

const KEPT_FIELDS = { actor: Type.String(), timestamp: Type.Integer(), content: FACTS, carry: FACTS }

const KEPT_SNAPSHOT = remade('snapshot', Type.Object({ ...KEPT_FIELDS, contentHash: Type.Optional(Type.String()) }))

const SNAPSHOT = remade(
  'snapshot',
  Type.Object({
    ...KEPT_FIELDS,
    contentHash: Type.String(),
    seals: Type.Object({ l402: SEAL, x402: SEAL }),
    stem: Type.String(),
    archive: SIGNED,
  }),
)

/** Previews are returned as they are stored. */
const PREVIEW = remade('preview', FACTS)

const ofText = <T>(record: Remade<T>, text: string | null): T | null => (text === null ? null : record.parse(text))

/** @param told is called with snapshots that cannot be read, where several are read at once */
export const snapshotStore = (redis: RedisClient, clock = REDIS_TIME, told = untold): SnapshotStore => {
  const publishing = publishScript(clock)
  const taken = async (
    taking: typeof TAKE,
    actor: string,
    version: number,
    rail: Rail,
    count: number,
  ): Promise<TakenEditions> => {
    const keys = [names.sold(actor, version, rail), names.editions(actor, version, rail)]
    const [first, printed, ...lines] = await taking.run(redis, keys, [count, LONGEST_SALE_SECONDS])
    return { first: Number(first), printed: Number(printed), editions: lines.map(readEdition) }
  }
  return {
    publish: async ({ snapshot, editions, nonces, preview, point, keepSeconds, forgetSeconds }) => {
      const { actor, timestamp } = snapshot
      const before = (await versionOf(redis, actor)) ?? 0
      return publishing.run(
        redis,
        [
          names.version(actor),
          names.snapshot(actor),
          names.preview(actor),
          names.nonces(actor, timestamp),
          names.printing(actor),
          names.snapshotAt(actor, timestamp),
          ...RAILS.map((rail) => names.editions(actor, timestamp, rail)),
          ...RAILS.map((rail) => names.sold(actor, before, rail)),
          names.series(actor),
        ],
        [
          timestamp,
          'stem' in snapshot ? SNAPSHOT.write(snapshot) : KEPT_SNAPSHOT.write(snapshot),
          preview ? PREVIEW.write(preview.body) : '',
          preview?.staleSeconds ?? 0,
          keepSeconds,
          forgetSeconds ?? 0,
          ...pointArguments(timestamp, point),
          nonces.length,
          ...nonces,
          ...RAILS.flatMap((rail) => [editions[rail].length, ...editions[rail].map(writeEdition)]),
        ],
      )
    },
    version: (actor) => versionOf(redis, actor),
    versionsOf: async (actors) => {
      const found = await readMany(redis, actors.map(names.version))
      return found.map(asCount)
    },
    at: async (actor, version) => ofText(SNAPSHOT, await redis.get(names.snapshotAt(actor, version))),
    latest: async (actor) => ofText(SNAPSHOT, await redis.get(names.snapshot(actor))),
    latestOf: async (actors) => {
      const texts = await readMany(redis, actors.map(names.snapshot))
      return texts.map((text) => orTold(told, () => ofText(KEPT_SNAPSHOT, text)))
    },
    editions: async (actor, version, rail, from, count) => {
      const last = count === undefined ? -1 : from + count - 1
      return (await redis.lrange(names.editions(actor, version, rail), from, last)).map(readEdition)
    },
    take: (actor, version, rail, most) => taken(TAKE, actor, version, rail, most),
    sold: async (actor, version) => {
      const counts = await Promise.all(RAILS.map((rail) => redis.get(names.sold(actor, version, rail))))
      return { l402: asCount(counts[0] ?? null) ?? 0, x402: asCount(counts[1] ?? null) ?? 0 }
    },
    reprint: (actor, version, rail, editions) =>
      REPRINT.run(
        redis,
        [names.editions(actor, version, rail), names.nonces(actor, version), names.printing(actor)],
        [0, rail, ...editions.flatMap((edition) => [edition.nonce, writeEdition(edition)])],
      ),
    preview: async (actor) => ofText(PREVIEW, await redis.get(names.preview(actor))),
    previewsOf: async (actors) => {
      const texts = await readMany(redis, actors.map(names.preview))
      return texts.map((text) => orTold(told, () => ofText(PREVIEW, text)))
    },
    series: (actor) => readSeries(redis, names.series(actor), told),
    addEarlier: (actor, points, kept) => addEarlierPoints(redis, names.series(actor), points, kept),
    printing: async (actor) => {
      const [totals, version] = await Promise.all([
        redis.hgetall(names.printing(actor)),
        redis.get(names.version(actor)),
      ])
      const current = version
        ? await Promise.all(RAILS.map((rail) => redis.get(names.sold(actor, Number(version), rail))))
        : []
      const total = (what: string) => perRail((rail) => Number(totals[`${what}:${rail}`] ?? 0))
      const sold = total('sold')
      return {
        printed: total('printed'),
        reprinted: total('reprinted'),
        sold: { l402: sold.l402 + Number(current[0] ?? 0), x402: sold.x402 + Number(current[1] ?? 0) },
      }
    },
  }
}

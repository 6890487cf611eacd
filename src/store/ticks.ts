import type { Redis } from 'ioredis'
import type { Json } from '../canonical/jcs.ts'
import type { DlcPair } from '../dlc/pairs.ts'
import type { DecimalText } from '../dlc/scale.ts'
import { names } from './names.ts'
import { script } from './script.ts'
import { sortableDecimal } from './strike-key.ts'

/**
 * Every computed price of a pair, in sequence. Appended by who computes them; `breaches.ts` applies them to open
 * contracts, and what matures is settled with the first one at or after its time.
 */

/** A price that counts: it had its quorum and was fresh when it was computed. */
export interface NewTick {
  /** Unix milliseconds. */
  readonly at: number
  readonly price: DecimalText
  /** Who said so; published as evidence. */
  readonly sources: Json
}

export interface Tick extends NewTick {
  /** From 1 without a gap. */
  readonly sequence: number
}

export type Appended =
  | { readonly kind: 'appended' | 'known'; readonly sequence: number }
  /** As late a price of this pair lies there already. */
  | { readonly kind: 'superseded' }

/** How far a pair has come. */
export interface TickProgress {
  readonly appended: number
  readonly applied: number
  /** Unix milliseconds of the last applied tick; `null` before the first. */
  readonly appliedAt: number | null
}

/** At least a week: an event that matured while nobody worked settles with the tick of its time. */
export const KEEP_TICKS_MS = 7 * 86_400_000

/** KEYS ticks, tick. ARGV at, price, sources, keep. Nothing that is not applied is ever dropped. */
const APPEND = script(
  `local t = redis.call('HMGET', KEYS[2], 'appended', 'appendedAt', 'price', 'appliedAt')
   if t[2] and tonumber(ARGV[1]) <= tonumber(t[2]) then
     if t[2] == ARGV[1] and t[3] == ARGV[2] then return { 'known', t[1] } end
     return { 'superseded' }
   end
   local sequence = tonumber(t[1] or '0') + 1
   redis.call('XADD', KEYS[1], ARGV[1] .. '-' .. sequence, 'price', ARGV[2], 'sources', ARGV[3])
   redis.call('HSET', KEYS[2], 'appended', sequence, 'appendedAt', ARGV[1], 'price', ARGV[2])
   local oldest = math.min(tonumber(ARGV[1]) - tonumber(ARGV[4]), tonumber(t[4] or '0'))
   if oldest > 0 then redis.call('XTRIM', KEYS[1], 'MINID', '~', string.format('%.0f', oldest)) end
   return { 'appended', sequence }`,
  (raw) => raw as readonly [string, string | number],
)

export const appendTick = async (redis: Redis, pair: DlcPair, tick: NewTick): Promise<Appended> => {
  sortableDecimal(tick.price)
  const [kind, sequence] = await APPEND.run(
    redis,
    [names.dlc.ticks(pair), names.dlc.tick(pair)],
    [tick.at, tick.price, JSON.stringify(tick.sources), KEEP_TICKS_MS],
  )
  return kind === 'superseded' ? { kind } : { kind: kind as 'appended' | 'known', sequence: Number(sequence) }
}

const readTick = ([id, fields]: readonly [string, readonly string[]]): Tick => {
  const [at, sequence] = id.split('-')
  const values = new Map(
    fields.flatMap((field, i) => (i % 2 === 0 ? [[field, fields[i + 1] ?? '']] : [])) as [string, string][],
  )
  return {
    sequence: Number(sequence),
    at: Number(at),
    price: values.get('price') ?? '',
    sources: JSON.parse(values.get('sources') ?? 'null') as Json,
  }
}

export const tickProgress = async (redis: Redis, pair: DlcPair): Promise<TickProgress> => {
  const [appended, applied, appliedAt] = await redis.hmget(names.dlc.tick(pair), 'appended', 'applied', 'appliedAt')
  return {
    appended: Number(appended ?? 0),
    applied: Number(applied ?? 0),
    appliedAt: appliedAt ? Number(appliedAt) : null,
  }
}

/** Ticks that nobody has applied yet, oldest first. */
export const unapplied = async (redis: Redis, pair: DlcPair, count = 100): Promise<readonly Tick[]> => {
  const { applied, appliedAt } = await tickProgress(redis, pair)
  const after = appliedAt === null ? '-' : `(${appliedAt}-${applied}`
  return (await redis.xrange(names.dlc.ticks(pair), after, '+', 'COUNT', count)).map(readTick)
}

/** The tick that settles an event of this time. */
export const firstTickFrom = async (redis: Redis, pair: DlcPair, at: number): Promise<Tick | null> => {
  const [entry] = await redis.xrange(names.dlc.ticks(pair), at, '+', 'COUNT', 1)
  return entry ? readTick(entry) : null
}

/** The newest tick before a time: what a closed market left behind. */
export const lastTickBefore = async (redis: Redis, pair: DlcPair, at: number): Promise<Tick | null> => {
  const [entry] = await redis.xrevrange(names.dlc.ticks(pair), at - 1, '-', 'COUNT', 1)
  return entry ? readTick(entry) : null
}

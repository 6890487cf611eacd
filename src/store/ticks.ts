import type { Redis } from 'ioredis'
import type { Json } from '../canonical/jcs.ts'
import type { DlcPair } from '../dlc/pairs.ts'
import type { DecimalText } from '../dlc/scale.ts'
import { type Concluded, conclusionArgs, conclusionKeys, KEEP_CONCLUSION } from './conclusions.ts'
import { names } from './names.ts'
import { script } from './script.ts'
import { MOST_OFF_MS, type StoreClock } from './store-clock.ts'
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
  /** By the store's clock it is not from now: who said so has a wrong clock, or was too slow. Nothing was kept. */
  | { readonly kind: 'outside'; readonly aheadMs: number }

/** How far a pair has come. */
export interface TickProgress {
  readonly appended: number
  readonly applied: number
  /** Unix milliseconds of the last applied tick; `null` before the first. */
  readonly appliedAt: number | null
}

/** At least a week: an event that matured while nobody worked settles with the tick of its time. */
export const KEEP_TICKS_MS = 7 * 86_400_000

/**
 * KEYS ticks, tick, sources, then those of `conclusions.ts`. ARGV at, price, sources, keep; last, those of `conclusions.ts`.
 * Nothing that is not applied is ever dropped.
 *
 * Its time decides what it may settle and breach, and keeps earlier ones out: it is judged here, in the step that keeps
 * it. Whatever was measured before may no longer be so.
 *
 * Who said so is one of a few lists, said a hundred thousand times a week: each list is kept once and a tick keeps its
 * number (36 instead of 128 bytes a tick).
 */
const appendScript = (clock: StoreClock) =>
  script(
    `${clock}${KEEP_CONCLUSION}
   local t = redis.call('HMGET', KEYS[2], 'appended', 'appendedAt', 'price', 'appliedAt')
   if t[2] and tonumber(ARGV[1]) <= tonumber(t[2]) then
     if t[2] == ARGV[1] and t[3] == ARGV[2] then return { 'known', t[1] } end
     return { 'superseded' }
   end
   local off = ahead(ARGV[1])
   if math.abs(off) > ${MOST_OFF_MS} then return { 'outside', off } end
   local sequence = tonumber(t[1] or '0') + 1
   keepConclusion({ unpack(KEYS, 4) }, { unpack(ARGV, #ARGV - 4) }, KEYS[1], sequence, ARGV[1], t[2])
   local code = redis.call('HGET', KEYS[3], ARGV[3])
   if not code then
     code = redis.call('HLEN', KEYS[3]) / 2
     redis.call('HSET', KEYS[3], ARGV[3], code, code, ARGV[3])
   end
   redis.call('XADD', KEYS[1], ARGV[1] .. '-' .. sequence, 'price', ARGV[2], 'by', code)
   redis.call('HSET', KEYS[2], 'appended', sequence, 'appendedAt', ARGV[1], 'price', ARGV[2])
   local oldest = math.min(tonumber(ARGV[1]) - tonumber(ARGV[4]), tonumber(t[4] or '0'))
   if oldest > 0 then redis.call('XTRIM', KEYS[1], 'MINID', '~', string.format('%.0f', oldest)) end
   return { 'appended', sequence }`,
    (raw) => raw as readonly [Appended['kind'], string | number],
  )

export const tickAppender = (redis: Redis, clock: StoreClock) => {
  const append = appendScript(clock)
  return async (pair: DlcPair, tick: NewTick, conclusion: Concluded | null = null): Promise<Appended> => {
    sortableDecimal(tick.price)
    const [kind, number] = await append.run(
      redis,
      [names.dlc.ticks(pair), names.dlc.tick(pair), names.dlc.sources(pair), ...conclusionKeys(pair)],
      [
        tick.at,
        tick.price,
        JSON.stringify(tick.sources),
        KEEP_TICKS_MS,
        ...conclusionArgs(pair, tick.price, conclusion),
      ],
    )
    if (kind === 'superseded') return { kind }
    return kind === 'outside' ? { kind, aheadMs: Number(number) } : { kind, sequence: Number(number) }
  }
}

type Entry = readonly [string, readonly string[]]

const fieldOf = ([, fields]: Entry, name: string): string => fields[fields.indexOf(name) + 1] ?? ''

/** Entries as ticks, with who said each. */
const readTicks = async (redis: Redis, pair: DlcPair, entries: readonly Entry[]): Promise<readonly Tick[]> => {
  const codes = [...new Set(entries.map((entry) => fieldOf(entry, 'by')))]
  if (codes.length === 0) return []
  const lists = await redis.hmget(names.dlc.sources(pair), ...codes)
  const said = new Map(codes.map((code, at) => [code, JSON.parse(lists[at] ?? 'null') as Json]))
  return entries.map((entry) => {
    const [at, sequence] = entry[0].split('-')
    return {
      sequence: Number(sequence),
      at: Number(at),
      price: fieldOf(entry, 'price'),
      sources: said.get(fieldOf(entry, 'by')) ?? null,
    }
  })
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
  return readTicks(redis, pair, await redis.xrange(names.dlc.ticks(pair), after, '+', 'COUNT', count))
}

/** The tick that settles an event of this time. */
export const firstTickFrom = async (redis: Redis, pair: DlcPair, at: number): Promise<Tick | null> => {
  const entries = await redis.xrange(names.dlc.ticks(pair), at, '+', 'COUNT', 1)
  return (await readTicks(redis, pair, entries))[0] ?? null
}

/** The newest tick before a time: what a closed market left behind. */
export const lastTickBefore = async (redis: Redis, pair: DlcPair, at: number): Promise<Tick | null> => {
  const entries = await redis.xrevrange(names.dlc.ticks(pair), at - 1, '-', 'COUNT', 1)
  return (await readTicks(redis, pair, entries))[0] ?? null
}

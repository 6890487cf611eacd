import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import type { Json } from '../../canonical/jcs.ts'
import type { FirstPrice, Observed, OnlyFor, SequencedPrice } from '../../dlc/terms/breaching.ts'
import type { DlcPair } from '../../dlc/terms/pairs.ts'
import type { DecimalText } from '../../dlc/terms/scale.ts'
import { DAY_MS } from '../../time-units.ts'
import { type TickConclusion, conclusionArgs, conclusionKeys, KEEP_CONCLUSION } from './conclusions.ts'
import { names } from '../redis/names.ts'
import { Watch } from './event-schemas.ts'
import { script, asTexts, wordOf } from '../redis/script.ts'
import { AnyJson, readNumber, readWholeNumber, stored } from '../redis/stored.ts'
import { MOST_OFF_MS, type StoreClock } from '../redis/store-clock.ts'
import { sortableDecimal } from './strike-key.ts'

/**
 * Every computed price of a pair, in sequence. The worker that computes a price appends it; `breaches.ts` applies it to
 * open contracts. A maturing event is resolved by the first one at or after its maturity.
 */

/** A price that counts: it had its quorum and was fresh when it was computed. */
export interface NewTick {
  /** Unix milliseconds. */
  readonly at: number
  readonly price: DecimalText
  /** The sources of the price; published as evidence. */
  readonly sources: Json
  /** Left out where no vote in it could breach a contract. */
  readonly observed?: Observed | null
  /**
   * The contract for which it was concluded outside of the schedule: it resolves nothing, and does not exclude other
   * prices.
   */
  readonly only?: OnlyFor | null
}

export interface Tick extends SequencedPrice {
  readonly sources: Json
}

export type Appended =
  | { readonly kind: 'appended' | 'known'; readonly sequence: number }
  /** A price of this pair with the same or a later time is already there. */
  | { readonly kind: 'superseded' }
  /** By the store's clock it is not of the present: the worker has a wrong clock, or was too slow. Nothing was kept. */
  | { readonly kind: 'outside'; readonly aheadMs: number }

/** How far the ticks of a pair were processed. */
export interface TickProgress {
  readonly appended: number
  readonly applied: number
  /**
   * Unix milliseconds of the last applied tick that counts for all contracts; 0 when only others were applied, `null`
   * before the first.
   */
  readonly appliedAt: number | null
  /** First prices that are neither confirmed nor withdrawn by a later price, after the last applied tick. */
  readonly pending: readonly FirstPrice[]
}

/** At least a week: an event that matured while no worker ran is resolved by the tick of its time. */
export const KEEP_TICKS_MS = 7 * DAY_MS

/**
 * KEYS ticks, tick, sources, then those of `conclusions.ts`. ARGV at, price, sources, keep, age of the majority's votes
 * or nothing, of the newest, only; last, those of `conclusions.ts`. A tick that is not applied is never dropped. An
 * extra tick outside of the schedule is stored behind the one before it, under that one's time. The next scheduled tick
 * may be of an earlier moment.
 *
 * The time of a tick decides what it may resolve and breach, and excludes earlier ticks. So it is checked here, in the
 * step that stores it: a check made earlier may no longer be true.
 *
 * There are only a few different lists of sources, and a hundred thousand ticks a week. So each list is stored once,
 * and a tick stores its number (36 instead of 128 bytes a tick).
 */
const appendScript = (clock: StoreClock) =>
  script(
    `${clock}${KEEP_CONCLUSION}
   local t = redis.call('HMGET', KEYS[2], 'appended', 'appendedAt', 'price', 'appliedAt')
   local inTurn = ARGV[7] == ''
   if inTurn and t[2] and tonumber(ARGV[1]) <= tonumber(t[2]) then
     if t[2] == ARGV[1] and t[3] == ARGV[2] then return { 'known', t[1] } end
     return { 'superseded' }
   end
   local off = ahead(ARGV[1])
   if math.abs(off) > ${MOST_OFF_MS} then return { 'outside', off } end
   local sequence = tonumber(t[1] or '0') + 1
   keepConclusion({ unpack(KEYS, 4) }, { unpack(ARGV, #ARGV - 4) }, KEYS[1], sequence, ARGV[1], t[2], inTurn)
   local code = redis.call('HGET', KEYS[3], ARGV[3])
   if not code then
     code = redis.call('HLEN', KEYS[3]) / 2
     redis.call('HSET', KEYS[3], ARGV[3], code, code, ARGV[3])
   end
   local entry = { 'price', ARGV[2], 'by', code, 'held', ARGV[5], 'new', ARGV[6] }
   if not inTurn then
     redis.call('XADD', KEYS[1], (t[2] or '0') .. '-' .. sequence, 'at', ARGV[1], 'only', ARGV[7], unpack(entry))
     redis.call('HSET', KEYS[2], 'appended', sequence)
     return { 'appended', sequence }
   end
   redis.call('XADD', KEYS[1], ARGV[1] .. '-' .. sequence, unpack(entry))
   redis.call('HSET', KEYS[2], 'appended', sequence, 'appendedAt', ARGV[1], 'price', ARGV[2])
   local oldest = math.min(tonumber(ARGV[1]) - tonumber(ARGV[4]), tonumber(t[4] or '0'))
   if oldest > 0 then redis.call('XTRIM', KEYS[1], 'MINID', '~', string.format('%.0f', oldest)) end
   return { 'appended', sequence }`,
    asTexts,
    'tick',
  )

export const tickAppender = (redis: RedisClient, clock: StoreClock) => {
  const append = appendScript(clock)
  return async (pair: DlcPair, tick: NewTick, conclusion: TickConclusion | null = null): Promise<Appended> => {
    const { at, observed, only } = tick
    sortableDecimal(tick.price)
    const ages = observed ? [at - observed.majorityAt, at - observed.newestAt] : ['', '']
    const [said, number] = await append.run(
      redis,
      [names.dlc.ticks(pair), names.dlc.tick(pair), names.dlc.sources(pair), ...conclusionKeys(pair)],
      [
        at,
        tick.price,
        JSON.stringify(tick.sources),
        KEEP_TICKS_MS,
        ...ages,
        only ? JSON.stringify(only) : '',
        ...conclusionArgs(pair, tick.price, conclusion),
      ],
    )
    const kind = wordOf(said, ['appended', 'known', 'superseded', 'outside'])
    if (kind === 'superseded') return { kind }
    return kind === 'outside' ? { kind, aheadMs: Number(number) } : { kind, sequence: Number(number) }
  }
}

/** Ticks are applied in order, each once: one that cannot be read stops the ticks of its pair, and is reported. */
const KIND = 'tick'
const SOURCES = stored(KIND, AnyJson)
const Only = Type.Object({ id: Type.String(), ...Watch.properties })
const ONLY = stored(KIND, Only)
const Price = Watch.properties.strike
const PENDING = stored(
  'pending price',
  Type.Array(
    Type.Object({
      sequence: Type.Integer(),
      at: Type.Number(),
      price: Price,
      after: Type.Number(),
      low: Price,
      high: Price,
      only: Type.Union([Only, Type.Null()]),
    }),
  ),
)
const PRICE = stored(KIND, Price)
const numberOf = (field: string, text: string | undefined): number => readNumber(KIND, field, text)

type Entry = readonly [string, readonly string[]]

const fieldOf = ([, fields]: Entry, name: string): string => {
  const at = fields.indexOf(name)
  return at < 0 ? '' : (fields[at + 1] ?? '')
}

/** Reads entries as ticks, with the sources of each. */
const readTicks = async (redis: RedisClient, pair: DlcPair, entries: readonly Entry[]): Promise<readonly Tick[]> => {
  const codes = [...new Set(entries.map((entry) => fieldOf(entry, 'by')))]
  if (codes.length === 0) return []
  const lists = await redis.hmget(names.dlc.sources(pair), ...codes)
  const said = new Map(codes.map((code, at) => [code, SOURCES.parse(lists[at] ?? 'null')]))
  return entries.map((entry) => {
    const [filedAt, sequence] = entry[0].split('-').map(Number)
    const only = fieldOf(entry, 'only')
    const at = only ? numberOf('at', fieldOf(entry, 'at')) : filedAt!
    const held = fieldOf(entry, 'held')
    return {
      sequence: sequence!,
      at,
      price: PRICE.check(fieldOf(entry, 'price')),
      sources: said.get(fieldOf(entry, 'by')) ?? null,
      observed:
        held === ''
          ? null
          : { majorityAt: at - numberOf('held', held), newestAt: at - numberOf('new', fieldOf(entry, 'new')) },
      only: only === '' ? null : ONLY.parse(only),
    }
  })
}

export const tickProgress = async (redis: RedisClient, pair: DlcPair): Promise<TickProgress> => {
  const [appended, applied, appliedAt, pending] = await redis.hmget(
    names.dlc.tick(pair),
    'appended',
    'applied',
    'appliedAt',
    'pending',
  )
  return {
    appended: readWholeNumber(KIND, 'appended', appended ?? '0'),
    applied: readWholeNumber(KIND, 'applied', applied ?? '0'),
    appliedAt: appliedAt ? readWholeNumber(KIND, 'appliedAt', appliedAt) : null,
    pending: pending ? PENDING.parse(pending) : [],
  }
}

/** Ticks that are not applied yet, oldest first. */
export const unapplied = async (
  redis: RedisClient,
  pair: DlcPair,
  { applied, appliedAt }: Pick<TickProgress, 'applied' | 'appliedAt'>,
  count = 100,
): Promise<readonly Tick[]> => {
  const after = appliedAt === null ? '-' : `(${appliedAt}-${applied}`
  return readTicks(redis, pair, await redis.xrange(names.dlc.ticks(pair), after, '+', 'COUNT', count))
}

/** The tick that resolves an event of this time. */
export const firstTickFrom = async (redis: RedisClient, pair: DlcPair, at: number): Promise<Tick | null> => {
  for (let from = String(at); ;) {
    const [entry] = await redis.xrange(names.dlc.ticks(pair), from, '+', 'COUNT', 1)
    if (!entry) return null
    // An extra tick whose own place in the stream has been trimmed away.
    if (fieldOf(entry, 'only') !== '') from = `(${entry[0]}`
    else return (await readTicks(redis, pair, [entry]))[0] ?? null
  }
}

/** The newest tick before a time: the last one of a market that has closed. */
export const lastTickBefore = async (redis: RedisClient, pair: DlcPair, at: number): Promise<Tick | null> => {
  const [entry] = await redis.xrevrange(names.dlc.ticks(pair), at - 1, '-', 'COUNT', 1)
  if (!entry) return null
  // Of several under one time, the first is the scheduled one.
  const found = await firstTickFrom(redis, pair, Number(entry[0].split('-')[0]))
  return found && found.at < at ? found : null
}

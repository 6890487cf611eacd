import type { RedisClient } from '../redis/client.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../time-units.ts'
import { anyWithin, bucketOf } from './buckets.ts'
import { fence } from '../redis/fence.ts'
import { names } from '../redis/names.ts'
import { script } from '../redis/script.ts'
import { pairsOf, rethrow } from '../redis/replies.ts'
import { REDIS_TIME, type StoreClock } from '../redis/store-clock.ts'
import { orTold, UnreadableRecord, untold } from '../redis/stored.ts'

/**
 * One-minute candles of published prices, and the hourly candles made of them, written together. There is one hash for
 * each hour of minutes and each week of hours. They are small enough for the compact encoding of Redis (about 45 bytes
 * a candle, 60 with its volume). A whole hash expires when it is too old.
 */

/** Prices are text, as they were published. */
export interface Candle {
  /** Unix seconds at which it begins. */
  readonly t: number
  readonly o: string
  readonly h: string
  readonly l: string
  readonly c: string
  /** Number of published prices that it was made of. */
  readonly n: number
  /** Number of its minutes that were filled in from exchanges. */
  readonly filled: number
  /** The volume that exchanges traded in all of it; `null` where that is not known. */
  readonly v: string | null
}

/** @param nowTs Unix seconds */
type Enter = (
  series: string,
  step: CandleStep,
  candles: readonly Candle[],
  nowTs: number,
  keepSeconds: number,
) => Promise<void>

export interface CandleStore {
  /**
   * Records a price. One that arrives after a newer one is left out, because it would become the last price of its
   * candle. So is one that is ahead of the store's clock.
   */
  record(series: string, at: number, price: string, keepSeconds: number): Promise<void>
  /** Adds the traded volume to candles of published prices. Other candles are not changed, and none is created. */
  traded(series: string, step: CandleStep, volumes: readonly Pick<Candle, 't' | 'v'>[]): Promise<void>
  /** Adds candles of the past where there are none. They expire as if they had been recorded at their time. */
  fill: Enter
  /** The same, but replaces existing candles: only for times that are over. */
  replace: Enter
  /** Candles that begin within `[from, to]`, Unix seconds, oldest first. `step`: 60 or 3,600. */
  range(series: string, step: CandleStep, from: number, to: number): Promise<readonly Candle[]>
  /** Whether there are any, without reading them all: previews, which are free, need only this. */
  hasAny(series: string, step: CandleStep, from: number, to: number): Promise<boolean>
}

export type CandleStep = 60 | 3_600

const SPAN: Readonly<Record<CandleStep, number>> = { 60: HOUR_SECONDS, 3_600: 7 * DAY_SECONDS }

const bucketIn = (step: CandleStep, at: number): number => bucketOf(SPAN[step], at)
const placeIn = (step: CandleStep, at: number): number => Math.floor((at % SPAN[step]) / step)

/** KEYS minutes, hours, mark. ARGV minute, hour, price, keep of minutes, keep of hours, second. */
const recordScript = (clock: StoreClock) =>
  script(
    `local mark = redis.call('GET', KEYS[3])
   ${fence(clock, 'mark', 'ARGV[6]', 1_000)}
   redis.call('SET', KEYS[3], ARGV[6], 'EX', ARGV[4])
   local price = ARGV[3]
   for at = 1, 2 do
     local field = ARGV[at]
     local found = redis.call('HGET', KEYS[at], field)
     local o, h, l, n, filled = price, price, price, 0, ''
     if found then
       local a, b, c, _, e, rest = string.match(found, '^(.-)|(.-)|(.-)|(.-)|(%d+)(.*)$')
       o, h, l, n, filled = a, b, c, tonumber(e), string.match(rest, '^|%d+') or ''
       if tonumber(price) > tonumber(h) then h = price end
       if tonumber(price) < tonumber(l) then l = price end
     end
     redis.call('HSET', KEYS[at], field, table.concat({ o, h, l, price, n + 1 }, '|') .. filled)
     if not found then redis.call('EXPIRE', KEYS[at], ARGV[3 + at]) end
   end
   return 1`,
    Number,
  )

/** KEYS bucket. ARGV index and volume in turn. */
const TRADED = script(
  `for at = 1, #ARGV, 2 do
     local found = redis.call('HGET', KEYS[1], ARGV[at])
     local own, n, rest = string.match(found or '', '^(.-|.-|.-|.-|(%d+))(.*)$')
     if own and tonumber(n) > 0 then
       redis.call('HSET', KEYS[1], ARGV[at], own .. (string.match(rest, '^|%d+') or '|0') .. '|' .. ARGV[at + 1])
     end
   end
   return 1`,
  Number,
)

const CANDLE = /^([^|]+)\|([^|]+)\|([^|]+)\|([^|]+)\|(\d+)(?:\|(\d+))?(?:\|([^|]+))?$/

/**
 * Throws `UnreadableRecord`. The form is `o|h|l|c|n`; where the number of filled minutes is known, `|60`; then, where
 * the traded volume of all of it is known, `|12.3`.
 */
const readCandle = (t: number, text: string): Candle => {
  const [, o, h, l, c, n, filled = '0', v = null] = CANDLE.exec(text) ?? []
  if (!Number.isSafeInteger(t) || !o || !h || !l || !c || !n)
    throw new UnreadableRecord('candle', 'it has no known form')
  return { t, o, h, l, c, n: Number(n), filled: Number(filled), v }
}
const writeCandle = ({ o, h, l, c, n, filled, v }: Candle): string =>
  [o, h, l, c, n, ...(filled > 0 || v !== null ? [filled] : []), ...(v === null ? [] : [v])].join('|')

/** @param told is called with candles that cannot be read: they are left out, like those of an interruption */
export const candleStore = (redis: RedisClient, clock = REDIS_TIME, told = untold): CandleStore => {
  const recording = recordScript(clock)
  const range: CandleStore['range'] = async (series, step, from, to) => {
    const [first, last] = [bucketIn(step, from), bucketIn(step, to)]
    const buckets = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
    const reading = redis.pipeline()
    for (const bucket of buckets) reading.hgetall(names.candles(series, step, bucket))
    const replies = (await reading.exec()) ?? []
    return buckets
      .flatMap((bucket, at) => {
        const [problem, fields] = replies[at] ?? [null, {}]
        if (problem) return orTold(told, () => rethrow('candle', problem)) ?? []
        return pairsOf(fields).flatMap(
          ([place, text]) => orTold(told, () => readCandle(bucket * SPAN[step] + Number(place) * step, text)) ?? [],
        )
      })
      .filter(({ t }) => t >= from && t <= to)
      .toSorted((a, b) => a.t - b.t)
  }
  const enter =
    (command: 'hset' | 'hsetnx'): Enter =>
    async (series, step, candles, nowTs, keepSeconds) => {
      const entering = redis.pipeline()
      for (const [bucket, own] of Map.groupBy(candles, ({ t }) => bucketIn(step, t))) {
        const key = names.candles(series, step, bucket)
        for (const candle of own) entering[command](key, String(placeIn(step, candle.t)), writeCandle(candle))
        entering.expire(key, Math.max(1, (bucket + 1) * SPAN[step] + keepSeconds - nowTs))
      }
      for (const [problem] of (await entering.exec()) ?? []) if (problem) throw problem
    }
  return {
    range,
    record: async (series, at, price, keepSeconds) => {
      const second = Math.floor(at / 1000)
      await recording.run(
        redis,
        [
          names.candles(series, 60, bucketIn(60, second)),
          names.candles(series, 3_600, bucketIn(3_600, second)),
          names.candleMark(series),
        ],
        [placeIn(60, second), placeIn(3_600, second), price, keepSeconds + SPAN[60], keepSeconds + SPAN[3_600], second],
      )
    },
    traded: async (series, step, volumes) => {
      for (const [bucket, own] of Map.groupBy(volumes, ({ t }) => bucketIn(step, t)))
        await TRADED.run(
          redis,
          [names.candles(series, step, bucket)],
          own.flatMap(({ t, v }) => (v === null ? [] : [placeIn(step, t), v])),
        )
    },
    fill: enter('hsetnx'),
    replace: enter('hset'),
    hasAny: (series, step, from, to) =>
      anyWithin(
        redis,
        {
          spanSeconds: SPAN[step],
          keysOf: (bucket) => [names.candles(series, step, bucket)],
          read: (begin, end) => range(series, step, begin, end),
        },
        from,
        to,
      ),
  }
}

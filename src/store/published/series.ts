import { Type } from '@sinclair/typebox'
import type { Redis } from 'ioredis'
import { DAY_SECONDS } from '../../time-units.ts'
import { orTold, type ReportUnreadable, stored } from '../redis/stored.ts'

/** A ring of the main values of an actor's free copies: one for each step of time, the oldest leave first. */

/** The value of one moment, Unix seconds and text. */
export interface SeriesPoint {
  readonly t: number
  readonly value: string
}

/** What a publication adds to the ring, if it is the first one of its step. */
export interface NewPoint {
  readonly value: string
  readonly stepSeconds: number
  /** How many are kept. */
  readonly most: number
}

const POINT = stored('point of a series', Type.Tuple([Type.Integer({ minimum: 0 }), Type.String()]))

const writePoint = (t: number, value: string): string => POINT.write([t, value])

/** A feed that is silent for longer has no chart: its points expire together. */
const keptSeconds = ({ stepSeconds, most }: NewPoint): number => stepSeconds * most + DAY_SECONDS

/** ARGV 7 to 10 of the script that publishes. */
export const pointArguments = (timestamp: number, point: NewPoint | null): readonly (string | number)[] =>
  point === null
    ? ['', 0, 0, 0]
    : [writePoint(timestamp, point.value), point.stepSeconds, point.most, keptSeconds(point)]

/** KEYS 11 the series. ARGV 1 the time, 7 point, 8 step, 9 most, 10 lifetime. What is no series there is replaced. */
export const KEEP_POINT = `if ARGV[7] ~= '' then
     local newest = redis.pcall('LINDEX', KEYS[11], -1)
     if type(newest) == 'table' then
       redis.call('DEL', KEYS[11])
       newest = false
     end
     local seen = newest and tonumber(string.match(newest, '^%[(%d+),'))
     local step = tonumber(ARGV[8])
     if not seen or math.floor(tonumber(ARGV[1]) / step) > math.floor(seen / step) then
       redis.call('RPUSH', KEYS[11], ARGV[7])
       redis.call('LTRIM', KEYS[11], -tonumber(ARGV[9]), -1)
       redis.call('EXPIRE', KEYS[11], ARGV[10])
     end
   end`

/** Points that cannot be read are reported and left out. */
export const readSeries = async (
  redis: Redis,
  key: string,
  told: ReportUnreadable,
): Promise<readonly SeriesPoint[]> => {
  const lines = await redis.lrange(key, 0, -1)
  return lines.flatMap((line) => {
    const found = orTold(told, () => POINT.parse(line))
    return found === null ? [] : [{ t: found[0], value: found[1] }]
  })
}

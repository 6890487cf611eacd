import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import { asNumber, script } from '../redis/script.ts'
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
const keptSeconds = ({ stepSeconds, most }: Pick<NewPoint, 'stepSeconds' | 'most'>): number =>
  stepSeconds * most + DAY_SECONDS

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

/** KEYS the series. ARGV step, most, lifetime, then time and point in turn, newest first. What is no series is replaced. */
const ADD_EARLIER = script(
  `local oldest = redis.pcall('LINDEX', KEYS[1], 0)
   if type(oldest) == 'table' then
     redis.call('DEL', KEYS[1])
     oldest = false
   end
   local step = tonumber(ARGV[1])
   local from = oldest and tonumber(string.match(oldest, '^%[(%d+),'))
   local room = tonumber(ARGV[2]) - redis.call('LLEN', KEYS[1])
   local added = 0
   for at = 4, #ARGV, 2 do
     local t = tonumber(ARGV[at])
     if added < room and (not from or math.floor(t / step) < math.floor(from / step)) then
       redis.call('LPUSH', KEYS[1], ARGV[at + 1])
       from = t
       added = added + 1
     end
   end
   if added > 0 and redis.call('TTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
   return added`,
  asNumber,
  'series',
)

/**
 * Puts points in front of those that are kept, as far as there is room: those alone that are older by a step, so doing it
 * again changes nothing.
 *
 * @param points oldest first
 * @returns how many were added
 */
export const addEarlierPoints = (
  redis: RedisClient,
  key: string,
  points: readonly SeriesPoint[],
  { stepSeconds, most }: Pick<NewPoint, 'stepSeconds' | 'most'>,
): Promise<number> =>
  ADD_EARLIER.run(
    redis,
    [key],
    [
      stepSeconds,
      most,
      keptSeconds({ stepSeconds, most }),
      ...points.toReversed().flatMap(({ t, value }) => [t, writePoint(t, value)]),
    ],
  )

/** Points that cannot be read are reported and left out. */
export const readSeries = async (
  redis: RedisClient,
  key: string,
  told: ReportUnreadable,
): Promise<readonly SeriesPoint[]> => {
  const lines = await redis.lrange(key, 0, -1)
  return lines.flatMap((line) => {
    const found = orTold(told, () => POINT.parse(line))
    return found === null ? [] : [{ t: found[0], value: found[1] }]
  })
}

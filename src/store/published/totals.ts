import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import type { Cells } from '../../metrics/meter.ts'
import type { ProcessReport } from '../../metrics/reporter.ts'
import { HOUR_MS } from '../../time-units.ts'
import { names } from '../redis/names.ts'
import { script, asTexts } from '../redis/script.ts'
import { REDIS_TIME, type StoreClock } from '../redis/store-clock.ts'
import { orTold, stored, UnreadableRecord, untold } from '../redis/stored.ts'

/** The sums of all processes' counters, and which processes run. For operators; nothing that is sold depends on it. */
export interface TotalStore {
  /** Adds a report to the totals, once: the same sequence of the same process changes nothing the second time. */
  take(report: ProcessReport): Promise<void>
  all(): Promise<Totals>
  /**
   * Processes that reported within the last seconds, by the store's clock, because the clock of a process may be wrong.
   */
  processes(): Promise<readonly Process[]>
}

export interface Process {
  readonly process: string
  readonly gauges: Cells
  /** How long ago it reported, by the store's clock. */
  readonly agoMs: number
}

export interface Totals {
  readonly totals: Cells
  readonly processes: readonly Process[]
}

/** A process that has missed three reports is gone. */
const ALIVE_MS = 20_000
/** Its last sequence is kept longer: a process may send a report again after Redis was away. */
const KEEP_MS = HOUR_MS

/** KEYS totals, processes. ARGV process, sequence, gauges, keep, then cell and number in turn. */
const takeScript = (clock: StoreClock) =>
  script(
    `${clock}
   local now = 0 - ahead(0)
   local before = redis.call('HGET', KEYS[2], ARGV[1])
   local sequence = before and tonumber(string.match(before, '^%d+') or '')
   local taken = sequence and sequence >= tonumber(ARGV[2])
   redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. string.format('%.0f', now) .. ' ' .. ARGV[3])
   if not taken then
     for at = 5, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[at], ARGV[at + 1]) end
   end
   local all = redis.call('HGETALL', KEYS[2])
   for at = 1, #all, 2 do
     local seen = tonumber(string.match(all[at + 1], '^%d+ (%d+)') or '')
     if not seen or seen < now - tonumber(ARGV[4]) then redis.call('HDEL', KEYS[2], all[at]) end
   end
   return 1`,
    Number,
  )

/** KEYS processes. */
const listScript = (clock: StoreClock) =>
  script(
    `${clock}
   return { string.format('%.0f', 0 - ahead(0)), redis.call('HGETALL', KEYS[1]) }`,
    (raw): readonly [string, readonly string[]] => {
      if (!Array.isArray(raw)) throw new Error('a script did not reply with a list')
      return [String(raw[0]), asTexts(raw[1])]
    },
  )

const GAUGES = stored('process', Type.Array(Type.Tuple([Type.String(), Type.Number()])))

/** Throws `UnreadableRecord`. */
const readProcess = (process: string, text: string) => {
  const [, at, gauges] = /^\d+ (\d+) (.*)$/.exec(text) ?? []
  if (gauges === undefined) throw new UnreadableRecord(GAUGES.kind, 'it has no time')
  return { process, at: Number(at), gauges: new Map(GAUGES.parse(gauges)) }
}

/** @param told is called with processes that cannot be read */
export const totalStore = (redis: RedisClient, clock = REDIS_TIME, told = untold): TotalStore => {
  const [taking, listing] = [takeScript(clock), listScript(clock)]
  const processes = async (): Promise<readonly Process[]> => {
    const [now, all] = await listing.run(redis, [names.processes()], [])
    return Array.from({ length: all.length / 2 }, (_, at) => at)
      .flatMap((at) => orTold(told, () => readProcess(all[2 * at]!, all[2 * at + 1]!)) ?? [])
      .map(({ at, ...said }) => ({ ...said, agoMs: Number(now) - at }))
      .filter(({ agoMs }) => Math.abs(agoMs) <= ALIVE_MS)
      .toSorted((a, b) => (a.process < b.process ? -1 : 1))
  }
  return {
    processes,
    take: async ({ process, sequence, added, gauges }) => {
      const args = [process, sequence, JSON.stringify([...gauges]), KEEP_MS, ...[...added].flat()]
      await taking.run(redis, [names.totals(), names.processes()], args)
    },
    all: async () => {
      const [totals, alive] = await Promise.all([redis.hgetall(names.totals()), processes()])
      return {
        totals: new Map(Object.entries(totals).map(([cell, value]) => [cell, Number(value)])),
        processes: alive,
      }
    },
  }
}

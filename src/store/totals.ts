import type { Redis } from 'ioredis'
import type { Cells } from '../metrics/meter.ts'
import type { Report } from '../metrics/reporter.ts'
import { names } from './names.ts'
import { script } from './script.ts'

/** What all processes have counted, and who of them is alive. For operators; nothing that is sold depends on it. */
export interface TotalStore {
  /** Adds a report to the totals, once: the same sequence of the same process again changes nothing. */
  take(report: Report): Promise<void>
  all(now: number): Promise<Totals>
}

export interface Totals {
  readonly totals: Cells
  /** Those that reported within the last seconds. */
  readonly processes: readonly { readonly process: string; readonly at: number; readonly gauges: Cells }[]
}

/** A process that was not heard of for three reports is gone. */
const ALIVE_MS = 20_000
/** Its last sequence is remembered longer: a report may come again after Redis was away. */
const KEEP_MS = 3_600_000

/** KEYS totals, processes. ARGV process, sequence, at, gauges, keep, then cell and number by turns. */
const TAKE = script(
  `local before = redis.call('HGET', KEYS[2], ARGV[1])
   local taken = before and tonumber(string.match(before, '^%d+')) >= tonumber(ARGV[2])
   redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. ARGV[4])
   if not taken then
     for at = 6, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[at], ARGV[at + 1]) end
   end
   local all = redis.call('HGETALL', KEYS[2])
   for at = 1, #all, 2 do
     local seen = tonumber(string.match(all[at + 1], '^%d+ (%d+)'))
     if seen < tonumber(ARGV[3]) - tonumber(ARGV[5]) then redis.call('HDEL', KEYS[2], all[at]) end
   end
   return 1`,
  Number,
)

const readProcess = ([process, text]: [string, string]) => {
  const [, at, gauges] = /^\d+ (\d+) (.*)$/.exec(text)!
  return { process, at: Number(at), gauges: new Map(JSON.parse(gauges!) as [string, number][]) }
}

export const totalStore = (redis: Redis): TotalStore => ({
  take: async ({ process, sequence, at, added, gauges }) => {
    const args = [process, sequence, at, JSON.stringify([...gauges]), KEEP_MS, ...[...added].flat()]
    await TAKE.run(redis, [names.totals(), names.processes()], args)
  },
  all: async (now) => {
    const [totals, processes] = await Promise.all([redis.hgetall(names.totals()), redis.hgetall(names.processes())])
    return {
      totals: new Map(Object.entries(totals).map(([cell, value]) => [cell, Number(value)])),
      processes: Object.entries(processes)
        .map(readProcess)
        .filter(({ at }) => Math.abs(now - at) <= ALIVE_MS)
        .toSorted((a, b) => (a.process < b.process ? -1 : 1)),
    }
  },
})

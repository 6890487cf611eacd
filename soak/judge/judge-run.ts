import { cpus } from 'node:os'
import { DEFINITIONS, MOST_KEYS, UNDER_WAY } from '../kept-keys.ts'
import type { Killed } from '../killer.ts'
import type { PromisesKept } from '../load/promises.ts'
import type { Tally } from '../load/tally.ts'
import type { Life } from './memory.ts'
import type { Recorded } from '../watch/series.ts'
import type { Finding } from './finding.ts'
import { type EndlessKeys, judgeKeys } from './keys.ts'
import { judgeLatency } from './latency.ts'
import { judgeMemory } from './memory.ts'
import { judgeMoney, type MoneyCounted } from './money.ts'
import { judgeService } from './service.ts'
import { type Point, slopeOf } from './slope.ts'
import { warmAfter } from './warm.ts'

/** Everything that is judged of a run. */

export interface RunSeen {
  readonly record: Recorded
  readonly lives: readonly Life[]
  readonly tally: Tally
  readonly events: PromisesKept
  /** What purchases were answered last that have not ended. */
  readonly open: readonly string[]
  readonly money: MoneyCounted
  /** Keys of payments without an end beyond those of events, once all payments are over. */
  readonly left: number
  readonly killed: readonly Killed[]
  readonly runSeconds: number
}

const endlessKeys = (record: Recorded): readonly EndlessKeys[] => {
  const bytes = new Map(record.of('endless bytes').map(({ name, points }) => [name, points]))
  return record
    .of('endless keys')
    .filter(({ name, points }) => !UNDER_WAY.includes(name) && points.some(([, count]) => count > 0))
    .map(({ name, points }) => ({ kind: name, count: points, bytes: bytes.get(name) ?? [] }))
}

/** As a share of all cores. */
const othersOf = (record: Recorded): readonly Point[] =>
  (record.of('other programs')[0]?.points ?? []).map(([at, used]) => [at, used / cpus().length] as const)

/** Memory of Redis and what of it each sale leaves: the rest of a payment's life is some days. */
const redisGrowth = (record: Recorded, reads: number, runSeconds: number): readonly Finding[] => {
  const warm = (record.of('Redis data')[0]?.points ?? []).filter(([at]) => at >= warmAfter(runSeconds))
  const slope = slopeOf(warm)
  if (slope === null || reads === 0) return []
  const each = (slope.perHour * 1e6) / ((reads / runSeconds) * 3_600)
  const says = `${slope.perHour.toFixed(1)} ± ${slope.error.toFixed(1)} MB/h, ${each.toFixed(0)} bytes for each paid read`
  return [{ what: 'data in Redis', word: 'told', says }]
}

export const judgeRun = ({
  record,
  lives,
  tally,
  events,
  open,
  money,
  left,
  killed,
  runSeconds,
}: RunSeen): readonly Finding[] => {
  const kills = killed.map(({ at }) => at)
  const never = killed.filter(({ againAfter }) => againAfter === null)
  return [
    ...judgeService(tally, events, open),
    ...judgeMoney(money),
    {
      what: 'processes that were killed',
      word: never.length === 0 ? 'holds' : 'broken',
      says: `${killed.length}, ${killed.length - never.length} of them came back`,
    },
    judgeLatency(tally.reads, { kills, others: othersOf(record), runSeconds }),
    ...judgeMemory(lives, runSeconds),
    ...judgeKeys(endlessKeys(record), DEFINITIONS, runSeconds, MOST_KEYS),
    {
      what: 'keys of payments that are over',
      word: left <= 0 ? 'holds' : 'broken',
      says: left <= 0 ? 'each of them ends, but those of events' : `${left} have no end`,
    },
    ...redisGrowth(record, tally.reads.length, runSeconds),
  ]
}

import type { Bed, BenchRedis, Served } from './bed.ts'
import type { Shot } from './buyers.ts'
import type { Generator, Loaded } from './generator.ts'
import { median, type Findings, type Rate } from './table.ts'

/** What a group of rows gets. */
export interface Bench {
  readonly bed: Bed
  readonly load: Generator
  readonly quick: boolean
  /** Writes a line about the progress. */
  say(what: string): void
}

/** One group of rows: figures that are measured together, in interleaved rounds. */
export type Group = (bench: Bench) => Promise<Findings>

/** One round against one server. */
export interface Round extends Loaded {
  readonly serverMs: number
  readonly redisMs: number | null
}

/** Runs a load, and measures the CPU time that it cost on both sides. */
export const round = async (
  { load }: Bench,
  served: Served,
  what: string | readonly Shot[],
  seconds: number,
  redis: BenchRedis | null,
): Promise<Round> => {
  const [before, redisBefore] = [await served.stats(), await redis?.cpuMs()]
  const loaded = await load({ port: served.port, what, seconds })
  const [after, redisAfter] = [await served.stats(), await redis?.cpuMs()]
  return {
    ...loaded,
    serverMs: after.cpuMs - before.cpuMs,
    redisMs: redisBefore === undefined || redisAfter === undefined ? null : redisAfter - redisBefore,
  }
}

export const rateOf = ({ ok, seconds }: Pick<Loaded, 'ok' | 'seconds'>): number => ok / seconds

/** The medians of some rounds, separately for each figure. */
export const rateRow = (name: string, rounds: readonly Round[]): Rate => {
  const rates = rounds.map(rateOf)
  const middle = (figure: (each: Round) => number) => median(rounds.map(figure))
  return {
    name,
    perSecond: median(rates),
    between: [Math.min(...rates), Math.max(...rates)],
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    serverMicros: middle(({ serverMs, ok, failed }) => (serverMs * 1000) / (ok + failed)),
    redisMicros: rounds.some(({ redisMs }) => redisMs === null)
      ? null
      : middle(({ redisMs, ok, failed }) => (redisMs! * 1000) / (ok + failed)),
    busy: middle(({ serverMs, seconds }) => serverMs / 1000 / seconds),
    failed: rounds.reduce((sum, each) => sum + each.failed, 0),
  }
}

/** How many one-time requests to prepare for a round. If a list ran out, the next one is twice as long. */
export const budget = (guess: number) => {
  let perSecond = guess
  return {
    shots: (seconds: number): number => Math.ceil(perSecond * seconds) + 1_000,
    learn: (loaded: Loaded): void => {
      perSecond = loaded.exhausted ? perSecond * 2 : Math.max(perSecond, 2 * rateOf(loaded))
    },
  }
}

const PATIENCE_MS = 120_000

/** Polls until the condition holds. Throws if it does not within the time limit. */
export const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`)
    await Bun.sleep(100)
  }
}

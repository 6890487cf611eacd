import type { Finding } from './finding.ts'
import { boundedQuantile, quantile } from './quantile.ts'
import type { Point } from './slope.ts'

/** Whether buyers wait longer at the end than in the second quarter of the run. */

export interface Read {
  /** When it was sent, seconds since the run began. */
  readonly at: number
  readonly ms: number
}

/** So much slower is within what another program on the machine makes of it. */
export const MOST_SLOWER = 1.2
/** A process that was killed takes this long to be back and warm; the reads of that time are counted beside. */
export const AFTER_KILL_SECONDS = 20

const isQuiet =
  (kills: readonly number[]) =>
  ({ at }: Read): boolean =>
    !kills.some((kill) => at >= kill - 2 && at < kill + AFTER_KILL_SECONDS)

export interface Around {
  /** When a process was killed, seconds since the run began. */
  readonly kills: readonly number[]
  /** CPU time of other programs as a share of the machine's, by seconds since the run began. */
  readonly others: readonly Point[]
  readonly runSeconds: number
}

/** More of the machine than this makes every figure of times one of other programs. */
const MOST_OF_OTHERS = 0.1

const meanOf = (points: readonly Point[]): number =>
  points.reduce((sum, [, share]) => sum + share, 0) / Math.max(1, points.length)

export const judgeLatency = (reads: readonly Read[], { kills, others, runSeconds }: Around): Finding => {
  const quiet = reads.filter(isQuiet(kills))
  const quarter = (nth: number) =>
    quiet.filter(({ at }) => Math.min(3, Math.floor((4 * at) / runSeconds)) === nth).map(({ ms }) => ms)
  const [early, late] = [quarter(1), quarter(3)]
  const figures = [early, late].map(
    (all) => `${quantile(all, 0.99).toFixed(0)} ms (p50 ${quantile(all, 0.5).toFixed(0)} ms, ${all.length} reads)`,
  )
  const what = 'p99 of paid reads'
  const says = `${figures[0]} in the second quarter, ${figures[1]} in the last`
  const [before, after] = [early, late].map((all) => boundedQuantile(all, 0.99))
  if (!before || !after) return { what, word: 'undecided', says: `too few reads to say: ${says}` }
  const rises = after.low > MOST_SLOWER * before.high
  const share = meanOf(others.filter(([at]) => at >= (3 * runSeconds) / 4))
  if (rises && share > MOST_OF_OTHERS)
    return {
      what,
      word: 'undecided',
      says: `it rises, and other programs had ${(share * 100).toFixed(0)} % of the machine: ${says}`,
    }
  return { what, word: rises ? 'broken' : 'holds', says: `${rises ? 'it rises' : 'it does not rise'}: ${says}` }
}

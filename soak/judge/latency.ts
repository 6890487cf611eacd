import type { Finding } from './finding.ts'
import { boundedQuantile, quantile } from './quantile.ts'

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

/** @param kills when a process was killed, seconds since the run began */
export const judgeLatency = (reads: readonly Read[], kills: readonly number[], runSeconds: number): Finding => {
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
  return { what, word: rises ? 'broken' : 'holds', says: `${rises ? 'it rises' : 'it does not rise'}: ${says}` }
}
